# drivers.py: drivers that lie, flood, fall silent, spoil their folder, and will not end.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""A case with such a driver ends in time and does not pass, unless all that it was asked for has happened; nothing is
touched that is none of its business, and nothing stays."""

import concurrent.futures
import inspect
import json
import os
import stat
import sys

from . import command, driver

KIND = "drivers"
# The runner waits as long as the protocol promises: half a minute for a greeting, a minute for a case.
SLOW = {"says_nothing", "says_no_more", "half_a_line_and_stays", "closes_its_input", "never_says_ended", "stops_itself", "closes_its_output"}
# These do all that they are asked for, so the case may pass. Lines after its end do not count.
HARMLESS = {"right", "removes_its_folder", "removes_all_its_folders", "links_its_folder", "links_all_its_folders", "links_its_home", "links_within",
            "file_for_folder", "digs", "forbids", "swarms", "leaves_a_child", "leaves_a_deaf_child", "leaves_many_children", "does_not_end",
            "is_deaf", "name_of_escapes", "name_too_long", "talks_on"}
NEITHER = {"says", "greets_as", "reports", "data_in", "with_folder", "child"}


def modes():
    names = [name for name, method in inspect.getmembers(driver.Hostile, inspect.isfunction) if name not in driver.Driver.__dict__]
    return [name for name in names if name not in NEITHER and not name.startswith("_")]


def attack(ledger):
    tried = [mode for mode in modes() if not (ledger.is_short and mode in SLOW)]
    if ledger.is_short:
        ledger.leave_out(f"{len(SLOW)} drivers that fall silent", "they take a minute; the whole attack has them")
    ledger.dice(KIND).shuffle(tried)
    tried.sort(key=lambda mode: mode not in SLOW)
    with concurrent.futures.ThreadPoolExecutor(len(SLOW) + 1) as pool:
        for done in [pool.submit(play, ledger, mode) for mode in tried]:
            done.result()


def play(ledger, mode):
    ledger.count(KIND)
    place = command.Place(ledger.folder)
    victim = place.write("victim/treasure", "mine")
    os.chmod(os.path.dirname(victim), 0o751)
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "driver.py")
    words = ["check", "fixtures/loaded.scenario", "--json", "report.json", "--known-failing", "none", "--", sys.executable, "-B", program,
             mode, os.path.dirname(victim)]
    ended = command.run(place, words, timeout=120 if mode in SLOW else 40)
    for fault in faults(place, victim, mode, ended):
        ledger.found(KIND, mode, f"{fault}; it took {ended.seconds:.1f} s", f"quintain {' '.join(words)}")


def faults(place, victim, mode, ended):
    if ended.fault:
        yield ended.fault
    passes = ended.status == 0
    if passes:
        with open(os.path.join(place.path, "report.json")) as file:
            verdicts = {case["verdict"] for case in json.load(file)["cases"]}
        # A driver is not asked for what its greeting leaves out.
        passes = verdicts == {"not-applicable" if mode == "is_unable" else "pass"}
        if not passes:
            yield f"green although the verdict is {verdicts}"
    if passes and mode not in HARMLESS and mode != "is_unable":
        yield f"it passes: {ended.told}"
    if mode == "right" and not passes:
        yield f"it does not pass: {ended.told}"
    if not passes and not ended.output.strip() and not ended.errors.strip():
        yield "nothing was said"
    if any(escape in ended.output + ended.errors for escape in (b"\x1b", b"\x07", b"\xe2\x80\xae")):
        yield f"its escapes reach the terminal: {ended.told}"
    folder = os.path.dirname(victim)
    if not os.path.exists(victim) or stat.S_IMODE(os.stat(folder).st_mode) != 0o751 or os.listdir(folder) != ["treasure"]:
        yield "another's folder was touched"
    yield from place.left()
