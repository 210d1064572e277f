# elsewhere.py: names that other plugins have, and what is written here instead.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import difflib
from typing import Any, NoReturn

__tracebackhide__ = True
ROUTES = "write routes('> GET /a\\n< 200\\n') for an answer of your own: the fixture 'routes' has stubs"
UNJUDGED = "what comes to httpbin is not judged: assert on httpbin.requests, or arm a scenario with the fixture 'play'"
SCENARIO = "what is expected and answered is a text, such as {call}('> GET /a\\n< 200\\n')"
URL = "write {call}.url('/a') for an address; urllib.parse.urlsplit({call}.url()) has its host and its port"
VERIFY = "write {call}.verify()"
SEEN = "write {call}.requests for what has come"
NAMES = {
    "url_for": "write {call}.url('/a')", "base_url": "write {call}.url()", "host": URL, "hostname": URL, "port": URL, "netloc": URL,
    "log": SEEN, "calls": SEEN, "get_requests": SEEN, "get_request": SEEN,
    "check": VERIFY, "check_assertions": VERIFY, "assert_all_called": VERIFY,
    **dict.fromkeys(
        ["add", "get", "post", "put", "patch", "delete", "expect", "expect_request", "expect_ordered_request", "add_response", "respond"],
        SCENARIO)}
# What a test uses of each, as the reference tells; the rest is for the plugin.
OF_PLAY = ("ca", "go", "requests", "text", "url", "verify", "wait")
OF_ROUTES = ("ca", "https_url", "requests", "url")
MEMBERS = {
    "Play": OF_PLAY, "Plays": ("all", *OF_PLAY), "Routes": (*OF_ROUTES, "verify"), "Server": (*OF_ROUTES, "command")}


def members(self: Any) -> list[str]:
    """`__dir__` of a fixture, for completion."""
    return [*(one for one in object.__dir__(self) if one[:2] == "__"), *MEMBERS[type(self).__name__]]


def unknown(self: Any, name: str) -> NoReturn:
    """`__getattr__` of a fixture: says what to write instead of a name that it does not have."""
    kind = type(self).__name__
    call = {"Routes": "routes", "Server": "httpbin"}.get(kind, "play")
    text = f"'{kind}' has no attribute '{name}'"
    said = NAMES.get(name)
    if said is not None:
        # A server has neither a verdict nor stubs of the test.
        said = {SCENARIO: ROUTES, VERIFY: UNJUDGED}.get(said, said) if call == "httpbin" else said
        raise AttributeError(f"{text}: {said.format(call=call)}")
    nearest = difflib.get_close_matches(name, MEMBERS[kind], 1)
    raise AttributeError(text + (f": did you mean '{nearest[0]}'?" if nearest and name[:1] != "_" else ""))
