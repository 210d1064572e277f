# nearby.py: files beside a test that were meant by a name which none has.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import difflib
import os
import re
from itertools import islice
from typing import Iterator, Sequence

__tracebackhide__ = True
# The first line of a request, without its mark.
REQUEST = re.compile(r"[A-Z]+ (?:/|\*|https?://)\S*$")
# What a file of the ending is, and the call that takes it.
KINDS = {".scenario": ("is a scenario", "play"), ".routes": ("has routes", "routes")}
SHOWN = 5
# A folder of tests may have anything in it.
LOOKED_AT = 10_000


def meant(given: str, folder: str, ending: str, bundled: str = "") -> str:
    """What is said of a name that no file of the folder has, as lines of its own: the nearest name; or else which there are."""
    if REQUEST.match(given):
        return f"\neach line of a text has a mark: '> {given}' is that of a request, '< 200' that of a reply"
    if os.path.dirname(given) == "/" or given.startswith("/") and not os.path.isdir(os.path.dirname(given)):
        return f"\nis it what the client asks for? a text has marks: '> GET {given}', and '< 200' on the line below"
    plain, other = stem(given), next(one for one in KINDS if one != ending)
    if os.path.isfile(os.path.join(folder, plain + other)):
        kind, call = KINDS[other]
        return f"\n'{plain}{other}' {kind}: write {call}('{plain}')"
    # What lies elsewhere is looked for there.
    place = os.path.dirname(plain)
    outside = place if os.path.isabs(place) or os.pardir in place.split(os.sep) else ""
    found = [os.path.join(outside, one) for one in files(os.path.join(folder, outside), ending)]
    stems = {stem(one).lower(): one for one in found}
    nearest = difflib.get_close_matches(plain.lower(), stems, 1, 0.7)
    nearest += [one for one in stems if os.path.basename(one) == os.path.basename(plain).lower()]
    return f"\ndid you mean '{stems[nearest[0]]}'?" if nearest else f"\n{bundled}" if bundled else f"\nthere are: {some(found)}" if found else ""


def stem(name: str) -> str:
    """A name without an ending, or with one that is nearly right: `stubs` of `stubs.route`."""
    plain, ending = os.path.splitext(name.split("#", 1)[0])
    return plain if difflib.get_close_matches(ending, KINDS, 1, 0.7) else plain + ending


def files(folder: str, ending: str) -> Iterator[str]:
    """The names of the files with the ending, those of the folder itself first."""

    def walk() -> Iterator[str]:
        for place, folders, names in os.walk(folder):
            folders[:] = sorted(one for one in folders if one[:1] not in "._")
            yield from (os.path.relpath(os.path.join(place, name), folder) for name in sorted(names))

    return (name for name in islice(walk(), LOOKED_AT) if name.endswith(ending))


def some(names: Sequence[str]) -> str:
    rest = len(names) - SHOWN
    return ", ".join(names[:SHOWN]) + (f" and {rest} more" if rest > 0 else "")
