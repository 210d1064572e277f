# plain_yaml.py: as much of YAML as workflows and jobs of CI need.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""Mappings, lists, plain scalars, 'quoted' ones, [flow lists], blocks behind '|' and lines of comment. Anything else is an error, so that nothing is passed
over in silence."""

import re

from shown import Wrong

MARK = "# environment"


class Text(str):
    """A scalar, and whether its line is marked."""
    marked = False


class Yaml:
    """Reads one document into dictionaries, lists and texts."""

    def __init__(self, text):
        self.lines = [line for line in text.split("\n")]
        self.at = 0
        self.value = self.block(0)
        if self.peek() is not None:
            raise Wrong(f"yaml: cannot read {self.lines[self.at]!r}")

    def peek(self):
        while self.at < len(self.lines) and (not self.lines[self.at].strip() or self.lines[self.at].lstrip().startswith("#")):
            self.at += 1
        return self.lines[self.at] if self.at < len(self.lines) else None

    @staticmethod
    def indent(line):
        return len(line) - len(line.lstrip(" "))

    def block(self, least):
        line = self.peek()
        if line is None or self.indent(line) < least:
            raise Wrong("yaml: a value is missing")
        here = self.indent(line)
        return self.list(here) if line.lstrip().startswith("- ") else self.mapping(here)

    def list(self, here):
        found = []
        while (line := self.peek()) is not None and self.indent(line) == here and line.lstrip().startswith("- "):
            rest = line[here + 2:]
            if re.match(r"[\w-]+:( |$)", rest):
                self.lines[self.at] = " " * (here + 2) + rest
                found.append(self.mapping(here + 2))
            else:
                self.at += 1
                found.append(self.scalar(rest, here))
        return found

    def mapping(self, here):
        found = {}
        while (line := self.peek()) is not None and self.indent(line) == here:
            parts = re.fullmatch(r"([\w-]+):(?: (.*))?", line.strip())
            if not parts:
                raise Wrong(f"yaml: cannot read {line!r}")
            self.at += 1
            key, rest = parts.groups()
            if key in found:
                raise Wrong(f"yaml: '{key}' stands there twice")
            found[key] = self.block(here + 1) if not rest else self.scalar(rest, here)
        return found

    def scalar(self, rest, here):
        if rest == "|":
            taken = []
            while self.at < len(self.lines) and (not self.lines[self.at].strip() or self.indent(self.lines[self.at]) > here):
                taken.append(self.lines[self.at])
                self.at += 1
            depth = min(self.indent(line) for line in taken if line.strip())
            return Text("\n".join(line[depth:] for line in taken).rstrip("\n") + "\n")
        marked = rest.endswith("  " + MARK)
        plain = rest[: -len(MARK)].rstrip() if marked else rest
        if re.fullmatch("'[^']*'", plain):
            return Text(plain[1:-1])
        if plain.startswith("[") and plain.endswith("]"):
            return [Text(part.strip()) for part in plain[1:-1].split(",")]
        if re.match(r"[\"'&*!%@>{]|- ", plain) or re.search(r": | #", plain):
            raise Wrong(f"yaml: {plain!r} would be more than plain text")
        text = Text(plain)
        text.marked = marked
        return text
