# routes.py: stubs for a test.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import re
from typing import Any

from .place import Place
from .play import joined, written
from .server import Refused, Server

__tracebackhide__ = True


class Routes:
    """The fixture `routes`: `routes(TEXT)` answers any number of requests in any order, until the test ends."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._all: list[int] = []
        server.call("POST", "/requests")

    def __call__(self, text: str) -> None:
        """Puts routes into service: those of this text answer before those of files and of texts above."""
        try:
            posted = self._server.call("POST", "/routes", text=written(text))
        except Refused as refusal:
            told = re.sub(r"^routes/\d+:(\d+):\d+:", r"line \1:", str(refusal), flags=re.MULTILINE)
            raise ValueError(told) from None
        self._all.append(posted["id"])
        for one in posted.get("diagnostics", []):
            Place.calling().warn("; ".join([f"line {one['line']}: {one['message']}", *filter(None, [one.get("help")])]))

    def url(self, path: str = "") -> str:
        """An address at which they answer."""
        return joined(self._server.url, path)

    @property
    def requests(self) -> list[dict[str, Any]]:
        """What was asked since the test began: `method`, `target`, `header`, `body`, and the `route` that answered."""
        return list(self._server.call("GET", "/requests")["requests"])

    def forget(self) -> None:
        self._server.call("DELETE", "/requests")
        while self._all:
            self._server.call("DELETE", f"/routes/{self._all.pop()}")
