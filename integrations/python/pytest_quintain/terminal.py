# terminal.py: what is said while a test runs.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import os
import sys

__tracebackhide__ = True


class Terminal:
    """Standard error as pytest was started with: what is written there is seen at once, though the output of tests is captured,
    and also from workers of xdist. It is made before the capture begins."""

    def __init__(self) -> None:
        try:
            self._file: int | None = os.dup((sys.__stderr__ or sys.stderr).fileno())
        except (AttributeError, OSError, ValueError):
            # There is none, such as in a window of its own.
            self._file = None

    def tell(self, text: str) -> None:
        """Writes a line of its own: the dots of tests may stand before it."""
        if self._file is None:
            return
        try:
            os.write(self._file, f"\nquintain: {text}\n".encode())
        except OSError:
            # Nobody reads it any more.
            pass

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
