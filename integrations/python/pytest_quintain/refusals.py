# refusals.py: refusals of the control API, in words for the author of a test.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import difflib
import re
from typing import Any

from .nearby import meant, some
from .server import Refused, Server

# Advice of the control API for its clients, and what a test does instead.
HERE = [
    ("\nGET /fixtures lists them", ""),
    ("POST /routes puts routes into service", "the fixture 'routes' puts routes into service"),
]
WITHOUT_CASE = re.compile(r"^'.*' has (\d+) cases\nname one by 'case': (.*)$", re.DOTALL)
WRONG_CASE = re.compile(r"^(?:the text has no case|there is no case) '")
NOT_THERE = "there is no scenario "


def told(refusal: Refused, server: Server, order: dict[str, Any], given: str | None, folder: str) -> str:
    """Says why it cannot be armed, by the name that the test has given; a text has none."""
    text = str(refusal)
    for api, here in HERE:
        text = text.replace(api, here)
    what = "the text" if given is None else f"'{order.get('name') or order['scenario']}'"
    case = order.get("case")
    without = WITHOUT_CASE.match(text)
    if without is not None:
        there = without[2].split(", ")
        return f"{what} has {without[1]} cases: {some(there)}\nname one: case='{there[0]}'"
    if WRONG_CASE.match(text):
        help = text.partition("\n")[2] if "text" in order else ""
        return f"{what} has no case '{case}'" + instead(str(case), help, cases(server, order))
    if given is not None and text.startswith(NOT_THERE):
        text = text.replace(f"#{case}'", "'")
        said, mark, bundled = f"{given}: there is no such file in {folder}, and {text}".partition("\ndid you mean ")
        here = meant(given, folder, ".scenario")
        # A file beside the test comes before the server's fixtures, and these before a list of what there is.
        return said + (mark + bundled if mark and (not here or here.startswith("\nthere are")) else here)
    if given is not None and "scenario" not in order and not text.startswith(f"{order['name']}:"):
        return f"{order['name']}: {text}"
    return text


def instead(case: str, help: str, there: list[str]) -> str:
    """The cases that there are; of a text whose table is a file the server knows the nearest."""
    there = there or [name for name in help.partition("one of: ")[2].split(", ") if name]
    nearest = difflib.get_close_matches(case, there, 1)
    if there:
        return f"; it has {some(there)}" + (f"\ndid you mean '{nearest[0]}'?" if nearest else "")
    return f"\n{help}" if help.startswith("did you mean") else ": it has no table, so leave the case out"


def cases(server: Server, order: dict[str, Any]) -> list[str]:
    """The rows of the table of what was to be armed, as far as they are known: a text that names files is not read."""
    if "text" in order:
        found = server.call("POST", "/lint", text=order["text"])["files"]
    else:
        found = [one for one in server.call("GET", "/fixtures")["fixtures"] if one["name"] == order["scenario"]]
    return [name for one in found for name in one.get("cases", [])]

