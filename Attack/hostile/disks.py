# disks.py: standard output that cannot be written, and full disks.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""The exit status tells that output was lost; older files are still there, whole; no temporary file stays."""

import errno
import json
import os
import stat
import subprocess
import time

from . import command
from .command import Place

KIND = "disks"
TRACE = '{"callback": "didCreateTask"}\n{"callback": "didReceiveResponse", "status": 200}\n{"callback": "didComplete"}\n'
# Each command that prints, and its exit status when it can.
PRINTING = [
    (["--help"], 0), (["--version"], 0), (["serve", "--help"], 0), (["lint", "fixtures"], 0), (["lint", "--json", "fixtures"], 0),
    (["lint", "wrong.scenario"], 2), (["lint", "--json", "wrong.scenario"], 2), (["format", "--check", "fixtures"], 0), (["format", "--check", "untidy.scenario"], 1),
    (["format", "--stdout", "untidy.scenario"], 0), (["explain", "--list"], 0), (["explain", "too-soon"], 0), (["certificate", "--authority"], 0),
    (["certificate", "web.test", "--out", "made"], 0), (["judge", "--contract", "urlsession-data", "trace.jsonl"], 0),
    (["judge", "--contract", "urlsession-data", "--json", "trace.jsonl"], 0), (["judge", "--list"], 0),
    (["play", "fixtures/page.scenario", "--", "sh", "get.sh"], 0), (["play", "--json", "fixtures/page.scenario", "--", "sh", "get.sh"], 0),
    (["play", "--quiet", "fixtures/page.scenario", "--", "true"], 1), (["check", "--list", "--client", "reference"], 0), (["check", "--list-clients"], 0),
    (["check", "--client", "reference", "fixtures/loaded.scenario"], 0), (["check", "--client", "reference", "--quiet", "fixtures/loaded.scenario"], 0),
    (["check", "--client", "reference", "--json", "-", "fixtures/loaded.scenario"], 0), (["merge", "report.json"], 0), (["merge", "--json", "-", "report.json"], 0),
]
# Each option that names a file to write, and a command that has it.
WRITING = [
    ["play", "--transcript", "FILE", "fixtures/page.scenario", "--", "sh", "get.sh"],
    *[["check", "--client", "reference", option, "FILE", "fixtures/loaded.scenario"] for option in ("--json", "--junit", "--html")],
    *[["merge", option, "FILE", "report.json"] for option in ("--json", "--junit", "--html")],
    ["serve", "fixtures", "--port", "0", "--control-port", "0", "--ready-file", "FILE"],
]
UNTIDY = "#   Untidy\ncases a|b\n       1 |   2\n> GET /{{a}}{{b}}\n< 200\n" + "# more\n" * 30000


def prepare(folder):
    place = Place(folder)
    place.write("trace.jsonl", TRACE)
    place.write("wrong.scenario", "# Wrong\n> GET /\n* redirct 302\n< 200\n")
    place.write("untidy.scenario", UNTIDY)
    place.write("made/.keep", "")
    # A client in shell alone would be slow, and Python is there, because it runs this.
    place.write("get.sh", "exec python3 -c 'import os, urllib.request as r; [r.urlopen(os.environ[\"QUINTAIN_ORIGIN\"] + p).read() for p in (\"/page\", \"/next\")]'\n")
    ended = command.run(place, ["check", "--client", "reference", "--json", "report.json", "fixtures/loaded.scenario"])
    if ended.status != 0:
        raise command.Trouble(f"no report was made: {ended.told}")
    return place


def attack(ledger):
    place = prepare(ledger.folder)
    disks = Disks(ledger, place)
    for words, usual in PRINTING:
        disks.printing(words, usual)
    for words in WRITING:
        disks.writing(words)
    disks.sizes()
    full = FullDisk(place)
    if full.reason:
        ledger.leave_out("folders on a full disk", full.reason)
        return
    with full:
        disks.full(full)


def full_device(place):
    """A device that is always full. Root may remove that of the system, and what is attacked here might, too: root gets one
    of its own."""
    if os.geteuid() != 0:
        return "/dev/full"
    path = os.path.join(place.path, "full")
    try:
        os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, 7))
        with open(path, "wb", buffering=0) as device:
            device.write(b"a")
    except OSError as error:
        return path if error.errno == errno.ENOSPC else None
    return None


class FullDisk:
    """A small disk of our own, if the system lets us mount one."""

    def __init__(self, place):
        self.path = os.path.join(place.path, "disk")
        os.makedirs(self.path)
        self.reason = None
        if os.geteuid() != 0:
            self.reason = "only root may mount a small disk"
            return
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "quintain-attack", self.path], capture_output=True, text=True)
        if done.returncode != 0:
            self.reason = f"a small disk could not be mounted: {done.stderr.strip()}"

    def fill(self, leaving=0):
        """All but so many bytes, in pages."""
        path = os.path.join(self.path, "filling")
        with open(path, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"\0" * 4096)
            except OSError:
                pass
            file.truncate(max(0, file.tell() - leaving))

    def empty(self):
        os.remove(os.path.join(self.path, "filling"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # A process that is just ending may still have an open file there.
        subprocess.run(["umount", "-l", self.path], check=False, capture_output=True)


class Disks:
    def __init__(self, ledger, place):
        self.ledger, self.place, self.device = ledger, place, None

    def fails(self, words, how, ended, statuses=(2,)):
        """The rules of a command that could not write its output."""
        said = f"quintain {' '.join(words)} {how}"
        if ended.fault:
            self.ledger.found(KIND, how, ended.fault, said)
        elif ended.status not in statuses:
            self.ledger.found(KIND, how, f"{ended.told}, and not {' or '.join(map(str, statuses))}", said)
        for left in self.place.left():
            self.ledger.found(KIND, how, left, said)

    def printing(self, words, usual):
        self.ledger.count(KIND)
        self.fails(words, "as it is used", command.run(self.place, words), (usual,))
        self.ledger.count(KIND)
        with open("/dev/full", "wb") as full:
            self.fails(words, ">/dev/full", command.run(self.place, words, stdout=full), (2,))
            self.ledger.count(KIND)
            ended = command.run(self.place, words, stdout=full, stderr=full)
            self.fails(words, ">/dev/full 2>&1", ended, (2,))
            self.ledger.count(KIND)
            # Only remarks are printed there.
            self.fails(words, "2>/dev/full", command.run(self.place, words, stderr=full), {usual, 2})
        self.ledger.count(KIND)
        reading, writing = os.pipe()
        os.close(reading)
        # The reader has gone: 'quintain … | head' is no fault, but if output was lost it is no success either.
        self.fails(words, "| true", command.run(self.place, words, stdout=writing), {usual, 2})
        os.close(writing)

    def writing(self, words):
        device = full_device(self.place) if self.device is None else self.device
        self.device = device or ""
        if device:
            self.ledger.count(KIND)
            there = ["full" if word == "FILE" and device != "/dev/full" else device if word == "FILE" else word for word in words]
            self.fails(there, "", command.run(self.place, there), (2,))
            if not os.path.exists(device) or not stat.S_ISCHR(os.stat(device).st_mode):
                self.ledger.found(KIND, "a full device", "it was removed", f"quintain {' '.join(there)}")
                self.device = None
        else:
            self.ledger.leave_out(f"quintain {' '.join(words)} on a full device", "there is none that may be tried")
        self.ledger.count(KIND)
        nowhere = ["none/there" if word == "FILE" else word for word in words]
        self.fails(nowhere, "", command.run(self.place, nowhere), (2,))

    def sizes(self):
        """At a limit on the size of files the system sends a signal, unless the program ignores it."""
        for words in WRITING:
            self.ledger.count(KIND)
            words = ["report.out" if word == "FILE" else word for word in words]
            if words[0] == "serve":
                continue
            self.fails(words, "with 'ulimit -f 0'", command.run(self.place, words, size=0), (2,))
        self.ledger.count(KIND)
        self.unchanged("untidy.scenario", UNTIDY, size=4096)

    def unchanged(self, name, text, **more):
        """A file that cannot be formatted for want of room is unchanged, and no other file lies beside it."""
        path = os.path.join(self.place.path, name)
        folder = os.path.dirname(path)
        before = sorted(os.listdir(folder))
        ended = command.run(self.place, ["format", name], **more)
        self.fails(["format", name], "without room", ended, (2,))
        with open(path) as file:
            if file.read() != text:
                self.ledger.found(KIND, "format", f"without room, '{name}' is not what it was; {ended.told}", f"quintain format {name}")
        after = sorted(os.listdir(folder))
        if after != before:
            self.ledger.found(KIND, "format", f"a draft stayed: {set(after) - set(before)}", f"quintain format {name}")

    def full(self, disk):
        self.place.write("disk/untidy.scenario", UNTIDY[:100000])
        disk.fill()
        self.ledger.count(KIND)
        self.unchanged("disk/untidy.scenario", UNTIDY[:100000])
        for words in WRITING:
            self.ledger.count(KIND)
            words = ["disk/report" if word == "FILE" else word for word in words]
            self.fails(words, "on a full disk", command.run(self.place, words), (2,))
        self.temporary(disk)
        disk.empty()
        self.log(disk)

    def temporary(self, disk):
        """No room for temporary files: a command that needs some says so, and none succeeds without its work."""
        for words, usual in PRINTING:
            self.ledger.count(KIND)
            ended = command.run(self.place, words, variables={"TMPDIR": disk.path})
            said = f"TMPDIR={disk.path} quintain {' '.join(words)}"
            if ended.fault:
                self.ledger.found(KIND, "without room for temporary files", ended.fault, said)
            elif ended.status != usual and not (ended.status in (1, 2) and (ended.output or ended.errors).strip()):
                self.ledger.found(KIND, "without room for temporary files", ended.told, said)
            left = set(os.listdir(disk.path)) - {"filling", "untidy.scenario", "report"}
            if left:
                self.ledger.found(KIND, "without room for temporary files", f"{left} stayed in TMPDIR", said)

    def log(self, disk):
        """A log on a disk that fills up and is emptied: whole lines, and the server goes on."""
        self.ledger.count(KIND)
        path = os.path.join(disk.path, "log")
        with command.Server(self.place, "--log", "json", "--log-level", "debug", log=path) as server:
            disk.fill(leaving=8192)
            for _ in range(200):
                fault = server.plain()
                if fault:
                    return self.ledger.found(KIND, "a log on a full disk", fault)
            disk.empty()
            for _ in range(20):
                server.plain()
            time.sleep(0.1)
            server.finish(self.ledger, KIND)
            with open(path) as file:
                lines = file.read().splitlines()
        # The disk may have taken half a line. The next one begins on a line of its own, and says how many are missing.
        broken = [line for line in lines if not whole(line)]
        if len(broken) > 1 or not any('"lines-dropped"' in line for line in lines):
            self.ledger.found(KIND, "a log on a full disk", f"{len(broken)} of {len(lines)} lines are no JSON, such as {broken[:1]}")


def whole(line):
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False
