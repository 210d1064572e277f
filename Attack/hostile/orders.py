# orders.py: a hostile user of the control API.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""Numbers at the borders, names of megabytes, wrong types, deep JSON, wrong UTF-8, bodies that never end, a crowd of
sessions without clients. Each order is carried out or refused with a sentence, at once."""

import json
import socket
import time

from . import wire
from .command import Place, Server

KIND = "orders"
PROMPT = 3.0
NUMBERS = ["", "0", "1", "-1", "-0", "+1", " 1", "1 ", "1.0", "1e0", "0x1", "٣", "%D9%A3", "NaN", "inf", "1e400", "true", "null",
           *[str(sign * (2**bits + more)) for bits in (7, 15, 16, 31, 32, 53, 62, 63, 64) for more in (-1, 0, 1) for sign in (1, -1)],
           "9" * 4000, "0" * 4000 + "1"]
QUERIES = [("/fixtures/page.scenario", "after"), ("/fixtures/plain.routes", "after"), ("/sessions/ID/scenario", "after"),
           ("/sessions/ID/transcript", "after"), ("/sessions/ID/transcript?format=text", "after"), ("/sessions/ID/events", "after"),
           ("/sessions/ID/verdict", "wait")]
TARGETS = ["", "/", "//", "/%", "/%00", "/%ff", "/..", "/../fixtures", "/fixtures/", "/fixtures/..%2f..%2fetc%2fpasswd", "/fixtures//etc/passwd",
           "/fixtures/%00", "/fixtures/" + "a" * 100000, "/fixtures/" + "%41" * 50000, "/" + "a/" * 50000, "/sessions/", "/sessions/ID/",
           "/sessions/ID/ca", "/sessions/ID/go", "/sessions/ID/end/x", "/sessions/%31", "/sessions/+1", "/sessions/01", "/health?", "/health?a", "/health?=",
           "/health?a=1&a=1", "/metrics?" + "a&" * 50000, "/sessions/ID/verdict?wait=0&wait=0", "/sessions/ID/transcript?format=", "/sessions/ID/transcript?format=" + "x" * 100000,
           "/sessions/ID/callbacks", "/lint", "*", "http://a/health", "/changes?after=1", "/\x1b[31m", "/health#x"]
VALUES = ["null", "true", "false", "0", "-0", "1.5", "1e400", "-1e400", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
          "-9223372036854775809", "18446744073709551616", "9007199254740993", "1e18", "9.3e18", "0.1e1", "9" * 400, "\"\"", "\"\\u0000\"",
          "\"\\ud800\"", "\"\\udfff\\ud800\"", "\"\\uFFFF\"", "\"\u202e\"", "\"\\u001b[2J\"", "[]", "{}", "[[]]", "[null]", "[\"\"]", "{\"\":\"\"}",
          "[" * 1000 + "]" * 1000, "{\"hex\":\"\"}", "{\"hex\":\"f\"}", "{\"hex\":\"zz\"}", "[[\"a\"]]", "[[\"a\",\"b\",\"c\"]]", "[[\"a\",{\"hex\":\"ff\"}]]"]
ORDER = ["scenario", "text", "case", "callbacks", "style", "deadline", "patience", "settle", "nobody"]
REPORT = ["n", "callback", "lane", "subject", "fields", "header", "data", "hex", "question", "nobody"]
BODIES = [b"", b" ", b"\0", b"null", b"1", b"\"", b"{", b"}", b"{}", b"[]", b"{]", b"{\"", b"{\"a", b"{\"a\"", b"{\"a\":", b"{\"a\":1", b"{\"a\":1,", b"{a:1}",
          b"{'a':1}", b"{}{}", b"{} x", b"\xef\xbb\xbf{}", b"{\"a\":1,\"a\":2}", b"{\"scenario\":\"page.scenario\",\"scenario\":\"page.scenario\"}",
          b"{\"\xff\":1}", b"{\"text\":\"\xc3\"}", b"{\"text\":\"\xed\xa0\x80\"}", b"{\"text\":\"\xf4\x90\x80\x80\"}", b"{\"text\":\"a\nb\"}",
          b"{\"text\":\"\\x\"}", b"{\"text\":\"\\u12\"}", b"{\"text\":01}", b"{\"text\":.1}", b"{\"text\":1.}", b"{\"text\":+1}", b"{\"text\":NaN}", b"{/**/}",
          b"[" * 100000, b"{\"a\":" * 100000, b"[" * 2000000, b"[" * 100000 + b"]" * 100000, b"{\"text\":" + b"[" * 500000 + b"]" * 500000 + b"}",
          b"\"" + b"a" * 4000000, b"{\"" + b"a" * 4000000 + b"\":1}", b"[" + b"1," * 2000000 + b"1]", b"{" + b"\"a\":1," * 500000 + b"\"a\":1}",
          b"{" + b",".join(b"\"a%d\":1" % n for n in range(300000)) + b"}", b"{\"text\":\"" + b"\\u0041" * 600000 + b"\"}", b" " * 4000000 + b"{}", b"9" * 4000000]


def texts():
    """Scenarios that ask for much, or are none."""
    for text in ("", "\0", "x", "> ", ">", "< 200", "> GET /\n" * 50000, "# " + "x" * 1000000, "\r" * 100000, "\n" * 300000, "> GET /\n< 200\n" * 20000,
                 "> GET /{{", "> GET /\n<\n" + "< {{bytes 9223372036854775807}}\n", "> GET /\n< 200\n<\n< {{bytes 9223372036854775807GiB}}\n",
                 "> GET /\n< 200\n<\n< {{bytes 1 from=9223372036854775807}}\n", "> GET /\n< 200\n<\n< {{bytes 9223372036854775807 from=9223372036854775807}}\n",
                 "> GET /\n! wait 9223372036854775807s\n< 200\n", "> GET /\n! wait 9223372036854775807ms\n< 200\n", "> GET /\n! wait 99999999999999999999s\n< 200\n",
                 "> GET /\n! wait -1s\n< 200\n", "within 9223372036854775807s\n> GET /\n< 200\n", "> GET /\n< 200\n< Expires: {{now+9223372036854775807d}}\n",
                 "> GET /\n< 200\n< Expires: {{now-9223372036854775807s}}\n", "repeat 9223372036854775807\n> GET /\nend\n< 200\n", "repeat 1..9223372036854775807\n> GET /\n< 200\nend\n",
                 "repeat 9223372036854775807..0\n> GET /\n< 200\nend\n", "> GET /{{count+9223372036854775807}}\n< 200\n", "repeat 2\n> GET /{{count+9223372036854775807}}\n< 200\nend\n",
                 "repeat 3\n> GET /{{count-9223372036854775807}}\n< 200\nend\n", "> GET /\n< 200\n! slow 9223372036854775807\n<\n< a\n", "> GET /\n! reset after 9223372036854775807\n< 200\n<\n< a\n",
                 "> GET /\n< 200\n<\n< {{\"a\" | gzip level=9223372036854775807}}\n", "> GET /\n< 200\n<\n< {{\"a\" | chunks 9223372036854775807}}\n",
                 "> GET /\n< 200\n<\n< {{\"a\" | cut 9223372036854775807}}\n", "> GET /\n< 200\n<\n< {{\"a\"" + " | base64" * 5000 + "}}\n",
                 "> GET /{{/" + "(" * 50000 + "/}}\n< 200\n", "> GET /{{/(a{1000}){1000}/}}\n< 200\n", "> GET /{{/a{9223372036854775807}/}}\n< 200\n",
                 "> GET /{{json " + "[" * 50000 + "}}\n< 200\n", "cases " + "a | " * 20000 + "b\n", "cases  a\n" + "       b\n" * 30000 + "> GET /{{a}}\n< 200\n",
                 "repeat 2\n" * 500 + "> GET /\n< 200\n" + "end\n" * 500, "either\n" * 1000, "origin a\n" * 5000 + "> GET /\n< 200\n", "".join(f"origin a{n} http\n" for n in range(3000)) + "> GET /\n< 200\n",
                 "origin a http port=99999\n> GET //a/\n< 200\n", "origin a http port=-1\n> GET //a/\n< 200\n", "routes\n> GET /\n< 200\n", "> GET /\n< 99999999999999999999\n",
                 "client GET /\n" * 5000, "> GET /\n< 200\n* data \"" + "\\x" * 5000 + "\"\n", "> GET /\n< 200\n<\n< {{file \"/etc/passwd\"}}\n", "cases from \"/etc/passwd\"\n> GET /\n< 200\n",
                 "\u202e> GET /\n< 200\n", "\ufeff# a\n> GET /\n< 200\n", "> GET /\n< 200\n< {{digest-info}}\n", "> GET /\n" + "> a: {{" + "a | " * 10000 + "b}}\n< 200\n"):
        yield text
    for size in (5, 8, 9, 40):
        yield "any-order\n> GET /0\n< 200\n" + "".join(f"and\n> GET /{n}\n< 200\n" for n in range(1, size * 8)) + "end\n"


def attack(ledger):
    dice = ledger.dice(KIND)
    with Server(Place(ledger.folder)) as server:
        hand = Hand(ledger, server)
        for attempt in (hand.queries, hand.targets, hand.members, hand.bodies, hand.texts, hand.unfinished, hand.crowd, hand.listeners):
            if not hand.is_over:
                attempt(dice)
        hand.control.close()
        server.finish(ledger, KIND)


class Hand:
    """Sends an order, and checks the answer."""

    def __init__(self, ledger, server):
        self.ledger, self.server = ledger, server
        self.control = wire.Control(server.control, PROMPT)
        self.is_over = False
        self.session, _ = server.arm(scenario="page.scenario", callbacks="all")

    def ask(self, method, target, body=None):
        """One order. A refusal must say why; any other answer must be JSON, or the resource that was asked for."""
        self.ledger.count(KIND)
        target = target.replace("ID", str(self.session)).encode().decode("latin-1")
        sent = f"{method} {target[:500]} {body[:500] if body is not None else ''} ({len(body or '')} bytes)"
        began = time.monotonic()
        try:
            status, answer = self.control.ask(method, target, body)
        except wire.Silence:
            self.bad(sent, f"not answered within {PROMPT} s")
            return None, None
        except (OSError, ValueError) as error:
            self.bad(sent, f"{error!r}; the server: {self.server.fault or 'answers'}")
            return None, None
        if status >= 400 and method != "HEAD":
            error = answer.get("error", {}) if isinstance(answer, dict) else {}
            if not error.get("slug") or not error.get("message"):
                self.bad(sent, f"refused with {status} and no sentence: {str(answer)[:300]}")
        if status >= 500 and not (status == 503 and "too-many" in str(answer)):
            self.bad(sent, f"answered {status} {str(answer)[:300]}")
        if time.monotonic() - began > PROMPT:
            self.bad(sent, f"answered after {time.monotonic() - began:.1f} s")
        return status, answer

    def bad(self, sent, what):
        self.ledger.found(KIND, "an order", what, sent)
        self.is_over = self.is_over or self.server.process.poll() is not None

    def forget(self, status, answer):
        """The sessions that happened to be armed."""
        if status == 201:
            self.ask("DELETE", f"/sessions/{answer['id']}")

    def queries(self, dice):
        for path, parameter in QUERIES:
            for number in NUMBERS:
                if self.is_over:
                    return
                # A number that is one is waited for; and a stream of events goes on.
                if parameter == "wait" and number.isdigit() and 0 < int(number) <= 600:
                    continue
                if "events" in path and number.isdigit() and int(number) <= 1 << 53 or "events" in path and number == "":
                    self.leave(f"{path}?{parameter}={number}")
                    continue
                divider = "&" if "?" in path else "?"
                self.ask(dice.choice(["GET", "HEAD"]), f"{path}{divider}{parameter}={number}")
        for number in NUMBERS:
            self.ask("GET", f"/sessions/{number}")
            self.ask("DELETE", f"/sessions/{number if number != str(self.session) else '0'}")

    def leave(self, target):
        """Asks for a stream, and leaves."""
        self.ledger.count(KIND)
        target = target.replace("ID", str(self.session))
        wire.drop(self.server.control, f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{self.server.control}\r\n\r\n".encode(), True)

    def targets(self, dice):
        for target in TARGETS:
            for method in ("GET", "POST", "DELETE", "OPTIONS", "X" * 1000, "get"):
                if self.is_over:
                    return
                self.ask(method, target, b"" if method == "POST" else None)

    def members(self, dice):
        """Each member with each kind of value."""
        for names, target, right in ((ORDER, "/sessions", {"scenario": "page.scenario"}),
                                     (REPORT, "/sessions/ID/callbacks", {"n": 1, "callback": "response", "subject": ["200"], "question": False}),
                                     (["text", "nobody"], "/lint", {"text": "> GET /"})):
            for name in names:
                for value in VALUES if not self.ledger.is_short else dice.sample(VALUES, 12):
                    if self.is_over:
                        return
                    rest = [f"{json.dumps(other)}:{json.dumps(given)}" for other, given in right.items() if other != name]
                    body = "{" + ",".join([f"\"{name}\":{value}", *rest]) + "}"
                    self.forget(*self.ask("POST", target, body.encode()))
        self.ask("DELETE", "/sessions/ID")
        self.session, _ = self.server.arm(scenario="page.scenario", callbacks="all")

    def bodies(self, dice):
        names = b"a" * (4 << 20)
        for target in ("/sessions", "/sessions/ID/callbacks", "/lint"):
            for body in BODIES + [b"{\"%s\":\"%s\"}" % (name, names[:size]) for name in (b"scenario", b"case", b"style", b"callback", b"text") for size in (8193, 3 << 20, 5 << 20)]:
                if not self.is_over:
                    self.forget(*self.ask("POST", target, body))

    def texts(self, dice):
        for text in texts():
            for target in ("/sessions", "/lint"):
                if self.is_over:
                    return
                status, answer = self.ask("POST", target, json.dumps({"text": text}).encode())
                if status == 201:
                    port = next(iter(answer["origins"].values())).rsplit(":", 1)[1]
                    wire.drop(int(port), b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", False)
                self.forget(status, answer)

    def unfinished(self, dice):
        """Bodies and heads that never end must not block other clients."""
        kept = []
        head = f"POST /sessions HTTP/1.1\r\nHost: 127.0.0.1:{self.server.control}\r\n".encode()
        for rest in (b"", b"\r\n{", b"Content-Length: 100\r\n\r\n{\"scenario\"", b"Content-Length: 4194304\r\n\r\n" + b" " * 100000, b"Transfer-Encoding: chunked\r\n\r\nfffff\r\n{",
                     b"Content-Length: 9223372036854775807\r\n\r\n{}", b"Expect: 100-continue\r\nContent-Length: 10\r\n\r\n"):
            for way in ("keep", "half", "drop", "reset"):
                self.ledger.count(KIND)
                connection = wire.connect(self.server.control)
                wire.send(connection, head + rest)
                if way == "half":
                    connection.shutdown(socket.SHUT_WR)
                if way in ("keep", "half"):
                    kept.append(connection)
                elif way == "drop":
                    connection.close()
                else:
                    connection.close()
                    wire.drop(self.server.control, head + rest, True)
        self.ask("GET", "/health")
        for connection in kept:
            connection.close()

    def crowd(self, dice):
        """Arms sessions and leaves them. A refusal for want of descriptors must say so."""
        began, armed = time.monotonic(), []
        for number in range(self.ledger.many(200, 1000)):
            status, answer = self.ask("POST", "/sessions", b'{"scenario": "page.scenario"}')
            if status == 201:
                armed.append(answer["id"])
        fault = self.server.fault
        if fault:
            self.bad("a crowd of sessions", fault)
        self.ask("GET", "/sessions")
        for number in armed:
            status, answer = self.ask("DELETE", f"/sessions/{number}")
            if status != 200 or answer.get("verdict") != "fail":
                return self.bad("a crowd of sessions", f"session {number}, which nobody played, ended with {status} {answer}")
        if not armed:
            self.bad("a crowd of sessions", f"none was armed in {time.monotonic() - began:.0f} s")

    def listeners(self, dice):
        """Clients that ask for a stream, read nothing, and leave."""
        kept = []
        for _ in range(self.ledger.many(20, 100)):
            self.ledger.count(KIND)
            connection = wire.connect(self.server.control)
            target = dice.choice(["/changes", f"/sessions/{self.session}/events", "/metrics", "/fixtures"])
            wire.send(connection, f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{self.server.control}\r\n\r\n".encode() * dice.randint(1, 50))
            kept.append(connection)
        self.ask("GET", "/health")
        for connection in kept:
            connection.close()
        self.ask("DELETE", "/sessions/ID")
