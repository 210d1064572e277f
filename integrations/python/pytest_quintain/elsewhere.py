# elsewhere.py: names that other plugins have, and what is written here instead.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import difflib
from typing import Any, NoReturn

__tracebackhide__ = True
SCENARIO = "what is expected and answered is a text, such as {call}('> GET /a\\n< 200\\n')"
URL = "write {call}.url('/a') for an address; urllib.parse.urlsplit({call}.url()) has its host and its port"
SEEN = "write {call}.requests for what has come"
NAMES = {
    "url_for": "write {call}.url('/a')", "base_url": "write {call}.url()", "host": URL, "hostname": URL, "port": URL, "netloc": URL,
    "log": SEEN, "calls": SEEN, "get_requests": SEEN, "get_request": SEEN,
    "check": "write {call}.verify()", "check_assertions": "write {call}.verify()", "assert_all_called": "write {call}.verify()",
    **dict.fromkeys(
        ["add", "get", "post", "put", "patch", "delete", "expect", "expect_request", "expect_ordered_request", "add_response", "respond"],
        SCENARIO)}


def unknown(self: Any, name: str) -> NoReturn:
    """`__getattr__` of a fixture: says what to write instead of a name that it does not have."""
    kind = type(self).__name__
    call = "routes" if kind == "Routes" else "play"
    text = f"'{kind}' has no attribute '{name}'"
    if name in NAMES:
        raise AttributeError(f"{text}: {NAMES[name].format(call=call)}")
    nearest = difflib.get_close_matches(name, [one for one in dir(type(self)) if one[:1] != "_"], 1)
    raise AttributeError(text + (f": did you mean '{nearest[0]}'?" if nearest and name[:1] != "_" else ""))
