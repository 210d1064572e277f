# routes.py: stubs for a test.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Sequence

from .address import Address
from .elsewhere import members, unknown
from .nearby import meant
from .place import Place
from .play import Broken
from .received import Request, called
from .server import Refused, Server, advice
from .stand import Stand, stand
from .texts import first_faults, given, is_text, marked, numbered, slip, text_of, written

__tracebackhide__ = True
NO_STUB = "no stub answered "
ON_PURPOSE = "if that is meant, write a stub with '< 404' for it, or quintain_unmatched = ignore in the configuration"
NOT_YET = "{} came so often: {}, and the stub of {} has not had its turn"
# How many of those that no stub took are told at the end of a test.
SHOWN = 5


def refused(requests: Sequence[Request]) -> list[str]:
    """Those that no route took, or that are no HTTP, each with the reason below it."""
    return [
        line for one in requests if one["route"] is None or one.get("malformed")
        for line in (called(one), "  " + "\n  ".join(one["refusal"].splitlines()))]


def unmatched(requests: Sequence[Request]) -> str | None:
    """What is said of requests that no stub took, where the test says nothing of them; None, if there are none."""
    # A client may have asked again and again.
    different = list({called(one): one for one in requests}.values())
    if not different:
        return None
    lines = refused(different[:SHOWN])
    if len(different) > SHOWN:
        lines.append(f"and {len(different) - SHOWN} more")
    if not all(one.get("malformed") for one in different):
        lines.append(ON_PURPOSE)
    return NO_STUB + "\n".join(lines)


class Routes:
    """The fixture `routes`: `routes(TEXT)` answers any number of requests in any order, until the test ends. Those of fixtures
    that last longer, such as `module_routes`, answer at the same address."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._all: list[int] = []
        self._callers: Sequence[Place] = ()
        self._since = self.asked()

    def __call__(self, text: str | os.PathLike[str], in_turn: bool = False) -> Routes:
        """Puts routes into service, of a text or of a file beside the caller's: they answer before those of files that are
        served, and of texts above. With `in_turn` those that ask for the same answer one after the other, and the last one from
        then on. Returns the fixture."""
        callers = Place.callers()
        place = callers[0]
        text, folder, stands = given(text, "routes"), os.path.dirname(place.path), Stand(place)
        is_given = is_text(text, folder, ".routes")
        if is_given:
            stands = stand(text, callers)
            if stands.path not in [None, *(one.path for one in callers)] and os.path.dirname(stands.path or "") != folder:
                # Its name says as well beside what the files lie that it names, and that is the test.
                stands = Stand(place)
            lines = stands.mark(self._server)
            # Behind it stands the line of the text, which may be none of the file.
            name = self._server.called(stands.path or f"{place.path}:{place.line} text")
        else:
            path = os.path.join(folder, text)
            if not os.path.isfile(path):
                path += ".routes"
            if not os.path.isfile(path):
                raise ValueError(f"{text}: there is no such file in {folder}{meant(text, folder, '.routes')}")
            name = self._server.called(path)
            text, lines = text_of(path, text), os.path.basename(path) + ":"
        try:
            number, posted = self._server.post(written(text), name, stands.first, in_turn)
        except Refused as refusal:
            told = first_faults(marked(str(refusal), name, lines))
            broken = slip(text, "routes", lines, stands.first - 1) if is_given else None
            told = broken.mend(told, lines) if broken else told
            raise ValueError("\n".join([told, *(advice(refusal.diagnostics) if is_given else [])])) from None
        self._all.append(number)
        self._callers = callers
        for one in posted.get("diagnostics", []):
            more = [one.get("help"), *(advice([one]) if is_given else [])]
            number = one["line"]
            shown = stands.shown(text) if is_given else ()
            stands.warn(numbered(lines, number, "; ".join([one["message"], *filter(None, more)]), shown), number)
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
        __dir__ = members

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
        """Raises `Broken` if a request has come since the fixture began that no stub took, or that is no HTTP, and if one in turn
        has not answered."""
        # The test says something of them by itself.
        self._server.overlook()
        unanswered = refused(self.requests)
        if unanswered:
            raise Broken(NO_STUB + "\n".join(unanswered), "\n".join(unanswered))
        waiting = [NOT_YET.format(one["route"], one["answers"], one["unused"][0]) for number in self._all for one in self._server.unused(number)]
        if waiting:
            raise Broken(waiting[0], "\n".join(waiting))

    def unmatched(self) -> str | None:
        """What is said of requests of the test that no stub took, unless the test has verified them by itself."""
        return unmatched(self._server.unanswered())

    def place(self, test: Place | None) -> Place | None:
        """The line of this test that put stubs into service last; its first line, if these are those of others. None of a test
        that has no lines."""
        return next((one for one in self._callers if test is not None and (one.path, one.first) == (test.path, test.first)), test)

    def requests_behind(self, number: int) -> list[Request]:
        """What was asked after so many requests."""
        return [one for one in self.requests if one["n"] > number]

    def are_at(self, server: Server) -> bool:
        """Whether they answer at this server."""
        return self._server is server

    def _forget(self) -> None:
        """Takes the stubs away."""
        while self._all:
            self._server.take_away(self._all.pop())
