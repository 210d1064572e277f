#!/usr/bin/env python3
# conversation.py: talks to a driver as the runner does, and holds its answers against the protocol.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""conversation.py FOLDER: the folder of a driver. Ends with status 0, or says what was wrong."""

import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading

FOLLOW = {"decisions": [{"callback": "redirect", "decision": "default"}]}
OVER_TWO_ALONE = {"nghttp"}
REFUSE = {"decisions": [{"callback": "redirect", "decision": "no"}]}


class Server(http.server.BaseHTTPRequestHandler):
    """/submit redirects to /done; /half sends half of its body, and waits for the end."""

    protocol_version = "HTTP/1.1"
    seen = []

    def reply(self, status, body, length=None, **fields):
        self.send_response(status)
        for name, value in {"Content-Length": length or len(body), **fields}.items():
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        Server.seen.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.reply(302, b"moved", Location="/done")

    def do_GET(self):
        if self.path == "/half":
            self.reply(200, b"half ", 10)
            # Bytes that never come: the client goes away.
            self.rfile.read(1)
        else:
            self.reply(200, b"done", **{"Content-Type": "text/plain"})

    def log_message(self, *words):
        pass


class Driver:
    def __init__(self, folder):
        with open(os.path.join(folder, "driver.json"), encoding="utf-8") as file:
            command = json.load(file)["command"]
        self.process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.greeting = self.hear()
        self.questions = set()

    def hear(self):
        line = self.process.stdout.readline()
        assert line.endswith(b"\n"), f"it has ended with status {self.process.wait()}"
        return json.loads(line)

    def say(self, **message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def answer(self, message, decision):
        assert decision in self.greeting["callbacks"][message["callback"]], f"{decision} was not offered"
        assert message["question"] not in self.questions, "a question's number was used twice"
        self.questions.add(message["question"])
        self.say(answer=message["question"], decision=decision)

    def case(self, number, redirect="default", until=None, then=None, **load):
        """Plays one load, and returns its callbacks as words."""
        told = []
        with tempfile.TemporaryDirectory() as folder:
            self.say(case=number, folder=folder)
            self.say(load=1, **{"as": "data", **load})
            ended = False
            while "ended" not in (message := self.hear()):
                if "note" in message:
                    continue
                if "unable" in message:
                    told.append("unable")
                else:
                    name = message["callback"]
                    assert name in self.greeting["callbacks"], f"'{name}' was not offered"
                    assert message.get("load", 1) == 1 and not ended, f"'{name}' is no part of the load"
                    assert all(isinstance(word, str) for word in message.get("subject", [])), message
                    told.append(" ".join([name, *message.get("subject", []), message.get("data", "")]).strip())
                    ended = name in ("finish", "fail")
                    if "question" in message:
                        self.answer(message, {"redirect": redirect, "response": "default", "will-cache": "default"}[name])
                if then and message.get("callback") == until:
                    self.say(**then)
                if ended or "unable" in message:
                    self.say(end=number)
            assert message == {"ended": number}, message
        return told


def check_over_two(driver, site):
    """The same for a client that speaks HTTP/2 alone, which the server here does not."""
    assert driver.case(1, method="GET", url=site + "/page") == ["unable"]
    nobody = {"method": "GET", "url": "http://127.0.0.1:1/", "prior-knowledge": True}
    assert driver.case(2, **nobody) == ["fail cannot-connect"]


def check(driver, site):
    greeting, told = driver.greeting, {"sent", "informational", "progress", "need-body", "will-cache"}
    assert greeting["driver"] == 1 and greeting["name"] and greeting["version"], greeting

    def expect(lines, *words, **more):
        """Of what it cannot report, nothing is expected."""
        seen = [line for line in driver.case(*words, **more) if line.split()[0] not in told]
        wanted = [line for line in lines if line.split()[0] in greeting["callbacks"]]
        assert seen == wanted, f"it told {seen}, not {wanted}"

    post = {"method": "POST", "fields": [["Content-Type", "text/plain"]], "body": {"text": "fido"}}
    followed = [f"redirect 302 {site}/done", "response 200 text/plain", "data done", "finish"]
    expect(followed, 1, url=site + "/submit", **post, **FOLLOW)
    expect([followed[0], "response 302", "data moved", "finish"], 2, "no", url=site + "/submit", **post, **REFUSE)
    assert Server.seen == [b"fido", b"fido"], Server.seen
    expect(["response 200 text/plain", "data done", "finish"], 3, method="GET", url=site + "/page")
    half = {"method": "GET", "url": site + "/half"}
    if "data" in greeting["callbacks"]:
        cancel = {"until": "data", "then": {"act": "cancel", "load": 1}}
        expect(["response 200", "data half", "fail cancelled"], 4, **cancel, **half)
    impatient = [option for option in ("timeout", "total") if option in greeting["options"]]
    if impatient:
        expect(["response 200", "data half", "fail timed-out"], 5, **{impatient[0]: 1500}, **half)
    expect(["fail cannot-connect"], 6, method="GET", url="http://127.0.0.1:1/")
    impossible = {"decisions": [{"callback": "redirect", "decision": "to", "values": [site]}]}
    if "to" not in greeting["callbacks"].get("redirect", []):
        assert driver.case(7, url=site + "/submit", **post, **impossible) == ["unable"]


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    server.daemon_threads, server.handle_error = True, lambda *words: None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    driver = Driver(sys.argv[1])
    try:
        hold = check_over_two if driver.greeting["name"] in OVER_TWO_ALONE else check
        hold(driver, f"http://127.0.0.1:{server.server_port}")
        driver.process.stdin.close()
        assert driver.process.wait(10) == 0, "it has not ended well with its input"
    except AssertionError as wrong:
        sys.exit(f"{sys.argv[1]}: {wrong}")
    finally:
        driver.process.kill()


main()
