# hints.py: what helps with the first failure of a play.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import os
import urllib.request
from typing import TYPE_CHECKING, Any, Iterator, Mapping
from urllib.parse import urlsplit

from .received import called

if TYPE_CHECKING:
    from .play import Play

__tracebackhide__ = True
# What the server does not know: it knows neither of threads nor of other plays, and not the variables of this process.
AT_WORK = "a client that works on by itself, such as in a thread, is waited for by play.wait(), or by a join"
ELSEWHERE = "{} took {}, and not this play, whose address is play.url('{}')"
FOR_ANOTHER = "the play at {} has `> {}`: each play has an address of its own"
PROXY = "the variable {} of the environment sends clients to a proxy: NO_PROXY=127.0.0.1 leaves plays out"
# Variables that requests follows, also where its session has a file of its own.
BUNDLES = ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
BUNDLE = "{} of the environment may have taken the place of play.ca in requests: give verify=play.ca with each request"


def part(difference: Any, *names: str) -> Any:
    """What a difference has below these names; None: nothing."""
    for name in names:
        difference = difference.get(name) if isinstance(difference, Mapping) else None
    return difference


def hints(play: Play, breach: Mapping[str, Any]) -> Iterator[str]:
    """What helps with this failure, a sentence each."""
    difference = breach.get("difference")
    missing = part(difference, "missing", "line")
    strays = list(ways(play, breach))
    yield from strays
    if not strays and part(missing, "late", "before") == "client" and (play.is_at_work or part(missing, "instead") == "noConnection"):
        yield AT_WORK
    request = part(difference, "request", "request")
    if request:
        asked = f"{request['method']} {request['target']}"
        yield from {FOR_ANOTHER.format(one.url(), asked): None for one in play.others() if f"> {asked}" in one.lines_behind(0)}
    if part(missing, "instead", "tlsFailed", "failure", "alert") == "unknown_ca":
        yield from (BUNDLE.format(name) for name in BUNDLES if os.environ.get(name))
    if breach.get("hint") and not strays:
        yield breach["hint"]


def ways(play: Play, breach: Mapping[str, Any]) -> Iterator[str]:
    """Where the request of this failure may have gone: of help to a test that fails by its client's own error as well."""
    missing = part(breach.get("difference"), "missing", "line")
    mark, _, request = str(part(missing, "line", "text") or "").partition(" ")
    if mark.startswith(">"):
        yield from astray(play, " ".join(request.split()[:2]), part(missing, "instead") == "noConnection")


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
