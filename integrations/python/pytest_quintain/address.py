# address.py: addresses of a server, which a test adds paths to.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import re
from typing import Mapping

__tracebackhide__ = True
ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")


def joined(origin: str, path: str) -> str:
    """An address, of a path with its slash or without, of a query alone, or of what is an address already."""
    if not isinstance(path, str):
        raise TypeError(f"a path is a text such as '/a', and {path!r:.60} is of the type '{type(path).__name__}'")
    if ABSOLUTE.match(path):
        return path
    # An origin adds in the same way.
    return f"{origin}{path}" if path[:1] in ("", "/") else f"{origin}/{path}"


class Address(str):
    """The address of an origin: `url("/a")` and `url + "/a"` are that of a path, with its slash or without."""

    def __call__(self, path: str = "") -> str:
        return joined(self, path)

    def __add__(self, path: str) -> str:
        return joined(self, path)


class Origin(str):
    """The address of a play's main origin; `url("/a", origin="other")` is that of a path on another one."""

    _name: str
    _origins: Mapping[str, str]

    @classmethod
    def of(cls, name: str, origins: Mapping[str, str]) -> Origin:
        address = cls(origins.get("main", ""))
        address._name, address._origins = name, origins
        return address

    def __call__(self, path: str = "", origin: str = "main") -> str:
        if origin not in self._origins:
            there = ", ".join(repr(name) for name in self._origins)
            raise ValueError(f"{self._name} has no origin {origin!r}; there are: {there}")
        return joined(self._origins[origin], path)

    def __add__(self, path: str) -> str:
        return joined(self, path)
