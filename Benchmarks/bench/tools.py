# tools.py: the programs that the benchmarks need.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import os
import shutil
import subprocess
import sys

from .servers import ROOT, Trouble

PACKAGES = {
    "nginx": "nginx", "wrk": "wrk", "go": "golang-go", "valgrind": "valgrind", "h2load": "nghttp2-client",
    "nghttpd": "nghttp2-server", "taskset": "util-linux",
}
# What the clients of the bundled drivers need, by the names of Scripts/setup.
CLIENTS = ["curl", "pycurl", "httpx", "lwp"]


def install():
    subprocess.run([os.path.join(ROOT, "Scripts", "setup"), *CLIENTS], check=True)
    missing = [package for tool, package in PACKAGES.items() if not find(tool)]
    if missing:
        if not shutil.which("apt-get"):
            raise Trouble(f"there is no apt-get here: install {', '.join(missing)} in your system's way")
        prefix = [] if os.geteuid() == 0 else ["sudo"]
        subprocess.run(prefix + ["apt-get", "update"], check=False)
        subprocess.run(prefix + ["apt-get", "install", "-y", "--no-install-recommends", *missing], check=True)
    print("all of them are installed:", ", ".join([*PACKAGES, *CLIENTS]))


def find(tool):
    # nginx lives where only root looks.
    if "/usr/sbin" not in os.environ["PATH"].split(":"):
        os.environ["PATH"] += ":/usr/sbin"
    return shutil.which(tool)


def python_with(module):
    """A Python that has it: Debian's module works with Debian's Python only, and PATH may name another one first."""
    for python in ("python3", "/usr/bin/python3"):
        if subprocess.run([python, "-c", f"import {module}"], capture_output=True).returncode == 0:
            return python
    return None


def lacking(*tools):
    """What is said of the missing ones; nil: all are there."""
    missing = [tool for tool in tools if not find(tool)]
    if not missing:
        return None
    names = " and ".join(", ".join(missing).rsplit(", ", 1))
    return f"{names} {'is' if len(missing) == 1 else 'are'} missing: run 'Benchmarks/run --install'"


def need(*tools):
    if not sys.platform.startswith("linux"):
        raise Trouble("the benchmarks read /proc, so they run on Linux only")
    if said := lacking(*tools):
        raise Trouble(said)


def need_binary(path):
    binary = path or os.path.join(ROOT, ".build", "release", "quintain")
    if not os.access(binary, os.X_OK):
        raise Trouble(f"there is no '{binary}': run 'swift build -c release --product quintain'")
    return os.path.abspath(binary)
