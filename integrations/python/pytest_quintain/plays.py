# plays.py: the fixture that arms scenarios for a test.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any, Callable, Iterable, Sequence, Tuple

from .address import Origin
from .elsewhere import members, unknown
from .orders import Order, checked
from .place import Place
from .play import WIDE, Play
from .received import Request
from .refusals import told
from .server import Refused, Server, advice
from .stand import Stand, stand
from .texts import first_faults, given, is_text, marked, orders_nothing, row, slip, text_of, written

if TYPE_CHECKING:
    # The package is needed by type checkers alone, which bring it.
    from typing_extensions import Unpack

__tracebackhide__ = True
NO_ORDER = (
    "no request follows this `client` line, and it orders none here: the test calls its client itself. Write '> {}' for the request, "
    "or '! quiet 100ms' if none may come")

REFUSED = "the test has passed, and this scenario was refused and not played: {}: arm it above a 'pytest.raises'"


class Plays:
    """The fixture `play`: `play("name")` arms a scenario, and all that were armed are verified when the test has ended.
    With one scenario, which may be that of the marker, the fixture stands for it: `play.url("/a")`.

        def test_the_form_is_sent(play):
            play('''
                > POST /form
                >
                > name=fido
                < 200
                ''')
            requests.post(play.url("/form"), data={"name": "fido"})
    """

    def __init__(
            self, server: Server, folder: str, test: str = "posted", width: int = WIDE, patience: int | None = None,
            function: Place | None = None, elsewhere: Callable[[], Iterable[Tuple[str, Request]]] = tuple) -> None:
        self._server = server
        self._folder = folder
        # So many columns both sides have.
        self._width = width
        self._patience = patience
        self._function = function
        # Who else has taken a request of the test.
        self._elsewhere = elsewhere
        # A row may have slashes, which would be folders to the server.
        self._test = re.sub(r"[#/\x00-\x1f\x7f]", "-", test)
        self._plays: list[Play] = []
        # Also for what was refused, which the test has seen.
        self.was_asked = False
        # The calls whose scenario was refused, and why.
        self._refused: list[tuple[Place, str]] = []
        self._is_over = False

    def __call__(self, scenario: str | os.PathLike[str], case: str | int | None = None, **order: Unpack[Order]) -> Play:
        """Arms a file beside the test, a bundled scenario such as `redirects/followed`, or a text such as `> GET /a`;
        `case` is a row of its table. `Order` says what else may be given, such as `deadline=300`, in seconds."""
        return self.arm(Place.callers(), scenario, case, **order)

    def arm(self, callers: Sequence[Place], scenario: str | os.PathLike[str], case: str | int | None = None, **order: Unpack[Order]) -> Play:
        """Arms it for a line of the test, at which its faults are told, and which was called from the others."""
        self.was_asked = True
        if self._is_over:
            raise ValueError("the test has ended, and so has its verdict: arm a play in the test, or above the 'yield' of a fixture")
        checked(order)
        scenario, case = given(scenario, "play"), row(case)
        # A debugger may hold the client for longer than a line may take.
        terms: dict[str, Any] = {**({} if self._patience is None else {"patience": self._patience}), **order}
        name, lines, stands = scenario, None, Stand(callers[0])
        if is_text(scenario, self._folder, ".scenario"):
            stands = stand(scenario, callers, self._function)
            # Reports begin with the test's name already.
            name, lines = self._server.called(os.path.join(self._folder, self._test)), stands.mark(self._server)
            terms.update(text=written(scenario), name=name, line=stands.first)
        else:
            if case is None and "#" in name:
                name, case = name.split("#", 1)
            path = os.path.join(self._folder, name)
            if not os.path.isfile(path) and os.path.isfile(path + ".scenario"):
                name, path = name + ".scenario", path + ".scenario"
            if os.path.isfile(path):
                name = self._server.called(path)
                terms.update(text=text_of(path, name), name=name)
            else:
                terms["scenario"] = name = name if name.endswith(".scenario") else name + ".scenario"
        if case is not None:
            terms["case"] = case
        try:
            play = Play(self._server, terms, stands, lines, self._width)
        except Refused as refusal:
            why = told(refusal, terms, scenario if lines is None else None, self._folder)
            if lines is not None:
                why = marked(why, name, lines)
                broken = slip(scenario, "play", lines, stands.first - 1)
                why = broken.mend(why, lines) if broken else why
            self._refused.append((callers[0], why.partition("\n")[0]))
            raise ValueError("\n".join([first_faults(why), *(advice(refusal.diagnostics) if lines is not None else [])])) from None
        play.elsewhere, play.others = self._elsewhere, lambda: [one for one in self._plays if one is not play]
        self._plays.append(play)
        loads = orders_nothing(terms["text"], stands.first) if lines is not None else []
        # Of a load that no request follows more is said below.
        silent = {one["line"] for one in play.diagnostics if one["slug"] == "nothing-awaited"} & set(dict(loads))
        for line, warning in play.remarks:
            if line in silent:
                continue
            stands.warn(play.numbered(line, warning), line)
        for number, load in loads:
            stands.warn(play.numbered(number, NO_ORDER.format(load)), number)
        return play

    @property
    def all(self) -> tuple[Play, ...]:
        """All that were armed, the first first; a play that is armed is verified whatever becomes of this."""
        return tuple(self._plays)

    @property
    def _one(self) -> Play:
        if not self.all:
            if self._is_over:
                raise ValueError("the test has ended, and its plays with it: a thread that goes on behind it is to be joined in the test")
            raise ValueError(
                "no scenario is armed: play(NAME) arms one, and for a fixture that asks before the test does, such as one of the client, "
                "the test is marked @pytest.mark.scenario(NAME); routes.url('/a') is an address of stubs")
        if len(self.all) > 1:
            raise ValueError("several scenarios are armed: use what play(NAME) returned, or one of play.all, such as play.all[0]")
        return self.all[0]

    @property
    def url(self) -> Origin:
        """An address on one of the scenario's origins: `play.url("/a")`, `play.url("/a", origin="other")`."""
        return self._one.url

    @property
    def ca(self) -> str:
        """A file with the authority that a client must trust, for origins with TLS."""
        return self._one.ca

    @property
    def requests(self) -> list[Request]:
        """What the client has asked so far, also what no line takes; `request["line"]` is the line that has taken it."""
        return self._one.requests

    def __str__(self) -> str:
        return str(self._one)

    def __repr__(self) -> str:
        return f"<Plays: {', '.join(map(repr, self.all)) or 'none is armed'}>"

    def __add__(self, path: str) -> str:
        return self._one + path

    if not TYPE_CHECKING:
        __getattr__ = unknown
        __dir__ = members

    def go(self) -> None:
        """Ends a `! hold`."""
        self._one.go()

    def wait(self, timeout: float = 10) -> None:
        """Waits until the last line has happened, for a client that works in a thread or behind a queue. Raises `Broken` as soon
        as the client has done something wrong, and if lines have not happened after so many seconds."""
        self._one.wait(timeout)

    def text(self) -> str:
        """What was expected and what happened, line by line, and what is wrong with it."""
        return self._one.text()

    def end(self) -> None:
        """The test has ended: a scenario that is armed from now on would never be verified."""
        self._is_over = True
        for play in self.all:
            play.end()

    def verify(self) -> None:
        """Verifies all plays, before the test ends. Raises `Broken` for the first one whose client did anything else than it
        says."""
        self.end()
        for play in self.all:
            play.verify()

    def conclude(self) -> None:
        """Verifies what no report of a subtest has told."""
        self.end()
        for play in self.all:
            if not play.is_reported:
                play.verify()
        # `pytest.raises(ValueError)` takes it for the error of the client.
        for place, why in self._refused:
            place.warn(REFUSED.format(why))

    def _forget(self) -> None:
        """Closes the ports of all plays."""
        while self._plays:
            self._plays.pop()._forget()
