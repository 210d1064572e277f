# options.py: misspelt options in the configuration.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import argparse
import difflib
from typing import Sequence

import pytest

NAMES = ("quintain_driver", "quintain_marker", "quintain_paths", "quintain_unmatched")
# What is done about requests that no stub has answered, when the test has ended.
UNMATCHED = ("warn", "error", "ignore")


def seconds(text: str) -> int:
    """A number of seconds that the server can wait for."""
    if not text.isdecimal() or int(text) > 86_400:
        raise argparse.ArgumentTypeError(f"'{text}' is no number of seconds from 0 to 86400: write 3600 for an hour")
    return int(text)


def check(config: pytest.Config) -> None:
    """Refuses an option that would be ignored, and names the one that was meant."""
    # pytest's list of all options in the file is not public; without it pytest still warns of names that it does not know.
    given = getattr(config, "_inicfg", None)
    if given is None:
        given = getattr(config, "inicfg", {})
    for name in given:
        plain = name.lower().replace("-", "_")
        nearest = difflib.get_close_matches(plain, NAMES, 1, 0.85)
        if name in NAMES or not nearest and not plain.startswith("quintain_"):
            continue
        meant = f"write '{nearest[0]}'" if nearest else "there are " + listed(NAMES, "and")
        raise pytest.UsageError(f"{place(config)}: there is no option '{name}': {meant}")
    unmatched = config.getini("quintain_unmatched")
    if unmatched not in UNMATCHED:
        nearest = difflib.get_close_matches(unmatched, UNMATCHED, 1)
        instead = f"did you mean '{nearest[0]}'?" if nearest else "write " + listed(UNMATCHED, "or")
        raise pytest.UsageError(f"{place(config)}: 'quintain_unmatched' cannot be '{unmatched}': {instead}")


def listed(names: Sequence[str], word: str) -> str:
    return ", ".join(f"'{one}'" for one in names[:-1]) + f" {word} '{names[-1]}'"


def place(config: pytest.Config) -> str:
    return str(config.inipath or "the command line")
