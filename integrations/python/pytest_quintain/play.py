# play.py: scenarios that are armed for a test.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import inspect
import os
import sys
import tempfile
import threading
from types import FrameType
from typing import TYPE_CHECKING, Any, Callable, Iterable, Sequence, Tuple

from .address import Origin
from .elsewhere import members, unknown
from .hints import hints, part, ways
from .place import Place
from .received import Request, forms_told
from .server import BODY_KEPT, Refused, Server, ServerEnded, remarks
from .stand import Stand
from .texts import numbered

# A report shows the test without the frames of this file; `--full-trace` shows them as well.
__tracebackhide__ = True
# After so many seconds a play is given up, and a client that waits for a reply that the file lacks gets an error.
DEADLINE = 60
GIVEN_UP = (
    "the play was given up at its deadline, after {} s, and the test went on: give the client a timeout, such as timeout=5, since one "
    "without waits for ever; a test that takes longer has play(NAME, deadline=300)")
# How many columns both sides have at most.
WIDE = 120

# How many seconds a play may be waited for.
WAITED_AT_MOST = 600
# From so many on the terminal says what is waited for.
LONG = 20
HELD_UP = (
    "play.wait() would hold up the event loop, and all tasks with it: write 'await asyncio.to_thread(play.wait)', or with trio "
    "'await trio.to_thread.run_sync(play.wait)'")
ASYNCHRONOUS = inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


def is_in_coroutine() -> bool:
    """Whether a coroutine of the test has called. That a loop runs in this thread says less: that of Playwright's synchronous
    API does, and is not held up by the test."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and not frame.f_globals.get("__name__", "").startswith("_pytest."):
        if frame.f_code.co_flags & ASYNCHRONOUS:
            return True
        frame = frame.f_back
    return False


class Broken(AssertionError):
    """The client did something else than the scenario says. The message begins with the first failure; `text` has both sides."""

    def __init__(self, message: str, text: str = "", place: Place | None = None, hints: Sequence[str] = ()) -> None:
        super().__init__("\n".join([message, *hints]))
        self.summary = message
        self.text = text
        self.place = place
        self.is_at_place = False
        """Whether no line of the test has asked for the verdict, so that the report is at the line that was not kept."""


class Play:
    """One scenario that is armed, on ports of its own."""

    def __init__(
            self, server: Server, order: dict[str, Any], stand: Stand | None = None, lines: str | None = None,
            width: int = WIDE) -> None:
        self._server = server
        self._stand = stand or Stand(Place.calling())
        self._is_text = lines is not None
        # What the client does until the test ends counts, however late it comes.
        order = {"stays": True, "deadline": DEADLINE, "body": BODY_KEPT, **order}
        self._deadline = max(order["deadline"], order.get("patience", 0))
        session = server.call("POST", "/sessions", **order)
        self._id = session["id"]
        self.warnings: str = session.get("warnings", "")
        """What lint says of the scenario."""
        self.diagnostics: list[dict[str, Any]] = session.get("diagnostics", [])
        self.remarks = remarks(self.diagnostics, in_text=lines is not None)
        """The same, as pairs of a line and a sentence."""
        self.name: str = session["scenario"]
        self._shown = self._stand.shown(str(order["text"])) if self._is_text else ()
        self.lines = lines or self.name.split("#", 1)[0] + ":"
        """What stands before the number of a line."""
        self.origins: dict[str, str] = session["origins"]
        self._ca: str | None = None
        self._end: dict[str, Any] | None = None
        self._warned = False
        # What the test was told of it last; and it stands in a report already, that of a subtest.
        self._fault: Broken | None = None
        self.is_reported = False
        self._width = width
        # Who was there before the test began to play.
        self._threads = {one.ident for one in threading.enumerate()}
        self.is_at_work = False
        """Whether threads that the test had started went on then."""
        self.elsewhere: Callable[[], Iterable[Tuple[str, Request]]] = lambda: ()
        """The requests of the test that have come to no play, each with who took it."""
        self.others: Callable[[], Sequence[Play]] = lambda: ()
        """The other plays of the test."""

    @property
    def place(self) -> Place:
        """The line that armed it."""
        return self._stand.place

    def __str__(self) -> str:
        """The address of the main origin, so that `f"{play}/a"` is an address."""
        return self.url()

    def __add__(self, path: str) -> str:
        """The same for `play + "/a"`."""
        return self.url + path

    if not TYPE_CHECKING:
        __getattr__ = unknown
        __dir__ = members

    def __repr__(self) -> str:
        return f"<Play {self.name} at {', '.join(self.origins.values())}>"

    def __enter__(self) -> Play:
        return self

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        """The verdict comes with the end of the block, unless that has failed by itself."""
        if kind is not None:
            return
        self.end()
        try:
            self.verify()
        except Broken as fault:
            fault.is_at_place = True
            raise

    @property
    def url(self) -> Origin:
        """An address on one of the scenario's origins: `play.url("/a")`, `play.url("/a", origin="other")`."""
        return Origin.of(self.name, self.origins)

    @property
    def ca(self) -> str:
        """A file with the authority that a client must trust, for origins with TLS."""
        if self._ca is None:
            pem = self._server.call("GET", f"/sessions/{self._id}/ca")
            with tempfile.NamedTemporaryFile("w", suffix=".pem", delete=False) as file:
                file.write(pem)
            self._ca = file.name
        return self._ca

    @property
    def requests(self) -> list[Request]:
        """What the client has asked so far, also what no line takes; `request["line"]` is the line that has taken it."""
        return self._server.received(f"/sessions/{self._id}/requests")

    def go(self) -> None:
        """Ends a `! hold`."""
        try:
            self._server.call("POST", f"/sessions/{self._id}/go")
        except Refused as refusal:
            if refusal.slug != "not-held":
                raise
        else:
            return
        raise ValueError(f"play.go() ends a '! hold', and {self.name} is not held at one: {self._standing()}")

    def wait(self, timeout: float = 10) -> None:
        """Waits until the last line has happened, for a client that works in a thread or behind a queue. Raises `Broken` as soon
        as the client has done something wrong, and if lines have not happened after so many seconds."""
        if is_in_coroutine():
            raise RuntimeError(HELD_UP)
        if isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or not 0 <= timeout <= WAITED_AT_MOST:
            raise ValueError(f"a play is waited for from 0 to {WAITED_AT_MOST} seconds, and not for {timeout!r:.60}")
        # Who waits for long is told what for, at half of the time.
        parts = [timeout / 2, timeout / 2] if timeout >= LONG else [timeout]
        for number, part in enumerate(parts, 1):
            state = self._server.call("GET", f"/sessions/{self._id}?within={round(part * 1000)}")
            failures = self.failures()
            if failures:
                raise Broken(failures[0], self.text(), hints=self.hints())
            if state["state"] in ("played", "ended"):
                return
            if number < len(parts):
                self._server.tell(f"{self.name} is waited for, {part:g} s more: {self._standing()}")
        raise Broken(f"{self.name} was not done after {timeout:g} s: {self._standing()}", self.text())

    def _standing(self) -> str:
        """Which lines are next, of a play that goes on."""
        state = self._server.call("GET", f"/sessions/{self._id}?within=0")
        if state["state"] == "ended":
            return "it has ended"
        if state["state"] == "held":
            return "it is held, until play.go()"
        due = [f"{self.lines}{number}, `{self.line(number)}`" for number in state.get("due", [])[:3]]
        return " and ".join(due) + " did not happen yet" if due else "all of its lines have happened"

    def line(self, number: int) -> str:
        """A line of the scenario."""
        return self.lines_behind(number - 1)[0]

    def lines_behind(self, after: int) -> list[str]:
        """The lines of the scenario behind this one."""
        lines: list[str] = self._server.call("GET", f"/sessions/{self._id}/scenario?after={after}")["lines"]
        return lines

    def end(self) -> str:
        """The client has ended. Returns the verdict: `pass`, `noted`, `warning`, `unable` or `fail`."""
        if self._end is None:
            self.is_at_work = any(one.ident not in self._threads for one in threading.enumerate())
            self._end = self._server.call("POST", f"/sessions/{self._id}/end")
        return str(self._end["verdict"])

    def text(self) -> str:
        """What was expected and what happened, line by line, and what is wrong with it."""
        return str(self._server.call("GET", f"/sessions/{self._id}/verdict?format=text&width={self._width}"))

    def sides(self) -> str:
        """The same for a report whose title names the scenario and says whether it was kept: nothing twice."""
        sides = str(self._server.call("GET", f"/sessions/{self._id}/verdict?format=sides&width={self._width}")).rstrip("\n")
        state = self._state()
        told = [(place, one) for breach in state["breaches"] for place, one in [("", breach), *(("so ", so) for so in breach.get("follows", []))]]
        lines = [f"  {place}{self.lines}{one['line']}: {one['text']}" if one.get("line") else f"  {place}{one['text']}"
                 for place, one in told if one["text"] not in sides]
        verdict = state.get("verdict", "not over yet: the verdict comes with the end")
        kept = [] if verdict in ("pass", "fail") else [str(state.get("limit") or verdict)]
        slugs = " ".join(dict.fromkeys(one["rule"] for _, one in told))
        # The error of a test that was told has them already.
        helps = [] if self._fault else [one["hint"] for one in self._of("failure")[:1] if one.get("hint")]
        return "\n".join([sides, *kept, *lines, *helps, *([f"`quintain explain {slugs}` tells more"] if slugs else []), *self._forms()])

    def _forms(self) -> list[str]:
        """What the forms say that are wrong, and whose bytes both sides have as digits."""
        wrong = [one["line"] for one in self._of("failure") if one["rule"] == "wrong-body" and one.get("line")]
        return forms_told(self.requests, wrong) if wrong else []

    def failures(self) -> list[str]:
        """What the client has done wrong so far; what it has not done yet is no failure before the end. A play that was given
        up is one: the server has let the client go, and has not seen what it did since."""
        return self._breaches("failure") + ([self.given_up] if self.is_given_up else [])

    @property
    def given_up(self) -> str:
        """What is said of a play that was given up."""
        return GIVEN_UP.format(self._deadline)

    @property
    def is_given_up(self) -> bool:
        """Whether the test went on beyond the deadline."""
        return self._state().get("ended") == "deadline"

    def was_kept(self) -> bool:
        """Whether the verdict is none of a failure; the client has ended."""
        return self.end() not in ("fail", "unable") and not self.failures()

    def verify(self) -> None:
        """Raises `Broken` if the client did not do what the scenario says, and warns if it did only what it should not, or if
        lines of the test's own text were not judged."""
        if not self.was_kept():
            failures = self.failures() or [str((self._end or {}).get("limit") or f"{self.name} was not kept")]
            self._fault = Broken(failures[0], self.text(), self._stand.at(self.first), self.hints())
            raise self._fault
        if self._warned:
            return
        self._warned = True
        for breach, text in zip(self._of("warning"), self._breaches("warning")):
            self._stand.warn(f"{text} (`level should`)", breach.get("line"))
        # A file may be one that other clients are judged by, whose drivers report callbacks.
        count = self._state().get("unobserved", 0)
        if self._is_text and count:
            self.place.warn(
                f"{count} `*` line{' was' if count == 1 else 's were'} not judged, because nothing reports callbacks here: "
                "assert in Python what the client says")

    def report(self, fault: BaseException | None) -> None:
        """This stands in a report, before the test has ended."""
        self.is_reported = self.is_reported or fault is not None and fault is self._fault

    @property
    def has_ended(self) -> bool:
        """Whether there is a verdict."""
        return self._end is not None

    def warn_of_failure(self, text: str) -> None:
        """Warns of the first failure, if there is any, of a play that is not judged."""
        for failure in self.failures()[:1]:
            self._stand.warn(text.format(failure), self.first)

    @property
    def first(self) -> int | None:
        """The line of the first failure, or the one that was due."""
        return next((one.get("line") or one.get("near") for one in self._of("failure")), None)

    def hints(self) -> list[str]:
        """What helps with the first failure, a line each."""
        told = [one for breach in self._of("failure")[:1] for one in hints(self, breach)]
        if told and self.is_given_up:
            told.append(self.given_up)
        return [*(f"  {one}" for one in told), *self._suspects()]

    def ways(self) -> list[str]:
        """Where the request that never came may have gone."""
        return [way for breach in self._of("failure")[:1] for way in ways(self, breach)]

    def _suspects(self) -> list[str]:
        """What lint has warned of at the lines that were broken: it may be the line that is wrong, and not the client."""
        broken: set[int] = set()
        for breach in self._of("failure"):
            nearest = part(breach.get("difference"), "request", "reason", "nearest", "line", "number")
            broken.update(filter(None, [nearest, *(one.get("line") for one in [breach, *breach.get("follows", [])])]))
        return ["  " + self._warning(line, text) for line, text in self.remarks if line in broken]

    def warned(self) -> list[str]:
        """What lint has warned of, a line each, as a report has it."""
        return [self._warning(line, text) for line, text in self.remarks]

    def _warning(self, line: int, text: str) -> str:
        return f"lint of {self.lines}{line}: {text}"

    def _state(self) -> dict[str, Any]:
        """Its end, or what is known of it by now."""
        state: dict[str, Any] = self._end or self._server.call("GET", f"/sessions/{self._id}")
        return state

    def _breaches(self, severity: str) -> list[str]:
        """A line for each that is so severe, with its place."""
        # A line that it names may be one of another file than that of the call.
        alone = "" if self.lines == "line " else f"{self.lines} "
        return [
            self.numbered(breach["line"], breach["text"]) if breach.get("line") else f"{alone}{breach['text']}"
            for breach in self._of(severity)]

    def numbered(self, line: int, said: str) -> str:
        """What is said of a line, behind its number."""
        return numbered(self.lines, line, said, self._shown)

    def _of(self, severity: str) -> list[dict[str, Any]]:
        return [breach for breach in self._state()["breaches"] if breach["severity"] == severity]

    def _forget(self) -> None:
        """Closes its ports; nothing of it is known any more."""
        try:
            self._server.call("DELETE", f"/sessions/{self._id}")
        except ServerEnded:
            # It is forgotten with it.
            pass
        if self._ca is not None:
            os.unlink(self._ca)
