# stand.py: where a text stands in a file of Python, so that its lines are told by the numbers of that file.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import ast
import functools
import linecache
import os
import re
import sys
import sysconfig
import warnings
from types import ModuleType
from typing import Any, Iterable, Iterator, List, Mapping, NamedTuple, Sequence, Tuple, Union

from .place import Place, QuintainWarning
from .server import Server
from .texts import written

__tracebackhide__ = True
# Files on the way to a call that are none of a project's.
LIBRARIES = tuple({sysconfig.get_path(name) + os.sep for name in ("stdlib", "platstdlib", "purelib", "platlib")})
# What stands for a value in an f-string: no text has it.
VALUE = "\0"
# What a text is called whose place is not known, as the server calls it: its numbers are not those of the test.
OWN = "the text:"
# So long is the mark of a line, which says nothing of where it stands.
MARK = 1
# A list or a table of a module with more members is data, and no texts.
MEMBERS = 1000
# So much of a line, such as `> GET`, tells the files that may have a text.
BEGINNING = 5
OPENED = re.compile(r"([a-zA-Z]*)(\"\"\"|''')")
ESCAPED = re.compile(r"\\(.)", re.DOTALL)
# What may follow a backslash so that a line is broken, or two are joined.
BREAKS = set("\nnNxuU01234567")


class Stand(NamedTuple):
    """The numbers that the lines of a text have in reports, and the lines at which its faults are reported."""

    place: Place
    """Where it was armed."""
    path: str | None = None
    """The file in which it stands. If that is not known for sure, the numbers are the text's own."""
    first: int = 1
    last: int = 0
    is_called: bool = False
    """Whether it stands in the statement that arms it."""

    def mark(self, server: Server) -> str:
        """What stands before a number."""
        if self.path is None:
            return OWN
        return "line " if self.is_called else f"{server.called(self.path)}:"

    def shown(self, text: str) -> Sequence[str]:
        """Lines to be shown beside their numbers, which are none of a file; else none."""
        return written(text).split("\n") if self.path is None else []

    def at(self, line: int | None) -> Place:
        """Where a fault of this line is raised. A text that stands elsewhere than in the call does not say which call it was."""
        if self.is_called and line is not None and max(self.first, self.place.first) <= line <= self.last:
            return self.place._replace(line=line)
        return self.place

    def warn(self, text: str, line: int | None = None) -> None:
        warning = QuintainWarning(text)
        warning.place = self.at(line)
        path, at = self.place.path, self.place.line
        if self.path is not None and line is not None:
            path, at = self.path, line
        warnings.warn_explicit(warning, QuintainWarning, path, at, self.place.module)


class Literal(NamedTuple):
    """A string as it stands in a file."""

    lines: str
    """Its value as a scenario has it, with a sign for each value that an f-string puts in."""
    first: int | None
    """The line of the file that has the first of these lines, if the others follow one by one."""
    is_given: bool = False
    """Whether a function gives it to a call, which may be another play."""

    def is_of(self, lines: str) -> bool:
        """Whether these are its lines."""
        if self.is_whole:
            return self.lines == lines
        if not any(len(line.replace(VALUE, "").strip()) > MARK for line in self.lines.split("\n")):
            # It may be any text.
            return False
        pattern = r"[^\n]*".join(map(re.escape, self.lines.split(VALUE)))
        return re.fullmatch(pattern, lines) is not None

    @property
    def is_whole(self) -> bool:
        return VALUE not in self.lines


class Statement(NamedTuple):
    """The strings of a statement; those of the statements within it are not among them."""

    start: int
    end: int
    literals: Sequence[Literal]


Strings = Union[ast.Constant, ast.JoinedStr]


def stand(text: str, callers: Sequence[Place], test: Place | None = None) -> Stand:
    """Where a text stands that the first of these lines arms: in the statement of the innermost one that has it, or else
    as a constant or a parameter of their files, or as a constant that another module of the project brings along. One that stands there
    twice is not found: a wrong line would be worse than none."""
    nothing, lines = Stand(callers[0]), plain(text)
    if "\r" in text or VALUE in text:
        return nothing
    files = {path: read(path, lines) for path in dict.fromkeys(one.path for one in callers)}
    for place in callers:
        around = [one for one in files[place.path] if one.start <= place.line <= one.end]
        inner = max((one.start for one in around), default=0)
        here = [one for statement in around if statement.start == inner for one in statement.literals if one.is_of(lines)]
        if here:
            first = here[0].first
            return nothing if len(here) > 1 or first is None else Stand(place, place.path, first, first + lines.count("\n"), True)
    found = constants(files, lines) or constants({path: read(path, lines) for path in carriers(text) if path not in files}, lines)
    if len(found) != 1 or found[0][1].first is None:
        return nothing
    path, first = found[0][0], found[0][1].first
    # Which call of the test it was is not to be seen from a line of a helper.
    its = [one for one in callers if test is not None and (one.path, one.first) == (test.path, test.first)]
    return Stand(its[0] if its else callers[0], path, first, first + lines.count("\n"))


def constants(files: Mapping[str, Sequence[Statement]], lines: str) -> List[Tuple[str, Literal]]:
    """The strings that may be these lines, each with its file."""
    return [
        (path, one) for path, all in files.items() for statement in all for one in statement.literals
        if not one.is_given and one.is_of(lines)]


def carriers(text: str) -> List[str]:
    """The files of the project's modules that have this very object, and not one that is equal."""
    paths = []
    for module in list(sys.modules.values()):
        # One of another type may load whatever it is asked for.
        names = vars(module) if type(module) is ModuleType else {}
        path = names.get("__file__")
        if isinstance(path, str) and not path.startswith(LIBRARIES) and any(one is text for one in held(list(names.values()))):
            paths.append(os.path.abspath(path))
    return list(dict.fromkeys(paths))


def held(values: Iterable[Any]) -> Iterator[Any]:
    """The values of a module, with those of its classes, lists and dictionaries."""
    for value in values:
        yield value
        if isinstance(value, type):
            yield from list(vars(value).values())
        elif type(value) in (list, tuple, dict) and len(value) <= MEMBERS:
            yield from list(value.values() if isinstance(value, dict) else value)


def plain(text: str) -> str:
    """The lines of a text as a scenario has them, without what may be empty below."""
    return written(text).rstrip()


def read(path: str, lines: str) -> Sequence[Statement]:
    """The statements of a file that may have the lines; none of what is no file, such as what was typed in."""
    if not os.path.isfile(path) or path.startswith(LIBRARIES):
        return []
    try:
        source = "".join(linecache.getlines(path))
    except (SyntaxError, UnicodeError):
        # Before Python 3.10 it raises what it cannot decode.
        return []
    # Most files on the way to a call are those of libraries.
    begun = {line.strip()[:BEGINNING] for line in lines.split("\n")}
    # A mark alone is in every file.
    return parsed(source) if any(len(one) > 2 and one in source for one in begun) else []


@functools.lru_cache(maxsize=64)
def parsed(source: str) -> Sequence[Statement]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source)
        return list(statements(tree, source.split("\n"), within=False))
    except (SyntaxError, ValueError, RecursionError, MemoryError, SystemError):
        # CPython 3.11 raises a SystemError where the collector parses something meanwhile.
        return []


def statements(node: ast.AST, lines: List[str], within: bool) -> Iterator[Statement]:
    """Those of a file; `within` says whether they are those of a function."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            start = min([child.lineno, *(one.lineno for one in getattr(child, "decorator_list", []))])
            found = [literal(one, lines, within and is_given) for one, is_given in strings(child)]
            yield Statement(start, child.end_lineno or child.lineno, found)
        yield from statements(child, lines, within or isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)))


def strings(node: ast.AST, is_given: bool = False) -> Iterator[Tuple[Strings, bool]]:
    """Those of a statement, and whether each is given to a call."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.JoinedStr) or isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield child, is_given
        elif not isinstance(child, ast.stmt):
            yield from strings(child, is_given or isinstance(child, ast.Call))


def literal(node: Strings, lines: List[str], is_given: bool) -> Literal:
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    template = "".join(str(one.value) if isinstance(one, ast.Constant) else VALUE for one in parts)
    height = (node.end_lineno or node.lineno) - node.lineno
    is_known = template.count("\n") == height and (height == 0 or is_plain(node, lines))
    return Literal(plain(template), node.lineno + height - written(template).count("\n") if is_known else None, is_given)


def is_plain(node: Strings, lines: List[str]) -> bool:
    """Whether each line of a string of several lines is a line of the file: it has one pair of quotes, and no backslash breaks
    a line or joins two."""
    # Columns are counted in bytes.
    own = [line.encode() for line in lines[node.lineno - 1:node.end_lineno]]
    own[-1] = own[-1][:node.end_col_offset]
    own[0] = own[0][node.col_offset:]
    source = b"\n".join(own).decode()
    opened = OPENED.match(source)
    if opened is None or not source.endswith(opened[2]):
        return False
    inner = source[opened.end():-len(opened[2])]
    is_raw = "r" in opened[1].lower()
    return opened[2] not in inner and (is_raw or not BREAKS.intersection(ESCAPED.findall(inner)))
