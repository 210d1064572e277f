# load.py: everything at once: sessions whose verdict is known, routes, TLS, reloads, and hostile bytes between them.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import collections
import itertools
import json
import ssl
import sys
import threading
import time

from . import orders, requests, wire

KIND = "soak"
FIXTURES = {
    "fixtures/secure.scenario": "# Over TLS\norigin main https\n> GET /page\n< 200 OK\n<\n< first\n",
    "fixtures/cut.scenario": "# A body that is cut short\n> GET /page\n< 200 OK\n< Content-Length: 10\n<\n< half\n! reset\n",
    "fixtures/slow.scenario": "# In pieces\n> POST /form\n>\n> name=fido\n! wait 5ms\n< 200 OK\n< Transfer-Encoding: chunked\n<\n< one\n! flush\n! wait 5ms\n< two\n",
    "fixtures/rows.scenario": "# Rows\ncases  name | n\n       one  | 1\n       two  | 2\nrepeat 3\n> GET /{{n}}/{{count}}\n< 204\nend\n",
    "fixtures/forms.scenario": "# By value\nclient POST /pets\n> POST /pets\n>\n> {{json {\"id\": 7, \"name\": \"{{/fi.*/}}\"}}}\n< 201\n",
}


def get(path):
    return b"GET %s HTTP/1.1\r\nHost: HOST\r\n\r\n" % path


def post(path, body):
    return b"POST %s HTTP/1.1\r\nHost: HOST\r\nContent-Length: %d\r\n\r\n%s" % (path, len(body), body)


PAGE, NEXT = get(b"/page"), get(b"/next")
LOADED = {"scenario": "loaded.scenario", "callbacks": ["response", "data", "finish"]}
POSTED = {"text": "# Posted\n> GET /page\n< 200\n"}
# An order; for each connection what is sent on it, piece by piece, each after the reply to the one before; which callbacks
# are told; and the verdict.
PLAYS = [
    ({"scenario": "page.scenario"}, [[PAGE, NEXT]], [], "pass"),
    ({"scenario": "page.scenario"}, [[PAGE], [NEXT]], [], "pass"),
    ({"scenario": "page.scenario"}, [[PAGE]], [], "fail"),
    ({"scenario": "page.scenario"}, [[get(b"/other"), PAGE, NEXT]], [], "fail"),
    ({"scenario": "page.scenario"}, [[PAGE + NEXT]], [], "fail"),
    ({"scenario": "page.scenario"}, [[PAGE, NEXT, NEXT]], [], "fail"),
    ({"scenario": "page.scenario"}, [[PAGE, NEXT[:-3]]], [], "fail"),
    ({"scenario": "page.scenario"}, [[PAGE.replace(b"HOST", b"other.test"), NEXT]], [], "fail"),
    ({"scenario": "page.scenario"}, [], [], "fail"),
    ({"scenario": "page.scenario"}, [[b"\x16\x03\x01\x00\x05hello"]], [], "fail"),
    ({"scenario": "secure.scenario"}, [[PAGE]], [], "pass"),
    ({"scenario": "secure.scenario"}, [[NEXT]], [], "fail"),
    ({"scenario": "cut.scenario"}, [[PAGE]], [], "pass"),
    ({"scenario": "cut.scenario"}, [[PAGE], [PAGE]], [], "fail"),
    ({"scenario": "slow.scenario"}, [[post(b"/form", b"name=fido")]], [], "pass"),
    ({"scenario": "slow.scenario"}, [[post(b"/form", b"name=Fido")]], [], "fail"),
    ({"scenario": "rows.scenario#two"}, [[get(b"/2/1"), get(b"/2/2"), get(b"/2/3")]], [], "pass"),
    ({"scenario": "rows.scenario#one"}, [[get(b"/1/1"), get(b"/1/9"), get(b"/1/2")]], [], "fail"),
    ({"scenario": "forms.scenario"}, [[post(b"/pets", b'{"name": "fido", "id": 7.0}')]], [], "pass"),
    ({"scenario": "forms.scenario"}, [[post(b"/pets", b'{"name": "rex", "id": 7}')]], [], "fail"),
    (POSTED, [[PAGE]], [], "pass"),
    (POSTED, [[PAGE, PAGE]], [], "fail"),
    (LOADED, [[PAGE]], ["response", "data", "finish"], "pass"),
    (LOADED, [[PAGE]], ["response", "finish"], "fail"),
    (LOADED, [[PAGE]], ["data", "response", "finish"], "fail"),
]
REPORTS = {"response": {"subject": ["200"], "question": False}, "data": {"data": "first"}, "finish": {}}


class Load:
    """Threads that do one thing over and over, until they are told to rest or to end."""

    def __init__(self, ledger, server):
        self.ledger, self.server = ledger, server
        # A thread that has received an answer goes on at once, even if others compute.
        sys.setswitchinterval(0.0005)
        self.counts = collections.Counter()
        self.goes_on = threading.Event()
        self.is_over = False
        self.resting = threading.Semaphore(0)
        kinds = [self.sessions, self.sessions, self.sessions, self.sessions, self.routes, self.secure_routes, self.reloads, self.bytes, self.orders, self.readers]
        self.threads = [threading.Thread(target=self.work, args=(kind, number), daemon=True) for number, kind in enumerate(kinds)]
        for thread in self.threads:
            thread.start()

    def work(self, kind, number):
        """A kind of work is a generator, which can be paused between its steps."""
        control = wire.Control(self.server.control)
        steps = kind(self.ledger.dice(f"{KIND}/{number}"), control)
        while True:
            if not self.goes_on.is_set():
                control.close()
                self.resting.release()
                self.goes_on.wait()
            if self.is_over:
                return
            try:
                next(steps)
            except (OSError, ValueError, wire.Silence) as error:
                if self.server.process.poll() is None:
                    self.found(kind.__name__, f"{error!r}")
                steps = kind(self.ledger.dice(f"{KIND}/{number}/{time.monotonic()}"), control)
                time.sleep(0.1)

    def go(self, seconds):
        """Does all kinds of work for so long; then disconnects all clients."""
        self.goes_on.set()
        until = time.monotonic() + seconds
        while time.monotonic() < until and self.server.process.poll() is None:
            time.sleep(0.05)
        self.goes_on.clear()
        for _ in self.threads:
            if not self.resting.acquire(timeout=60):
                return self.found("the load", "somebody waits for the server for ever")
        return None

    def end(self):
        self.is_over = True
        self.goes_on.set()

    def found(self, name, what, sent=None):
        self.counts["wrong"] += 1
        self.ledger.found(KIND, name, what, sent)

    # What is done.

    def sessions(self, dice, control):
        """Half of the sessions are deleted, the others are dropped when there are too many."""
        while True:
            order, connections, reports, wanted = play = dice.choice(PLAYS)
            status, session = control.ask("POST", "/sessions", order)
            if status != 201:
                self.found("a session", f"not armed: {status} {session}", str(play))
                continue
            name = f"/sessions/{session['id']}"
            try:
                for pieces in connections:
                    self.play(session["origins"]["main"], pieces, dice)
            except TimeoutError:
                _, transcript = control.ask("GET", f"{name}/transcript?format=text")
                self.found("a session", f"its client was not answered within 5 s: {transcript!r:.1500}", str(play))
            for number, callback in enumerate(reports, 1):
                control.ask("POST", f"{name}/callbacks", {"n": number, "callback": callback} | REPORTS[callback])
            # A client that is done says so; one that passes may also just leave, which ends its session.
            if reports or wanted == "fail" or dice.random() < 0.5:
                status, told = control.ask("POST", f"{name}/end")
            else:
                status, told = control.ask("GET", f"{name}/verdict?wait=9")
            self.counts["sessions"] += 1
            self.ledger.count(KIND)
            if told.get("verdict") != wanted:
                _, transcript = control.ask("GET", f"{name}/transcript?format=text")
                self.found("a session", f"the verdict is {told.get('verdict')} and not {wanted}: {json.dumps(told)[:600]}; {transcript!r:.1500}", str(play))
            if dice.random() < 0.5:
                control.ask("DELETE", name)
            if dice.random() < 0.02:
                control.close()
            yield

    def play(self, url, pieces, dice):
        authority = url.split("/")[2]
        with wire.connect(int(authority.rsplit(":", 1)[1])) as bare:
            connection = wire.trusting().wrap_socket(bare) if url.startswith("https") else bare
            connection.settimeout(5)
            for data in pieces:
                data = data.replace(b"HOST", authority.encode())
                # Now and then in two; but two requests in two pieces need not be too soon.
                place = dice.randrange(len(data)) if dice.random() < 0.2 and data.count(b"HTTP/1.1") == 1 else 0
                if place:
                    wire.send(connection, data[:place])
                wire.send(connection, data[place:])
                if data.startswith((b"GET", b"POST")) and b"\r\n\r\n" in data:
                    read_one(connection)
            connection.close()

    def routes(self, dice, _):
        yield from self.ask_routes(dice, self.server.routes, False)

    def secure_routes(self, dice, _):
        yield from self.ask_routes(dice, self.server.secure, True)

    def ask_routes(self, dice, port, is_secure):
        asked = [(get(b"/plain"), b"still here"), (post(b"/echo", b"hello"), b"hello"), (get(b"/path/" + b"a" * 5000), b"a" * 5000),
                 (get(b"/range/26").replace(b"\r\n\r\n", b"\r\nRange: bytes=0-2\r\n\r\n"), b"abc")]
        while True:
            with wire.connect(port) as bare:
                connection = wire.trusting().wrap_socket(bare) if is_secure else bare
                for _ in range(dice.randint(1, 50)):
                    data, wanted = dice.choice(asked)
                    connection.sendall(data)
                    answer = read_one(connection)
                    self.counts["requests"] += 1
                    self.ledger.count(KIND)
                    if not answer.endswith(b"\r\n\r\n" + wanted):
                        self.found("a route", f"answered {answer[:300]!r}", data)
                connection.close()
            # Requests are cheap, and the other kinds need their turn.
            time.sleep(0.02)
            yield

    def reloads(self, dice, _):
        """A file that changes while it is asked for: its route is that of one text or the other, and soon that of the newest."""
        for number in itertools.count():
            text = f"# Changing\nroutes\n\n> GET /changing\n< 200 OK\n<\n< {number}\n"
            if number % 10 == 9:
                text = "# Broken\nroutes\n\n> GET /changing\n< 2000 OK\n"
            self.server.place.write("fixtures/changing.routes", text)
            until = time.monotonic() + 10
            while number % 10 != 9:
                answer = wire.exchange(self.server.routes, b"GET /changing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", half_close=False)
                if answer.endswith(b"\r\n\r\n%d" % number):
                    break
                if time.monotonic() > until:
                    self.found("a reload", f"after 10 s the route is not that of text {number}: {answer[:200]!r}")
                    break
                time.sleep(0.01)
            self.counts["reloads"] += 1
            self.ledger.count(KIND)
            time.sleep(dice.uniform(0, 0.2))
            yield

    def bytes(self, dice, _):
        # Generators that are slow on purpose are left to the attack.
        corpus = [data for data in [*requests.lines(), *requests.fields(), *requests.bodies()] if len(data) < 100000 and b"/drip" not in data]
        while True:
            data = dice.choice(corpus) if dice.random() < 0.5 else next(requests.spoilt(dice, 1))
            port = dice.choice([self.server.routes, self.server.secure, self.server.control])
            if dice.random() < 0.5:
                wire.drop(port, data, dice.random() < 0.5)
            else:
                try:
                    wire.exchange(port, data)
                except wire.Silence:
                    self.found("hostile bytes", "neither answered nor closed within 5 s", data)
            self.counts["hostile"] += 1
            self.ledger.count(KIND)
            time.sleep(0.002)
            yield

    def orders(self, dice, control):
        """Orders that are refused."""
        short = [body for body in orders.BODIES if len(body) < 200000]
        while True:
            status, answer = control.ask("POST", dice.choice(["/sessions", "/lint", "/sessions/0/callbacks"]), dice.choice(short))
            if status == 201:
                control.ask("DELETE", f"/sessions/{answer['id']}")
            elif status >= 500:
                self.found("an order", f"answered {status} {answer}")
            self.counts["hostile"] += 1
            self.ledger.count(KIND)
            time.sleep(0.005)
            yield

    def readers(self, dice, _):
        """Event streams that are read for a moment."""
        while True:
            with wire.connect(self.server.control) as connection:
                target = dice.choice(["/changes", "/sessions/1/events", "/metrics", "/fixtures", "/sessions", "/"])
                wire.send(connection, f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{self.server.control}\r\n\r\n".encode())
                if dice.random() < 0.7:
                    connection.settimeout(5)
                    connection.recv(65536)
                time.sleep(dice.uniform(0, 0.1))
            self.counts["streams"] += 1
            self.ledger.count(KIND)
            yield


def read_one(connection):
    """A reply, or as much as there is of it."""
    connection.settimeout(5)
    answer = b""
    try:
        while not whole(answer) and (piece := connection.recv(65536)):
            answer += piece
    except (ConnectionError, ssl.SSLError):
        pass
    return answer


def whole(answer):
    """Whether the last reply is all there."""
    head, divider, body = answer[answer.rfind(b"HTTP/1.1 "):].partition(b"\r\n\r\n")
    if not divider:
        return False
    head = head.lower()
    if b"transfer-encoding: chunked" in head:
        return body.endswith(b"0\r\n\r\n")
    length = head.partition(b"content-length: ")[2].split(b"\r\n")[0]
    return len(body) >= int(length or b"0")
