# texts.py: scenarios and routes as they stand in a test.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import itertools
import os
import re
import textwrap
from typing import Any, NamedTuple, Sequence

__tracebackhide__ = True

# How many faults of a text are told.
FAULTS_AT_MOST = 10
# How many characters are shown of a line.
SHOWN_AT_MOST = 60
# A line that asks for something, its lane and what it says.
DEED = re.compile(r"\s*(client|[>!])(\S*)\s*(.*)")
LOAD = re.compile(r"[A-Z]+ ")
LANE = re.compile(r"\blane=(\S+)")
QUIET = re.compile(r"quiet\b")

# Hardly part of a file's name: the mark of a line, at the beginning or with a blank behind it.
MARKED = re.compile(r"\s*[><*!#]|.*\s[><*!#]\s")


def written(text: str) -> str:
    """A text as it stands in a test, without the indentation and the line of the opening quotes, on which the first line
    may stand as well."""
    first, end, rest = text.partition("\n")
    below = textwrap.dedent(rest)
    if first.strip() and below[:1] in set("><*!#"):
        return first.lstrip() + end + below
    return textwrap.dedent(text).lstrip("\n")


def is_text(given: str, folder: str, ending: str) -> bool:
    """Whether these are lines, and not the name of a file."""
    path = os.path.join(folder, given)
    return "\n" in given or MARKED.match(given) is not None and not (os.path.isfile(path) or os.path.isfile(path + ending))


def given(scenario: Any, call: str) -> str:
    """A text, or the name of a file, as it was given; anything else is refused with what to write."""
    named = os.fspath(scenario) if isinstance(scenario, os.PathLike) else scenario
    if isinstance(named, str):
        if not named.strip():
            raise ValueError(f"{call} wants a text such as '> GET /a', or the name of a file, and {scenario!r:.60} is blank")
        return named
    kind = f"of the type '{type(scenario).__name__}'"
    if isinstance(named, bytes):
        raise TypeError(f"{call} wants a text, and this is {kind}: write {call}(TEXT.decode())")
    raise TypeError(
        f"{call} wants a text such as '> GET /a', the name of a file or its Path, and {scenario!r:.60} is {kind}")


def marked(told: str, name: str, mark: str) -> str:
    """What the server says of a text of this name, as a test says it: with the mark before the numbers of lines."""
    return re.sub(rf"^{re.escape(name)}:(\d+):\d+:", lambda found: f"{mark}{found[1]}:", told, flags=re.MULTILINE)


def numbered(mark: str, line: int, said: str, lines: Sequence[str] = ()) -> str:
    """What is said of a line, behind its number, and behind the line itself where these lines are to be shown."""
    shown = lines[line - 1].strip() if 0 < line <= len(lines) else ""
    if len(shown) > SHOWN_AT_MOST:
        shown = shown[:SHOWN_AT_MOST] + "…"
    return f"{mark}{line}: {said}" if not shown or f"`{shown}`" in said else f"{mark}{line}, `{shown}`: {said}"


def first_faults(told: str) -> str:
    """The first of many faults, each of which begins in the first column and goes on indented."""
    faults = re.split(r"\n(?! )", told.rstrip("\n"))
    more = len(faults) - FAULTS_AT_MOST
    return told if more <= 0 else "\n".join([*faults[:FAULTS_AT_MOST], f"and {more} more"])


def orders_nothing(text: str, first: int = 1) -> list[tuple[int, str]]:
    """The `client` lines of a text that no request follows, each with its number, where the first line has this one: no driver
    reads them, so they say nothing of the test's client. One of a lane has its requests anywhere below it."""
    lines = [(number, found[1], found[2], found[3]) for number, line in enumerate(text.split("\n"), first) if (found := DEED.match(line))]
    nothing = []
    for at, (number, mark, lane, rest) in enumerate(lines):
        if mark != "client" or not LOAD.match(rest):
            continue
        below = lines[at + 1:]
        if any(mark == "!" and QUIET.match(rest) for _, mark, _, rest in below):
            continue
        named = LANE.search(rest)
        if named is None:
            below = list(itertools.takewhile(lambda one: one[1] != "client", below))
        if not any(mark == ">" and (named is None or lane == named[1]) for _, mark, lane, _ in below):
            nothing.append((number, " ".join(rest.split()[:2])))
    return nothing


def row(case: Any) -> str | None:
    """The name of a row, which is often a number."""
    if case is None or isinstance(case, str):
        return case
    if isinstance(case, int) and not isinstance(case, bool):
        # The members of some enumerations, such as HTTPStatus, are numbers with a text of their own.
        return str(int(case))
    raise TypeError(f"'case' is the name of one row of the table, such as case='302', and not {case!r:.60}")


class Slip(NamedTuple):
    """A line that Python has broken, or that is not indented as the others."""

    text: str
    """What is said first of the text."""
    followed: Sequence[int] | None
    """Lines at which only what follows from it is wrong; None: all of them."""

    def mend(self, told: str, mark: str) -> str:
        """What is said of the text, without what follows from the slip; the mark stands before a number."""
        if self.followed is None:
            return self.text
        # A fault begins in the first column, and goes on indented.
        faults = re.split(r"\n(?! )", told.rstrip("\n"))
        kept = [fault for fault in faults if not any(fault.startswith(f"{mark}{line}:") for line in self.followed)]
        return "\n".join([self.text, *kept])


def slip(text: str, call: str, mark: str = "line ", above: int = 0) -> Slip | None:
    """Whether Python seems to have broken a line of a text that is refused: one mistake, of which many would be told. So many
    lines of a file are above it, and the mark stands before a number."""
    lines = text.split("\n")
    filled = [number for number, line in enumerate(lines) if line.strip()]
    # The line of the opening quotes has no indentation.
    if len(filled) > 1 and filled[0] == 0 and re.match(r"\s+[><*!#]", lines[filled[1]]):
        del filled[0]
    outside = [number for number in filled if not lines[number][0].isspace()] if filled and lines[filled[0]][0].isspace() else []
    ends = [number for number, line in enumerate(lines) if line.endswith("\r")]
    raw = f'a backslash sequence in a string that is not raw? write {call}(r"""…""")'
    filled_in = "; or a value of several lines in an f-string? each line of it needs a mark, such as '< ', and as_json(VALUE) has one line"
    if outside:
        number, wrong = outside[0], "stands in the first column, and the text is indented"
        if re.match(r"[><*!#](\s|$)", lines[number]):
            raw = "indent it as the others are, also if an f-string has put it there"
        else:
            raw += filled_in
    elif ends and len(ends) < len(lines) - 1:
        number, wrong = ends[0], "ends with a CR, and others do not"
    else:
        return None
    first = len(lines) - len(written(text).split("\n")) - 1 - above
    # Where it was broken shows with both its parts.
    shown = range(number - 1, number + 1) if outside else range(number, number + 2)
    broken = [f"\n  {one - first} | {lines[one].rstrip()}" for one in shown if 0 <= one < len(lines)]
    is_ragged = written(text)[:1].isspace()
    followed = None if outside or is_ragged else [one - first for one in shown]
    return Slip(f"{mark}{number - first}: {wrong}: {raw}" + "".join(broken), followed)


def text_of(path: str, name: str) -> str:
    """The text of a file of a test, as the control API takes it."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{name} is not UTF-8: byte {error.start} of it is 0x{error.object[error.start]:02x}. Such bytes are written as a value, "
            f'{{{{hex "{error.object[error.start]:02x}"}}}}, or the server is given the folder that has the file') from None
