# server.py: starts a `quintain serve`, and calls its control API.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import subprocess
import sysconfig
import tempfile
import time
import urllib.error
import urllib.request
from typing import Any, Sequence

from .address import Address
from .place import Place
from .received import Request

__tracebackhide__ = True
# The server is on this machine, whatever proxy the environment names.
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
# How many requests to routes the server records, and how many it tells at once.
KEPT = 10000
AT_ONCE = 1000
# How many bytes of each body.
BODY_KEPT = 1 << 20
# A warning, the line that it shows, and its help.
REMARK = re.compile(r"^[^\n]*?:(\d+):\d+: warning: ([^\n]*)\n(?:  +\d* \|[^\n]*\n)*(?:  help: ([^\n]*))?", re.MULTILINE)

# What becomes of two braces in an f-string.
BRACES = "stray-brace"
DOUBLED = "in an f-string each brace is doubled"


class NotStarted(Exception):
    """No server could be started; its text is what the command said."""


class Refused(Exception):
    """The control API has refused a request; its text says why, and what to do instead."""


class Server:
    """A server on free ports. It ends with this process, however that ends: the end of a pipe is all it waits for."""

    def __init__(self, paths: Sequence[str] = (), command: str | None = None, root: str = os.curdir) -> None:
        self.root = os.path.abspath(root)
        """Texts of tests in this folder are called by their path from here."""
        # Who knows it may name any file, and that is this process alone.
        self._token = secrets.token_hex(16)
        self._folder = tempfile.TemporaryDirectory(prefix="quintain-")
        ready = os.path.join(self._folder.name, "ready")
        words = [command or find(), "serve", *paths, "--port", "0", "--control-port", "0"]
        words += ["--https-port", "0", "--files-from", self.root, "--files-from", os.sep]
        words += ["--ready-file", ready, "--until-eof", "--json"]
        with open(os.path.join(self._folder.name, "log"), "w+", encoding="utf-8") as log:
            # Ctrl-C is for the tests, which still report what it interrupts.
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=log, start_new_session=True,
                env={**os.environ, "QUINTAIN_TOKEN": self._token})
            while not os.path.exists(ready):
                if self._process.poll() is not None:
                    log.seek(0)
                    raise NotStarted(log.read().strip() or f"quintain ended with status {self._process.returncode}")
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
        self._keeps = False
        self._since = 0

    def __str__(self) -> str:
        """Where the routes answer, so that `f"{httpbin}/get"` is an address."""
        return self.url

    def __add__(self, path: str) -> str:
        """The same for `httpbin + "/get"`, as suites of pytest-httpbin have it."""
        return self.url + path

    def called(self, path: str) -> str:
        """What the server calls a text of this path, beside which it finds the files that the text names."""
        path = os.path.abspath(path)
        below = os.path.relpath(path, self.root)
        return path if below.split(os.sep)[0] == os.pardir else below

    def call(self, method: str, path: str, **order: Any) -> Any:
        """One request to the control API."""
        body = json.dumps(order).encode() if order else None
        request = urllib.request.Request(
            self._control + path, body, {"Authorization": f"Bearer {self._token}"}, method=method)
        try:
            # The verdict may be waited for; a test may have set a default for all of its sockets.
            with DIRECT.open(request, timeout=None) as reply:
                answer = reply.read().decode()
                return json.loads(answer) if reply.headers.get_content_type() == "application/json" else answer
        except urllib.error.HTTPError as refusal:
            with refusal:
                told = json.loads(refusal.read())["error"]
            sentences = [told["message"], told.get("help", "")]
            raise Refused("\n".join(sentence for sentence in sentences if sentence)) from None

    @property
    def requests(self) -> list[Request]:
        """What the routes were asked since the test began."""
        return self.received("/requests", self._since)

    def received(self, path: str, since: int = 0) -> list[Request]:
        """The requests that this resource has, beyond the one of that number."""
        found: list[Request] = []
        last = since
        while True:
            some = self.call("GET", f"{path}?since={last}")["requests"]
            found += map(Request, some)
            if len(some) < AT_ONCE:
                break
            last = some[-1]["n"]
        lost = found[0]["n"] - since - 1 if found else 0
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
        return int(self.call("GET", f"/requests?since={2 ** 32}")["count"])

    def close(self) -> None:
        if self._process.stdin:
            self._process.stdin.close()
        self._process.wait()
        self._folder.cleanup()


def remarks(told: str, in_text: bool = False) -> list[tuple[str, str]]:
    """The warnings in what lint prints: the line, and what is wrong with what to write instead. A text stands in Python."""
    return [
        (line, message + (f"; {help}" if help else "") + (f"; {DOUBLED}" if in_text and message.endswith(f"[{BRACES}]") else ""))
        for line, message, help in REMARK.findall(told)]


def find() -> str:
    """The command: that of this environment, or the one in PATH."""
    beside = os.path.join(sysconfig.get_path("scripts"), "quintain")
    found = beside if os.access(beside, os.X_OK) else shutil.which("quintain")
    if found is None:
        raise NotStarted("there is no command 'quintain': install the server's wheel, quintain-*.whl, as well, or put the command into PATH")
    return found
