# shown.py: compares the output that a document shows with the real output.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""`…` stands for anything on a line, alone for any lines; ports, blanks and curl's version may differ."""

import re


class Wrong(Exception):
    """A statement of a document is wrong."""


def plain(line):
    line = re.sub(r"(127\.0\.0\.1|localhost):\d+", r"\1:PORT", line)
    line = re.sub(r"curl/[\d.]+", "curl/V", line)
    return re.sub(r"\s+", " ", line).strip()


def pattern(expected):
    """A regular expression for the shown lines."""
    parts = []
    for line in filter(str.strip, expected):
        if line.strip() == "…":
            parts.append(r"(?:[^\n]*\n)*?")
        else:
            parts.append(".*?".join(re.escape(piece) for piece in plain(line).split("…")) + r"\n")
    return re.compile("".join(parts))


def shows(expected, actual):
    return pattern(expected).fullmatch(joined(actual)) is not None


def joined(lines):
    return "".join(plain(line) + "\n" for line in lines if line.strip())
