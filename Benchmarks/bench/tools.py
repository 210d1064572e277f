# tools.py: the programs that the benchmarks need.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import os
import shutil
import subprocess
import sys

from .servers import ROOT, Trouble

PACKAGES = {
    "nginx": "nginx", "wrk": "wrk", "go": "golang-go", "valgrind": "valgrind", "h2load": "nghttp2-client",
    "nghttpd": "nghttp2-server",
}


def install():
    missing = [package for tool, package in PACKAGES.items() if not find(tool)]
    if not missing:
        print("all of them are installed:", ", ".join(PACKAGES))
        return
    if not shutil.which("apt-get"):
        raise Trouble(f"there is no apt-get here: install {', '.join(missing)} in your system's way")
    prefix = [] if os.geteuid() == 0 else ["sudo"]
    subprocess.run(prefix + ["apt-get", "update"], check=False)
    subprocess.run(prefix + ["apt-get", "install", "-y", "--no-install-recommends", *missing], check=True)


def find(tool):
    # nginx lives where only root looks.
    if "/usr/sbin" not in os.environ["PATH"].split(":"):
        os.environ["PATH"] += ":/usr/sbin"
    return shutil.which(tool)


def need(*tools):
    if not sys.platform.startswith("linux"):
        raise Trouble("the benchmarks read /proc, so they run on Linux only")
    missing = [tool for tool in tools if not find(tool)]
    if missing:
        names = " and ".join(", ".join(missing).rsplit(", ", 1))
        raise Trouble(f"{names} {'is' if len(missing) == 1 else 'are'} missing: run 'Benchmarks/run --install'")


def need_binary(path):
    binary = path or os.path.join(ROOT, ".build", "release", "quintain")
    if not os.access(binary, os.X_OK):
        raise Trouble(f"there is no '{binary}': run 'swift build -c release --product quintain'")
    return os.path.abspath(binary)
