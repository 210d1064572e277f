# reports.py: what a report says of a play.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import os
import shutil
from typing import Callable, Sequence

import pytest

from .play import WIDE, Play
from .server import ServerEnded

__tracebackhide__ = True
# Whatever can go wrong in a hook, but for the end of the session. One that is raised in a report would end it.
FAULTS = (Exception, pytest.fail.Exception)
# What a worker of xdist is told by.
COLUMNS = "quintain_columns"
# How many columns both sides have at least, and so many that no line is cut.
NARROW, WHOLE = 60, 100_000


def columns() -> int:
    """How many the terminal has."""
    return shutil.get_terminal_size((WIDE, 24)).columns


def width(config: pytest.Config) -> int:
    """How many columns both sides have."""
    if config.getoption("verbose") > 1:
        return WHOLE
    return min(max(getattr(config, "workerinput", {}).get(COLUMNS) or columns(), NARROW), WIDE)


def known(name: str, ask: Callable[[], tuple[str, str]]) -> list[tuple[str, str]]:
    """A section of a report; none of a server that has ended: nobody knows it any more."""
    try:
        title, text = ask()
    except ServerEnded:
        return []
    except FAULTS as fault:
        title, text = name, f"this could not be asked: {type(fault).__name__}: {fault}"
    return [(title, text)] if text else []


def called(play: Play, plays: Sequence[Play]) -> str:
    """The name of a play in a report: several texts of a test are told by their order, and by the lines that armed them."""
    alike = [one for one in plays if one.name == play.name]
    if len(alike) == 1:
        return play.name
    return f"{play.name}, play {alike.index(play) + 1} of {len(alike)} at {os.path.basename(play.place.path)}:{play.place.line},"


def state(play: Play, is_over: bool, is_own: bool) -> str:
    """What is said of a play behind its name. The failure of a subtest does not end what others may go on with; a test that has
    failed by itself may have left a client that waits."""
    if not is_over and not play.has_ended:
        return "until then"
    return "was not kept" if not play.was_kept() else "was kept until the test failed" if is_own else "was kept"
