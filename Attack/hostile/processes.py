# processes.py: a process's descriptors, memory and remaining children, as the system lists them.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import os
import signal
import time

MARK = "QUINTAIN_ATTACK"


def descriptors(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))


def watches(pid):
    """Whether it has begun to watch files."""
    for name in os.listdir(f"/proc/{pid}/fd"):
        try:
            if os.readlink(f"/proc/{pid}/fd/{name}") == "anon_inode:inotify":
                return True
        except OSError:
            # It was closed meanwhile.
            pass
    return False


def resident(pid):
    """Bytes in memory."""
    with open(f"/proc/{pid}/status") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmRSS"))


def children(pid):
    found = []
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/children") as file:
            found += [int(word) for word in file.read().split()]
    return found


def marked(mark):
    """The processes with this mark in their environment, whatever their parent is by now. No zombies."""
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit() or int(name) == os.getpid():
            continue
        try:
            with open(f"/proc/{name}/environ", "rb") as file:
                if f"{MARK}={mark}".encode() in file.read().split(b"\0"):
                    found.append(int(name))
        except OSError:
            pass
    return found


def name_of(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read().replace(b"\0", b" ").decode(errors="replace").strip()[:100]
    except OSError:
        return "gone"


def stayed(mark, patience=2.0):
    """The marked processes that are there after a while; they are ended, so that they cannot disturb what follows."""
    until = time.monotonic() + patience
    while (left := marked(mark)) and time.monotonic() < until:
        time.sleep(0.02)
    told = [f"{pid} ({name_of(pid)})" for pid in left]
    for pid in left:
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass
    return told


def settled(look, wanted, patience=5.0):
    """What `look` gives once it is at most `wanted`, or after a while."""
    until = time.monotonic() + patience
    while (value := look()) > wanted and time.monotonic() < until:
        time.sleep(0.02)
    return value
