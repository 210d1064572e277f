# texts.py: scenarios and routes as they stand in a test.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import os
import re
import textwrap
from typing import Any, NamedTuple, Sequence

__tracebackhide__ = True

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


def slip(text: str, call: str) -> str:
    """The first hint for a text that is refused, if Python seems to have broken one of its lines; else nothing."""
    lines = text.split("\n")
    filled = [number for number, line in enumerate(lines) if line.strip()]
    # The line of the opening quotes has no indentation.
    if len(filled) > 1 and filled[0] == 0 and re.match(r"\s+[><*!#]", lines[filled[1]]):
        del filled[0]
    outside = [number for number in filled if not lines[number][0].isspace()] if filled and lines[filled[0]][0].isspace() else []
    ends = [number for number, line in enumerate(lines) if line.endswith("\r")]
    raw = f'a backslash sequence in a string that is not raw? write {call}(r"""…""")'
    if outside:
        number, wrong = outside[0], "stands in the first column, and the text is indented"
        if re.match(r"[><*!#](\s|$)", lines[number]):
            raw = "indent it as the others are"
    elif ends and len(ends) < len(lines) - 1:
        number, wrong = ends[0], "ends with a CR, and others do not"
    else:
        return None
    first = len(lines) - len(written(text).split("\n")) - 1
    # Where it was broken shows with both its parts.
    shown = range(number - 1, number + 1) if outside else range(number, number + 2)
    broken = [f"\n  {one - first} | {lines[one].rstrip()}" for one in shown if 0 <= one < len(lines)]
    is_ragged = written(text)[:1].isspace()
    followed = None if outside or is_ragged else [one - first for one in shown]
    return Slip(f"line {number - first}: {wrong}: {raw}" + "".join(broken), followed)
