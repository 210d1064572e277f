# server.py: starts a `quintain serve`, and calls its control API.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import http.client
import json
import os
import secrets
import shutil
import signal
import subprocess
import sysconfig
import tempfile
import time
from typing import TYPE_CHECKING, Any, Callable, Mapping, Sequence
from urllib.parse import urlsplit

from .address import Address
from .control import Connection
from .elsewhere import members, unknown
from .place import Place
from .received import Request

__tracebackhide__ = True
# How many requests to routes the server records, and how many it tells at once.
KEPT = 10000
AT_ONCE = 1000
# How many bytes of each body.
BODY_KEPT = 1 << 20
# How long a server that does not answer may take to end, in seconds, and how many lines are shown of what it said last.
ENDS_WITHIN = 2
SAID_LAST = 5

# What a text of Python may have done wrong where lint has found this, and what to write: an f-string makes one brace of two,
# and an empty value leaves a field without one.
BRACES = "in an f-string write four braces for two, as '{{{{any}}}}', and two for one, as JSON has them; in any other string two are two"
IN_TEXT = {
    "bad-escape": 'in a string that is not raw Python makes one backslash of two: write it as r"""…""", where a string of the scenario has two, as "\\\\d"',
    "stray-brace": BRACES,
    "nested-value": BRACES,
    "trailing-blank": "for a field that an f-string may leave without a value, put in all of the line: '> X: 1', or else '#', a comment",
}

class NotStarted(Exception):
    """No server could be started; its text is what the command said."""


class Refused(Exception):
    """The control API has refused a request; its text says why, and what to do instead."""

    def __init__(self, error: Mapping[str, Any]) -> None:
        super().__init__("\n".join(filter(None, [error["message"], error.get("help")])))
        self.slug: str = error["slug"]
        self.message: str = error["message"]
        self.help: str = error.get("help", "")
        self.diagnostics: list[dict[str, Any]] = error.get("diagnostics", [])


class ServerEnded(Exception):
    """The process of the server has ended in the middle of a test; its text says how, and what it said last."""


class Secure:
    """The routes over TLS, with the members that suites of pytest-httpbin have."""

    def __init__(self, server: Server) -> None:
        self._server = server

    @property
    def url(self) -> Address:
        """Where the routes answer over TLS."""
        return self._server.https_url

    @property
    def ca(self) -> str:
        """The file of the authority that a client must trust for that."""
        return self._server.ca

    def __str__(self) -> str:
        return self.url

    def __add__(self, path: str) -> str:
        return self.url + path


class Server:
    """A server on free ports. It ends with this process, however that ends: the end of a pipe is all it waits for. If it
    ends before, `revive` starts another one, which has the same stubs."""

    def __init__(
            self, paths: Sequence[str] = (), command: str | None = None, root: str = os.curdir,
            tell: Callable[[str], None] | None = None) -> None:
        self.tell: Callable[[str], None] = tell or (lambda text: None)
        """Says something while a test runs."""
        self.root = os.path.abspath(root)
        """Texts of tests in this folder are called by their path from here."""
        self.command = command or find()
        """The command `quintain` of this server, for a test that runs it: `subprocess.run([quintain.command, …])`."""
        self._words = [self.command, "serve", *paths]
        # Texts of routes, by a number that stays theirs with another process, each with the number that they have there.
        self._stubs: dict[int, tuple[dict[str, Any], int]] = {}
        self._last_stub = 0
        # How many requests have come to processes before this one, as far as that is known.
        self._earlier = 0
        self._known = 0
        # A test has failed with the end of the process.
        self._is_told = False
        self._keeps = False
        self._since = 0
        # So many of the requests that no route has answered are not told of.
        self._overlooked = 0
        self._start("0", "0")

    def _start(self, port: str, https_port: str) -> None:
        # Who knows it may name any file, and that is this process alone.
        self._token = secrets.token_hex(16)
        words = [*self._words, "--port", port, "--control-port", "0", "--https-port", https_port]
        words += ["--files-from", self.root, "--files-from", os.sep, "--until-eof", "--json"]
        # It has no name, so nothing is left of it, however this process ends.
        self._log = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")
        with tempfile.TemporaryDirectory(prefix="quintain-") as folder:
            ready = os.path.join(folder, "ready")
            # Ctrl-C is for the tests, which still report what it interrupts.
            self._process = subprocess.Popen(
                [*words, "--ready-file", ready], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=self._log,
                start_new_session=True, env={**os.environ, "QUINTAIN_TOKEN": self._token})
            while not os.path.exists(ready):
                if self._process.poll() is not None:
                    why = self._said() or f"quintain ended with status {self._process.returncode}"
                    self._let_go()
                    raise NotStarted(why)
                time.sleep(0.002)
            with open(ready, encoding="utf-8") as file:
                told = json.load(file)
        self.url = Address(told["url"])
        """Where the routes answer: `http://127.0.0.1:40123`."""
        self.https_url = Address(told["httpsURL"])
        """Where they answer over TLS."""
        self.ca: str = told["ca"]
        """The file of the authority that a client must trust for that."""
        self._control: str = told["controlURL"]

    def revive(self) -> str | None:
        """Starts another server if this one has ended; returns how that one has, unless a test has failed with it."""
        if self._process.poll() is None:
            return None
        how, self._is_told = None if self._is_told else self._how(), False
        # Tests may keep an address for longer than one test.
        ports = [url.rsplit(":", 1)[1] for url in (self.url, self.https_url)]
        self._let_go()
        try:
            self._start(*ports)
        except NotStarted:
            # Somebody else has one of these by now.
            self._start("0", "0")
        self._earlier, self._overlooked = self._known, 0
        if self._keeps:
            self._keeps = False
            self.asked()
        for number, (order, _) in sorted(self._stubs.items()):
            self._stubs[number] = order, self.call("POST", "/routes", **order)["id"]
        return how

    def _how(self) -> str:
        """How the process has ended."""
        status = self._process.returncode
        try:
            how = f"by the signal {signal.Signals(-status).name}" if status < 0 else f"with the status {status}"
        except ValueError:
            how = f"by the signal {-status}"
        said = [line for line in self._said().splitlines() if line.strip()][-SAID_LAST:]
        return "\n  ".join([f"the server has ended {how}, and another is started for the next test", *said])

    def _said(self) -> str:
        """What the process has said, which has ended."""
        self._log.seek(0)
        return self._log.read().strip()

    def _let_go(self) -> None:
        """Waits for the end of the process."""
        if self._process.stdin:
            self._process.stdin.close()
        self._process.wait()
        self._log.close()

    def post(self, text: str, name: str, line: int, in_turn: bool = False) -> tuple[int, dict[str, Any]]:
        """Puts a text of routes into service, which begins at this line of its file; returns its number, and what the server
        says of it."""
        order: dict[str, Any] = {"text": text, "name": name, "line": line, "inTurn": in_turn}
        posted = self.call("POST", "/routes", **order)
        self._last_stub += 1
        self._stubs[self._last_stub] = order, posted["id"]
        return self._last_stub, posted

    def unused(self, number: int) -> list[dict[str, Any]]:
        """The routes in turn of a text that have not all answered."""
        told: list[dict[str, Any]] = self.call("GET", f"/routes/{self._stubs[number][1]}?after=0").get("unused", [])
        return told

    def take_away(self, number: int) -> None:
        """Takes a text of routes out of service."""
        (_, id), is_told = self._stubs.pop(number), self._is_told
        try:
            self.call("DELETE", f"/routes/{id}")
        except ServerEnded:
            # They are gone with it, and no test fails for that.
            self._is_told = is_told

    def __str__(self) -> str:
        """Where the routes answer, so that `f"{httpbin}/get"` is an address."""
        return self.url

    def __add__(self, path: str) -> str:
        """The same for `httpbin + "/get"`, as suites of pytest-httpbin have it."""
        return self.url + path

    if not TYPE_CHECKING:
        __getattr__ = unknown
        __dir__ = members

        def __call__(self, *words):
            raise TypeError("a server is not called: write httpbin.url('/get') for an address, and routes(TEXT) for stubs")

    def check(self) -> None:
        """Raises `ServerEnded` if it has."""
        self.call("GET", "/health")

    def called(self, path: str) -> str:
        """What the server calls a text of this path, beside which it finds the files that the text names."""
        path = os.path.abspath(path)
        below = os.path.relpath(path, self.root)
        return path if below.split(os.sep)[0] == os.pardir else below

    def call(self, method: str, path: str, **order: Any) -> Any:
        """One request to the control API."""
        body = json.dumps(order).encode() if order else None
        connection = Connection(urlsplit(self._control).netloc)
        try:
            connection.request(method, path, body, {"Authorization": f"Bearer {self._token}", "Connection": "close"})
            reply = connection.getresponse()
            answer, kind, status = reply.read().decode(), reply.headers.get_content_type(), reply.status
        except (OSError, http.client.HTTPException):
            # The end of its connections comes a moment before that of the process.
            try:
                self._process.wait(ENDS_WITHIN)
            except subprocess.TimeoutExpired:
                pass
            else:
                self._is_told = True
                raise ServerEnded(self._how()) from None
            raise
        finally:
            connection.close()
        if status >= 400:
            raise Refused(json.loads(answer)["error"])
        return json.loads(answer) if kind == "application/json" else answer

    @property
    def requests(self) -> list[Request]:
        """What the routes were asked since the test began."""
        return self.received("/requests", self._since)

    def received(self, path: str, since: int = 0) -> list[Request]:
        """The requests that this resource has, beyond the one of that number."""
        found: list[Request] = []
        earlier = self._earlier if path == "/requests" else 0
        last = max(since - earlier, 0)
        while True:
            told = self.call("GET", f"{path}?since={last}")
            some = told["requests"]
            if path == "/requests":
                self._known = earlier + int(told["count"])
            found += [Request(one, n=one["n"] + earlier) for one in some]
            if len(some) < AT_ONCE:
                break
            last = some[-1]["n"]
        lost = found[0]["n"] - max(since, earlier) - 1 if found else 0
        if lost > 0:
            Place.calling().warn(f"{lost:,} of the first requests are forgotten: the server keeps {KEPT:,}, and 32 MiB of them")
        return found

    def begin(self) -> None:
        """A test begins: what the routes were asked before it is not of it."""
        if self._keeps:
            self._since = self.asked()

    def asked(self) -> int:
        """How many requests the routes have been asked since this was first called."""
        if not self._keeps:
            self.call("POST", "/requests", keep=KEPT, body=BODY_KEPT)
            self._keeps = True
        self._known = self._earlier + int(self.call("GET", f"/requests?since={2 ** 32}")["count"])
        return self._known

    def _unanswered(self) -> tuple[int, list[Request]]:
        """How many requests no route has answered, and the newest of them."""
        told = self.call("GET", "/unanswered")
        return told["unmatched"] + told["malformed"] + told["incomplete"], [Request(one) for one in told["requests"]]

    def overlook(self) -> None:
        """What no route has answered so far is told already, or is not of the test."""
        self._overlooked, _ = self._unanswered()

    def unanswered(self) -> list[Request]:
        """The newest of the requests since then that no route has answered; those that their client broke off are left out."""
        is_told = self._is_told
        try:
            count, newest = self._unanswered()
        except ServerEnded:
            # They are gone with it, and no test fails for that.
            self._is_told = is_told
            return []
        beyond = count - self._overlooked
        return [one for one in (newest[-beyond:] if beyond > 0 else []) if not one.get("incomplete")]

    def close(self) -> None:
        """Ends the process."""
        self._let_go()


def remarks(diagnostics: Sequence[Mapping[str, Any]], in_text: bool = False) -> list[tuple[int, str]]:
    """What lint has found: the line, and what is wrong with what to write instead. A text stands in Python."""
    return [
        (one["line"], "; ".join(filter(None, [f"{one['message']} [{one['slug']}]", one.get("help"), *(advice([one]) if in_text else [])])))
        for one in diagnostics]


def advice(diagnostics: Sequence[Mapping[str, Any]]) -> list[str]:
    """What to write where Python may have made this of a text, each sentence once."""
    return list(dict.fromkeys(IN_TEXT[one["slug"]] for one in diagnostics if one["slug"] in IN_TEXT))


def find() -> str:
    """The command: that of this environment, or the one in PATH."""
    beside = os.path.join(sysconfig.get_path("scripts"), "quintain")
    found = beside if os.access(beside, os.X_OK) else shutil.which("quintain")
    if found is None:
        raise NotStarted("there is no command 'quintain': install the server's wheel, quintain-*.whl, as well, or put the command into PATH")
    return found
