# hints.py: what helps with the first failure of a play.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import re
import urllib.request
from typing import TYPE_CHECKING, Iterator
from urllib.parse import urlsplit

from .received import called

if TYPE_CHECKING:
    from .play import Play

__tracebackhide__ = True
# What the server says of lines that are missing: it knows neither of functions nor of blocks. What is said here, and of a client that
# may come yet.
CLIENT_ENDED = "before the client ended"
FUNCTION_ENDED = "before the test's function ended"
BLOCK_ENDED = "before the block of 'with' ended"
VERIFIED = "before the call of 'verify'"
NO_CONNECTION = ": no connection came"
AT_WORK = "a client that works on by itself, such as in a thread, is waited for by play.wait(), or by a join"
# A line whose time was over, and what gives it more; a client that waits for the server would have it in vain.
OVERDUE = re.compile(r"(?:did not happen|no connection came|found no room) within \d+ ms(?! of|: connection \S+ waits for its reply)")
MORE_TIME = "'within 30s' above the line gives the client more time; in a debugger, pytest --quintain-patience=3600 does"
# A client that should have closed the connection by then, and one of whose time nothing is known.
STAYS = re.compile(r"did not happen within (\d+) ms: the client keeps connection \d+ open")
NO_TIMEOUT = (
    "a client without a timeout waits for ever: give it one of less than {:g} s, such as timeout={:g}; 'within 30s' above the line is for "
    "one that waits longer")
# A line that was kept back until the play was given up.
HELD = "nothing let it go on"
LET_GO = "play.go() does, from another thread than that of a client that waits for all of its reply"
# A request that never came, and where it went instead.
MISSING = re.compile(r"`>\S* (\S+ \S+)` did not happen")
# A reply that the client did not want to the end, and how that is written.
UNREAD = re.compile(r"bytes left: the client had (?:reset|closed)")
IN_PART = "a client that means to read only a part of the reply has '! stall at=20KB' above it and '! await close' below it"
# A request that came once more behind the line that took it, and what to write for a client that does so by itself.
AGAIN = re.compile(r"no line takes (?:GET|HEAD|OPTIONS|TRACE|PUT|DELETE) .*: line (\d+), .*has taken one like it")
IN_REQUEST = re.compile(r"\s*(?:>|#|$)")
BREAKS_OFF = re.compile(r"\s*!\s+(?:close|reset)\b")
BY_ITSELF = (
    "aiohttp sends a request once more by itself where the connection breaks before the reply: 'repeat 2' above the request and 'end' "
    "below the '!' line take both")
# A request that came before that of a line above.
TOO_SOON = re.compile(r"came too soon: line \d+, `>")
ANY_ORDER = "if their order does not matter: 'any-order' above these requests, 'and' between them, and 'end' below"
# A rule that holds unwritten, and how it is written.
HOST = re.compile(r'\bHost is "([^"\\]*)", not "')
HOST_LINE = re.compile(r"\s*>\S*\s*Host\s*:", re.IGNORECASE)
ANY_HOST = "Host is judged though no line has it: '> Host: {}' below the request wants this one, and '> Host: {{{{any}}}}' takes any"
# A client that was given another address, or another way.
ELSEWHERE = "{} took {}, and not this play, whose address is play.url('{}')"
UNTAKEN = re.compile(r"no line takes (\S+ \S+) on connection")
FOR_ANOTHER = "the play at {} has `> {}`: each play has an address of its own"
PROXY = "the variable {} of the environment sends clients to a proxy: NO_PROXY=127.0.0.1 leaves plays out"


def hints(play: Play, first: str) -> Iterator[str]:
    """What helps with this failure, a sentence each."""
    is_alone = play.until + NO_CONNECTION in first
    strays = list(ways(play, first))
    if strays:
        yield from strays
    elif is_alone or play.until in first and play.is_at_work:
        yield AT_WORK
    untaken = UNTAKEN.search(first)
    if untaken:
        yield from {FOR_ANOTHER.format(one.url(), untaken[1]): None for one in play.others() if f"> {untaken[1]}" in one.lines_behind(0)}
    stays = STAYS.search(first)
    if stays:
        seconds = int(stays[1]) / 1000
        yield NO_TIMEOUT.format(seconds, seconds / 2)
    elif OVERDUE.search(first):
        yield MORE_TIME
    if HELD in first:
        yield LET_GO
    if UNREAD.search(first):
        yield IN_PART
    again = AGAIN.search(first)
    if again and is_repeated(play, int(again[1])):
        yield BY_ITSELF
    if TOO_SOON.search(first):
        yield ANY_ORDER
    host, line = HOST.search(first), play.first
    if host and line and not HOST_LINE.match(play.line(line)):
        yield ANY_HOST.format(host[1])
    if play.is_given_up and first != play.given_up:
        yield play.given_up


def ways(play: Play, first: str) -> Iterator[str]:
    """Where the request of this failure may have gone: of help to a test that fails by its client's own error as well."""
    missing = MISSING.search(first)
    if missing:
        yield from astray(play, missing[1], play.until + NO_CONNECTION in first)


def astray(play: Play, request: str, is_alone: bool) -> Iterator[str]:
    """Where this request may have gone; `is_alone` says that none has come to the play."""
    others = [("another play", one) for other in play.others() for one in other.requests]
    strays = {ELSEWHERE.format(who, request, one.target): None for who, one in [*play.elsewhere(), *others] if called(one) == request}
    yield from strays
    if strays or not is_alone:
        return
    origin = urlsplit(play.url())
    names = [name for name in urllib.request.getproxies() if name in (origin.scheme, "all")]
    if names and not urllib.request.proxy_bypass(origin.netloc):
        yield PROXY.format(f"{names[0].upper()}_PROXY")


def is_repeated(play: Play, line: int) -> bool:
    """Whether aiohttp has asked, and the connection breaks below the request of this line."""
    is_theirs = any("aiohttp/" in one.headers.get("User-Agent", "") for one in play.requests)
    return is_theirs and next((bool(BREAKS_OFF.match(one)) for one in play.lines_behind(line) if not IN_REQUEST.match(one)), False)
