# play.py: scenarios that are armed for a test.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import inspect
import os
import re
import sys
import tempfile
import threading
from types import FrameType
from typing import TYPE_CHECKING, Any, Callable, Iterable, Sequence, Tuple

from .address import Origin
from .elsewhere import members, unknown
from .hints import BLOCK_ENDED, CLIENT_ENDED, VERIFIED, hints, ways
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

# The last lines of a text: the verdict, with what else is to be known, and each breach with its slug.
VERDICT = re.compile(r"^(pass|noted|warning|unable|fail)  .*?(?: \(([^()]*)\))?$")
BREACH = re.compile(r"^(?:[^ ].*?: \w+: | +so (?:line \d+: )?)(.*) \[([\w-]+)\]$")
# The line that a request was held against which no line takes.
NEAREST = re.compile(r"(?:; the nearest is|, and) line (\d+), ")
# What a client says that knows nothing of the authority of the tests.
UNTRUSTED = "the client gave up with the alert unknown_ca"
# Certificates that this authority has not signed, and what a play with one of them is for.
UNSIGNED = re.compile(r"^\s*(?:origin|proxy)\s.*\bcertificate=(self-signed|unknown-authority)\b", re.MULTILINE)
TO_BE_REFUSED = (
    "'certificate={}' is for a client that refuses it, whose line is '! await tls-alert': no file of an authority makes it trusted; "
    "without that word of the origin a client that has play.ca trusts it")
# What the server says of a client that does not speak the scenario's version, and who speaks which.
NO_PROTOCOL = "no application protocol is common to both sides"
SPEAKS = "of HTTP/2 and 1.1 httpx speaks both with Client(http2=True), and 1.1 alone without it, as requests and aiohttp do"
# Variables that requests follows, also where its session has a file of its own.
BUNDLES = ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
TOLD = "ended when it was told to"
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


def once(text: str) -> str:
    """Both sides, without what the title has said, and without sentences that stand between their lines already: what
    `quintain explain` has of these is named."""
    lines = text.rstrip("\n").split("\n")
    at = next((number for number, line in enumerate(lines) if VERDICT.match(line)), len(lines))
    above, kept, slugs = "\n".join(lines[:at]), [], []
    for line in lines[at:at + 1]:
        verdict, _, more = VERDICT.sub(r"\1 \2", line).partition(" ")
        more = ", ".join(part for part in more.split(", ") if part and part != TOLD)
        if more or verdict not in ("pass", "fail"):
            kept.append(f"{verdict}: {more}" if more else verdict)
    for line in lines[at + 1:]:
        breach = BREACH.match(line)
        if breach is None or breach[1] not in above:
            kept.append(line)
        elif breach[2] not in slugs:
            slugs.append(breach[2])
    if slugs:
        kept.append(f"`quintain explain {' '.join(slugs)}` tells more")
    return "\n".join([*lines[:at], *kept])


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
        self.remarks = [(int(line), text) for line, text in remarks(self.warnings, in_text=lines is not None)]
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
        self.until = CLIENT_ENDED
        """What is said of the lines that are missing: when it was that they had not happened."""
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
        self.end(BLOCK_ENDED)
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
            if "is not held" not in str(refusal):
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
                raise Broken(failures[0], self.text(), hints=self.hints(failures[0]))
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
        lines = self._server.call("GET", f"/sessions/{self._id}/scenario?after={after}")["lines"]
        return ["".join(text for _, text in parts) for parts in lines]

    def end(self, until: str = VERIFIED) -> str:
        """The client has ended, by what is said of the lines that are missing. Returns the verdict: `pass`, `noted`, `warning`,
        `unable` or `fail`."""
        if self._end is None:
            self.until = until
            self.is_at_work = any(one.ident not in self._threads for one in threading.enumerate())
            self._end = self._server.call("POST", f"/sessions/{self._id}/end")
        return str(self._end["verdict"])

    def text(self) -> str:
        """What was expected and what happened, line by line, and what is wrong with it."""
        return str(self._server.call("GET", f"/sessions/{self._id}/verdict?format=text&width={self._width}"))

    def sides(self) -> str:
        """The same for a report whose title names the scenario and says whether it was kept: nothing twice."""
        text = self._here(once(self.text()))
        if self.is_given_up:
            # The verdict is that of the lines, which all may have happened.
            text = text.replace("\npass: ", "\n")
        text = "\n".join([text, *self._forms(), *([SPEAKS] if NO_PROTOCOL in text else [])])
        if UNTRUSTED not in text:
            return text
        signed = UNSIGNED.search("\n".join(self.lines_behind(0)))
        if signed:
            return f"{text}\n{TO_BE_REFUSED.format(signed[1])}"
        others = " and ".join(name for name in BUNDLES if os.environ.get(name))
        ours = "'play.ca' is the file of the authority that the client must trust"
        taken = f"; {others} of the environment may have taken its place in requests: give verify=play.ca with each request"
        return f"{text}\n{ours}{taken if others else ''}"

    def _forms(self) -> list[str]:
        """What the forms say that are wrong, and whose bytes both sides have as digits."""
        wrong = [one["line"] for one in self._of("failure") if one["rule"] == "wrong-body" and one.get("line")]
        return forms_told(self.requests, wrong) if wrong else []

    def failures(self) -> list[str]:
        """What the client has done wrong so far; what it has not done yet is no failure before the end. A play that was given
        up is one: the server has let the client go, and has not seen what it did since."""
        return self._breaches("failure") + ([self.given_up] if self.is_given_up else [])

    def _here(self, text: str) -> str:
        """A sentence of the server as a test says it."""
        return text.replace(CLIENT_ENDED, self.until)

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
            self._fault = Broken(failures[0], self._here(self.text()), self._stand.at(self.first), self.hints(failures[0]))
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

    def hints(self, first: str) -> list[str]:
        """What helps with the first failure, a line each."""
        return [*(f"  {one}" for one in hints(self, first)), *self._suspects()]

    def ways(self) -> list[str]:
        """Where the request that never came may have gone."""
        return [way for first in self.failures()[:1] for way in ways(self, first)]

    def _suspects(self) -> list[str]:
        """What lint has warned of at the lines that were broken: it may be the line that is wrong, and not the client."""
        broken: set[int] = set()
        for breach in self._of("failure"):
            broken.update(one["line"] for one in [breach, *breach.get("follows", [])] if one.get("line"))
            broken.update(map(int, NEAREST.findall(breach["text"])))
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
            self._here(self.numbered(breach["line"], breach["text"]) if breach.get("line") else f"{alone}{breach['text']}")
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
