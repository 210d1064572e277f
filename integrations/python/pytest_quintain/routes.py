# routes.py: stubs for a test.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Sequence

from .address import Address
from .elsewhere import unknown
from .nearby import meant
from .place import Place
from .play import Broken
from .received import Request
from .server import BRACES, DOUBLED, Refused, Server
from .texts import first_faults, given, is_text, slip, written

__tracebackhide__ = True
# The request, which stands above the reason already.
REASON = re.compile(r"^no route matches .*?; ")


def refused(requests: Sequence[Request]) -> list[str]:
    """Those that no route took, each with the reason below it."""
    return [
        line for one in requests if one["route"] is None
        for line in (f"{one['method']} {one['target']}".strip() or "what is no request", "  " + "\n  ".join(REASON.sub("", one["refusal"]).splitlines()))]


class Routes:
    """The fixture `routes`: `routes(TEXT)` answers any number of requests in any order, until the test ends. Those of fixtures
    that last longer, such as `module_routes`, answer at the same address."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._all: list[int] = []
        self._since = self.asked()

    def __call__(self, text: str | os.PathLike[str]) -> Routes:
        """Puts routes into service, of a text or of a file beside the caller's: they answer before those of files that are
        served, and of texts above. Returns the fixture."""
        place = Place.calling()
        text, folder, lines = given(text, "routes"), os.path.dirname(place.path), "line "
        # Behind it stands the line of the text, which is none of the file.
        name = self._server.called(f"{place.path}:{place.line} text")
        if not is_text(text, folder, ".routes"):
            path = os.path.join(folder, text)
            if not os.path.isfile(path):
                path += ".routes"
            if not os.path.isfile(path):
                raise ValueError(f"{text}: there is no such file in {folder}{meant(text, folder, '.routes')}")
            name = self._server.called(path)
            with open(path, encoding="utf-8") as file:
                text, lines = file.read(), os.path.basename(path) + ":"
        try:
            number, posted = self._server.post(written(text), name)
        except Refused as refusal:
            told = first_faults(re.sub(rf"^{re.escape(name)}:(\d+):\d+:", lambda found: f"{lines}{found[1]}:", str(refusal), flags=re.MULTILINE))
            broken = slip(text, "routes") if lines == "line " else None
            raise ValueError(broken.mend(told) if broken else told) from None
        self._all.append(number)
        for one in posted.get("diagnostics", []):
            more = [one.get("help"), DOUBLED if one["slug"] == BRACES and lines == "line " else None]
            place.warn("; ".join([f"{lines}{one['line']}: {one['message']}", *filter(None, more)]))
        return self

    def __str__(self) -> str:
        """Where they answer, so that `f"{routes}/a"` is an address."""
        return self.url

    def __repr__(self) -> str:
        return f"<Routes at {self.url}, of {len(self._all)} text{'' if len(self._all) == 1 else 's'}>"

    def __add__(self, path: str) -> str:
        """The same for `routes + "/a"`."""
        return self.url + path

    if not TYPE_CHECKING:
        __getattr__ = unknown

    @property
    def url(self) -> Address:
        """An address at which they answer: `routes.url("/a")`."""
        return self._server.url

    @property
    def https_url(self) -> Address:
        """An address at which they answer over TLS, to a client that trusts `ca`."""
        return self._server.https_url

    @property
    def ca(self) -> str:
        """The file of the authority that a client must trust."""
        return self._server.ca

    @property
    def requests(self) -> list[Request]:
        """What was asked since the fixture began, so that of `routes` is of one test; `request["route"]` has answered."""
        return self._server.received("/requests", self._since)

    def asked(self) -> int:
        """How many requests have come."""
        return self._server.asked()

    def verify(self) -> None:
        """Raises `Broken` if a request has come since the fixture began that no stub took, or that is no HTTP."""
        unanswered = refused(self.requests)
        if unanswered:
            raise Broken("no stub answered " + "\n".join(unanswered), "\n".join(unanswered))

    def requests_behind(self, number: int) -> list[Request]:
        """What was asked after so many requests."""
        return [one for one in self.requests if one["n"] > number]

    def are_at(self, server: Server) -> bool:
        """Whether they answer at this server."""
        return self._server is server

    def forget(self) -> None:
        while self._all:
            self._server.take_away(self._all.pop())
