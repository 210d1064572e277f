# values.py: values of Python as parts of a scenario.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import json
import re
import secrets
import sys
from typing import Any

__tracebackhide__ = True
# What JSON may have in a string as it is, and a line of a scenario had better not: braces, which begin and end values, and
# characters that end a line somewhere or are not seen.
IN_JSON = re.compile(r"[{}](?=[{}])|[\x7f-\xa0\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")
JSON_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
IN_TEXT = re.compile(r'["\\\x00-\x1f\x7f]|\{(?=\{)')
# So many bytes have room in a text, which is posted to the server.
BYTES_AT_MOST = 1 << 20
SURROGATE = re.compile("[\ud800-\udfff]")


def as_json(value: Any) -> str:
    """A value as `{{json …}}`, in one line: `f"< {as_json(pet)}"` sends it, and `f"> {as_json(pet)}"` wants a body that says the
    same. Whatever its strings have is text: `{{any}}` in one is nothing else. `unittest.mock.ANY` is any value."""
    # No string of the value is this one.
    token = secrets.token_hex(16)

    def default(one: Any) -> str:
        # Whoever has it has imported the module.
        if one is getattr(sys.modules.get("unittest.mock"), "ANY", None):
            return token
        raise TypeError(f"JSON has nothing for {one!r:.60}, which is of the type '{type(one).__name__}'")

    written = json.dumps(value, ensure_ascii=False, allow_nan=False, default=default)
    whole(written)
    strings = JSON_STRING.sub(lambda one: IN_JSON.sub(lambda sign: f"\\u{ord(sign[0]):04x}", one[0]), written)
    return "{{json " + strings.replace(f'"{token}"', "{{any}}") + "}}"


def as_text(value: str) -> str:
    """A text as `{{"…"}}`, in one line, whatever is in it: lines, quotes, braces, blanks at its ends."""
    if not isinstance(value, str):
        raise TypeError(f"as_text takes a text, and {value!r:.60} is of the type '{type(value).__name__}': {instead(value)}")
    whole(value)
    return '{{"' + IN_TEXT.sub(lambda sign: "\\" + (sign[0] if sign[0] in '"\\' else f"x{ord(sign[0]):02x}"), value) + '"}}'


def as_bytes(value: bytes) -> str:
    """Bytes as `{{hex "…"}}`."""
    if not isinstance(value, (bytes, bytearray, memoryview)):
        raise TypeError(f"as_bytes takes bytes, and {value!r:.60} is of the type '{type(value).__name__}': {instead(value)}")
    if len(value) > BYTES_AT_MOST:
        raise ValueError(
            f"as_bytes takes {BYTES_AT_MOST:,} bytes at most, and these are {len(value):,}: write them to a file, such as one below "
            "tmp_path, and name it by {{file \"…\"}}")
    return '{{hex "' + bytes(value).hex() + '"}}'


def instead(value: Any) -> str:
    call = "as_text" if isinstance(value, str) else "as_bytes" if isinstance(value, (bytes, bytearray, memoryview)) else "as_json"
    return f"write {call}(…)"


def whole(text: str) -> None:
    """Refuses what is no character, and has no bytes in UTF-8."""
    found = SURROGATE.search(text)
    if found is not None:
        shown = text[max(found.start() - 20, 0):found.end() + 20]
        raise ValueError(f"{shown!r} has half of a character, the surrogate U+{ord(found[0]):04X}, which no UTF-8 can carry: leave it out")
