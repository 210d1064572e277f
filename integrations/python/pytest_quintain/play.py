# play.py: scenarios that are armed for a test.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import os
import tempfile
from typing import Any

from .server import Refused, Server


class Broken(AssertionError):
    """The client did something else than the scenario says; the text is both sides, line by line."""


class Play:
    """One scenario that is armed, on ports of its own."""

    def __init__(self, server: Server, order: dict[str, Any]) -> None:
        self._server = server
        # What the client does until the test ends counts, however late it comes.
        session = server.call("POST", "/sessions", **{"stays": True, **order})
        self._id = session["id"]
        self.name: str = session["scenario"]
        self.origins: dict[str, str] = session["origins"]
        self._ca: str | None = None
        self._verdict: str | None = None

    def url(self, path: str = "", origin: str = "main") -> str:
        """An address on one of the scenario's origins."""
        if origin not in self.origins:
            there = ", ".join(repr(name) for name in self.origins)
            raise ValueError(f"{self.name} has no origin {origin!r}; there are: {there}")
        return self.origins[origin] + path

    @property
    def ca(self) -> str:
        """A file with the authority that a client must trust, for origins with TLS."""
        if self._ca is None:
            pem = self._server.call("GET", f"/sessions/{self._id}/ca")
            with tempfile.NamedTemporaryFile("w", suffix=".pem", delete=False) as file:
                file.write(pem)
            self._ca = file.name
        return self._ca

    def go(self) -> None:
        """Ends a `! hold`."""
        self._server.call("POST", f"/sessions/{self._id}/go")

    def end(self) -> str:
        """The client has ended. Returns the verdict: `pass`, `noted`, `warning` or `fail`."""
        if self._verdict is None:
            self._verdict = self._server.call("POST", f"/sessions/{self._id}/end")["verdict"]
        return self._verdict

    def text(self) -> str:
        """What was expected and what happened, line by line, and what is wrong with it."""
        return str(self._server.call("GET", f"/sessions/{self._id}/verdict?format=text"))

    def verify(self) -> None:
        """Raises `Broken` unless the client did what the scenario says, or only what it should not."""
        if self.end() == "fail":
            raise Broken(f"{self.name} was not kept\n\n{self.text()}")

    def forget(self) -> None:
        self._server.call("DELETE", f"/sessions/{self._id}")
        if self._ca is not None:
            os.unlink(self._ca)


class Plays:
    """The fixture `play`: `play("name")` arms a scenario, and all that were armed are verified when the test has ended.
    With one scenario, which may be that of the marker, the fixture stands for it: `play.url("/a")`."""

    def __init__(self, server: Server, folder: str) -> None:
        self._server = server
        self._folder = folder
        self.all: list[Play] = []

    def __call__(self, name: str, case: str | None = None, **order: Any) -> Play:
        """Arms a file beside the test, or a bundled scenario such as `redirects/followed`; `case` is a row of its table."""
        if case is None and "#" in name:
            name, case = name.split("#", 1)
        path = os.path.join(self._folder, name)
        if not os.path.isfile(path) and os.path.isfile(path + ".scenario"):
            name, path = name + ".scenario", path + ".scenario"
        if os.path.isfile(path):
            with open(path, encoding="utf-8") as file:
                order.update(text=file.read(), name=name)
        else:
            order["scenario"] = name if name.endswith(".scenario") else name + ".scenario"
        if case is not None:
            order["case"] = case
        try:
            play = Play(self._server, order)
        except Refused as refusal:
            beside = "" if "text" in order else f"there is no such file in {self._folder}, and "
            raise ValueError(f"{name}: {beside}{refusal}") from None
        self.all.append(play)
        return play

    @property
    def _one(self) -> Play:
        if not self.all:
            raise ValueError("no scenario is armed: play(NAME) arms one")
        if len(self.all) > 1:
            raise ValueError("several scenarios are armed: use what play(NAME) returned")
        return self.all[0]

    def url(self, path: str = "", origin: str = "main") -> str:
        return self._one.url(path, origin)

    @property
    def ca(self) -> str:
        return self._one.ca

    def go(self) -> None:
        self._one.go()

    def text(self) -> str:
        return self._one.text()

    def verify(self) -> None:
        for play in self.all:
            play.end()
        for play in self.all:
            play.verify()

    def forget(self) -> None:
        while self.all:
            self.all.pop().forget()
