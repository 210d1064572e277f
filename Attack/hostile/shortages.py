# shortages.py: few open files, strange surroundings, and arguments at the borders.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""Each command does its work, or says in a sentence what it lacks and does not end with 0. It never traps, nor hangs."""

import os
import re
import sys

from . import command, wire
from .disks import PRINTING, prepare

KIND = "shortages"
STEPS = [8, 10, 12, 16, 20, 24, 32, 40, 48, 63, 64, 65, 66, 68, 70, 72, 76, 80, 88, 96, 112, 128, 192, 256, 512, 1024]
AMOUNTS = ["", "0", "-0", "-1", "+1", "1", " 1", "1.5", "1e3", "1e400", "nan", "0x10", "١", "\udcff", "65535", "65536", "2147483647", "2147483648", "-2147483649",
           "4294967296", "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
           "18446744073709551615", "18446744073709551616", "9" * 400, "a" * 100000, "\x1b[2J"]
TIMES = ["9223372036854775807ms", "9223372036854775807s", "9223372036854775807m", "9223372036854775807h", "9223372036854775807d", "9223372036854775s", "-1s", "0s", "1e9s", "s", "1"]
SHARDS = ["0/0", "1/0", "0/1", "2/1", "1/9223372036854775807", "9223372036854775807/9223372036854775807", "-1/1", "1/-1", "1/1/1", "/", "1/", "9223372036854775808/9223372036854775808"]
CHECK = ["check", "--client", "reference", "fixtures/loaded.scenario"]
# An option, what stands before it, and what behind.
OPTIONS = [(CHECK[:3], "--jobs", CHECK[3:]), (CHECK[:3], "--shard", CHECK[3:]), (CHECK[:3], "--patience", CHECK[3:]),
           (["play", "--quiet"], "--patience", ["fixtures/page.scenario", "--", "true"]), (["play", "--quiet"], "--deadline", ["fixtures/page.scenario", "--", "true"]),
           (["play", "--quiet"], "--settle", ["fixtures/page.scenario", "--", "true"]), (["driver-test"], "--deadline", ["--", "true"]),
           (["serve", "--control-port", "0"], "--port", ["none"]), (["serve", "--port", "0"], "--control-port", ["none"]), (["lint"], "--columns", ["fixtures"])]
# A command's surroundings, and the best way in which it can end there.
SURROUNDINGS = [{"COLUMNS": amount} for amount in AMOUNTS if "\0" not in amount] + [
    {"COLUMNS": "1"}, {"COLUMNS": "2"}, {"TMPDIR": "/nowhere"}, {"TMPDIR": ""}, {"TMPDIR": "/dev/null"}, {"TMPDIR": "/proc"}, {"TMPDIR": "x" * 5000}, {"HOME": ""}, {"HOME": "/nowhere"},
    {"PATH": ""}, {"PATH": ":" * 10000}, {"PATH": "/nowhere"}, {"LANG": "\udcff"}, {"TERM": "x" * 10000}, {"NO_COLOR": "1", "CLICOLOR_FORCE": "1"}, {"http_proxy": "http://127.0.0.1:1", "all_proxy": "\udcff"},
    {"QUINTAIN_CERTS": "/nowhere"}, {"QUINTAIN_CERTS": "/dev/zero"}, {"QUINTAIN_TOKEN": ""}, {"QUINTAIN_TOKEN": "\udcff" * 1000}, {"QUINTAIN_FIXTURES": "/nowhere"}, {"CI": "x" * 100000},
    {"SSL_CERT_FILE": "/dev/zero"}, {"OPENSSL_CONF": "/nowhere"}, {"TZ": "../../etc/passwd"}, {"\udcff": "\udcfe"}]


def attack(ledger):
    place = prepare(ledger.folder)
    dice = ledger.dice(KIND)
    usual = {}
    for words, status in PRINTING:
        ended = command.run(place, words)
        usual[tuple(words)] = ended
        if ended.status != status:
            raise command.Trouble(f"quintain {' '.join(words)}: {ended.told}, and not {status}")
    few_files(ledger, place, dice, usual)
    few_for_a_server(ledger, place)
    few_for_drivers(ledger, place)
    surroundings(ledger, place, dice, usual)
    arguments(ledger, place, dice)


def judge(ledger, place, words, how, ended, usual=None):
    """The command does its work, or says that it did not."""
    said = f"{how} quintain {' '.join(words)}"
    if ended.fault:
        ledger.found(KIND, how, ended.fault, said)
    elif usual and ended.status == usual.status:
        # What it prints of verdicts is the same; what differs is time and ports.
        if ended.status == 0 and len(ended.output) < len(usual.output) / 2 and words[:1] != ["--version"]:
            ledger.found(KIND, how, f"green, and it said less: {ended.told}", said)
    elif ended.status == 0:
        ledger.found(KIND, how, f"green where it is not: {ended.told}", said)
    elif not (ended.errors + ended.output).strip():
        ledger.found(KIND, how, f"exit status {ended.status} without a word", said)
    for left in place.left():
        ledger.found(KIND, how, left, said)


def few_files(ledger, place, dice, usual):
    for files in STEPS if not ledger.is_short else dice.sample(STEPS, 3):
        for words, _ in dice.sample(PRINTING, ledger.many(len(PRINTING), 12)):
            ledger.count(KIND)
            ended = command.run(place, words, files=files)
            judge(ledger, place, words, f"ulimit -n {files};", ended, usual[tuple(words)])


def few_for_a_server(ledger, place):
    """It is not ready, and says why; or it is, and answers with all its connections taken."""
    for files in [8, 32, 63, 64, 72, 96, 256] if not ledger.is_short else [63, 64, 96]:
        ledger.count(KIND)
        try:
            server = command.Server(place, "--log", "text", files=files)
        except command.Trouble as trouble:
            if "status 2" not in str(trouble) or "open files" not in str(trouble):
                ledger.found(KIND, f"ulimit -n {files}; serve", trouble)
            continue
        with server:
            taken = [wire.connect(server.routes) for _ in range(files + 20)]
            try:
                status, told = server.ask("GET", "/health")
                if status != 200:
                    ledger.found(KIND, f"ulimit -n {files}; serve", f"the control port answered {status} {told}")
                status, told = server.ask("POST", "/sessions", {"scenario": "page.scenario"})
                if status == 201:
                    server.ask("DELETE", f"/sessions/{told['id']}")
                elif status != 503 or not told["error"]["message"]:
                    ledger.found(KIND, f"ulimit -n {files}; serve", f"a session was answered {status} {told}")
            finally:
                for connection in taken:
                    connection.close()
            server.finish(ledger, KIND)


def few_for_drivers(ledger, place):
    """Many cases at once, each with a process, ports and connections: those that could not be played are never green."""
    rows = "".join(f"       r{number} | {number}\n" for number in range(30))
    place.write("rows.scenario", f"# Rows\ncases  name | n\n{rows}client GET /{{{{n}}}}\n> GET /{{{{n}}}}\n< 200 OK\n<\n< first\n* response 200\n* data \"first\"\n* finish\n")
    driver = os.path.join(os.path.dirname(os.path.abspath(__file__)), "driver.py")
    for client in (["--client", "reference", "rows.scenario"], ["rows.scenario", "--", sys.executable, "-B", driver, "right"]):
        for files in [64, 66, 70, 80, 100, 130, 200, 300] if not ledger.is_short else [64, 100]:
            ledger.count(KIND)
            words = ["check", "--jobs", "30", "--known-failing", "none", *client]
            ended = command.run(place, words, timeout=60, files=files)
            how = f"ulimit -n {files};"
            if ended.status == 0 and not re.search(rb"^(?:30|210) passed(?:, \d+ lines? not checked)?$", ended.output, re.MULTILINE):
                ledger.found(KIND, how, f"green where it is not: {ended.told}", f"{how} quintain {' '.join(words)}")
            judge(ledger, place, words, how, ended, ended)


def surroundings(ledger, place, dice, usual):
    for variables in SURROUNDINGS:
        for words, _ in dice.sample(PRINTING, ledger.many(2, 8)):
            ledger.count(KIND)
            ended = command.run(place, words, variables=variables)
            judge(ledger, place, words, " ".join(f"{name}={value[:60]!a}" for name, value in variables.items()), ended, usual[tuple(words)])


def arguments(ledger, place, dice):
    for before, option, behind in OPTIONS:
        amounts = AMOUNTS + {"--shard": SHARDS, "--patience": TIMES, "--deadline": TIMES, "--settle": TIMES}.get(option, [])
        for amount in amounts if not ledger.is_short else dice.sample(amounts, 6):
            ledger.count(KIND)
            words = [*before, option, amount, *behind]
            ended = command.run(place, words, timeout=30)
            # Legal commands are carried out; each of these ends at once.
            judge(ledger, place, [word[:60] for word in words], "", ended, ended)
