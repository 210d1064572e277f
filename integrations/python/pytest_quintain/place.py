# place.py: the line of a test that arms a scenario, at which its faults are reported.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import ast
import inspect
import linecache
import sys
import warnings
from types import FrameType
from typing import Any, NamedTuple, NoReturn

__tracebackhide__ = True


class QuintainWarning(UserWarning):
    """A fault of a scenario that can still be played, or a deviation from a line under `level should`."""

    place: Place | None = None


class Place(NamedTuple):
    """A line of a function. No frame is kept: its variables, such as a client, must go when the test ends."""

    path: str
    line: int
    function: str
    first: int
    module: str

    @classmethod
    def callers(cls) -> list[Place]:
        """The lines outside of this package from which it was called, the innermost first, and those of pytest left out."""
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and frame.f_back is not None and frame.f_globals.get("__package__") == __package__:
            frame = frame.f_back
        found: list[Place] = []
        while frame is not None and not (found and frame.f_globals.get("__name__", "").startswith("_pytest.")):
            code = frame.f_code
            found.append(cls(code.co_filename, frame.f_lineno, code.co_name, code.co_firstlineno, frame.f_globals.get("__name__", "")))
            frame = frame.f_back
        return found

    @classmethod
    def calling(cls) -> Place:
        """The line outside of this package from which it was called."""
        return cls.callers()[0]

    @classmethod
    def of(cls, item: Any) -> Place:
        """The first line of a test, which is its marker."""
        function = inspect.unwrap(item.function)
        code = function.__code__
        return cls(code.co_filename, code.co_firstlineno, code.co_name, code.co_firstlineno, function.__module__)

    def warn(self, text: str) -> None:
        warning = QuintainWarning(text)
        warning.place = self
        warnings.warn_explicit(warning, QuintainWarning, self.path, self.line, self.module)

    def throw(self, fault: Exception) -> NoReturn:
        """Raises the fault as if this line had: the report of the test then shows the line, however long ago it was done."""
        source = linecache.getline(self.path, self.line).rstrip("\n")
        # The lines of a code object count from its first one, which the first statement is for. What is marked of the line is
        # all of it.
        tree = ast.parse("fault\nraise fault")
        for node in ast.walk(tree.body[1]):
            if isinstance(node, (ast.stmt, ast.expr)):
                node.lineno = node.end_lineno = self.line - self.first + 1
                node.col_offset, node.end_col_offset = len(source) - len(source.lstrip()), len(source.encode())
        code = compile(tree, self.path, "exec").replace(co_name=self.function, co_firstlineno=self.first)
        exec(code, {"fault": fault.with_traceback(None)})
        raise fault
