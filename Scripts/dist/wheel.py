#!/usr/bin/env python3
# wheel.py: packs the command, and the plugin for pytest, for pip.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""wheel.py TREE VERSION FOLDER: packs what `make install` has put below TREE, and the plugin.

The command is one of the wheel's scripts, and finds its fixtures in the environment's share/quintain, as it does below any
prefix. The plugin is a wheel of its own, which needs the first one of the same version."""

import base64
import hashlib
import os
import platform
import subprocess
import sys
import zipfile

sys.dont_write_bytecode = True
import documents

# Times in an archive begin in 1980; one for all makes the same files the same wheel.
TIME = (1980, 1, 1, 0, 0, 0)
METADATA = """\
Metadata-Version: 2.1
Name: {name}
Version: {version}
Summary: {summary}
License: Apache-2.0
Classifier: Development Status :: 4 - Beta
Classifier: License :: OSI Approved :: Apache Software License
Classifier: Operating System :: POSIX :: Linux
Classifier: Topic :: Internet :: WWW/HTTP
Classifier: Topic :: Software Development :: Testing
Requires-Python: >=3.8
Description-Content-Type: text/markdown
{more}
{description}"""
PLUGIN = "integrations/python/pytest_quintain"
PLUGIN_README = "integrations/python/README.md"


def tags(program):
    """The systems on which the command runs: PEP 600 and PEP 656. Each name is that of a C library, and it needs none. The
    first one is for a pip that knows no versions."""
    needed = subprocess.run(["readelf", "--dynamic", program], check=True, capture_output=True, text=True).stdout
    if "NEEDED" in needed:
        raise SystemExit(f"dist/wheel: {program} needs libraries, and its wheel says that it needs none:\n{needed}")
    return [f"{system}_{platform.machine()}" for system in ("manylinux2014", "manylinux_2_17", "musllinux_1_1")]


class Wheel:
    def __init__(self, path):
        self.zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self.record = []

    def add(self, name, content, mode=0o644):
        entry = zipfile.ZipInfo(name, TIME)
        entry.external_attr = (0o100000 | mode) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        self.zip.writestr(entry, content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(content)}")

    def describe(self, name, version, kind, summary, description, more=""):
        """Writes the descriptions that pip reads, and closes the wheel."""
        text = METADATA.format(name=name, version=version, summary=summary, more=more, description=description)
        info = f"{name.replace('-', '_')}-{version}.dist-info"
        pure = "true" if kind.endswith("-any") else "false"
        self.add(f"{info}/METADATA", text.encode())
        # The name of the file has all its tags in one, and here each stands by itself: PEP 425.
        python, abi, systems = kind.split("-")
        all = "".join(f"Tag: {python}-{abi}-{system}\n" for system in systems.split("."))
        self.add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: quintain\nRoot-Is-Purelib: {pure}\n{all}".encode())
        record = f"{info}/RECORD"
        self.zip.writestr(zipfile.ZipInfo(record, TIME), "\n".join([*self.record, f"{record},,", ""]))
        self.zip.close()


def described(name, folder="."):
    """The document of that name below the folder, for pip."""
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return documents.unlinked(name, file.read())


def files(folder):
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(place, name)
            with open(path, "rb") as file:
                yield os.path.relpath(path, folder), file.read()


def command(tree, version, folder):
    program = os.path.join(tree, "bin", "quintain")
    kind = f"py3-none-{'.'.join(tags(program))}"
    wheel = Wheel(os.path.join(folder, f"quintain-{version}-{kind}.whl"))
    data, info = f"quintain-{version}.data", f"quintain-{version}.dist-info"
    with open(program, "rb") as file:
        wheel.add(f"{data}/scripts/quintain", file.read(), 0o755)
    for name, content in files(os.path.join(tree, "share")):
        wheel.add(f"{data}/data/share/{name}", content)
    for name, content in files(os.path.join(tree, documents.SHARE, "licences")):
        wheel.add(f"{info}/licences/{name}", content)
    wheel.describe(
        "quintain", version, kind, "HTTP conformance and test-fixture server: the practice target that hits back",
        described(f"{documents.SHARE}/README.md", tree))


def plugin(version, folder):
    kind = "py3-none-any"
    wheel = Wheel(os.path.join(folder, f"pytest_quintain-{version}-{kind}.whl"))
    for name, content in files(PLUGIN):
        if not name.endswith(".pyc"):
            wheel.add(f"pytest_quintain/{name}", content)
    entry = "[pytest11]\nquintain = pytest_quintain.plugin\n"
    wheel.add(f"pytest_quintain-{version}.dist-info/entry_points.txt", entry.encode())
    wheel.describe(
        "pytest-quintain", version, kind, "Plays HTTP scenarios to the client under test, in pytest",
        described(PLUGIN_README),
        f"Classifier: Framework :: Pytest\nRequires-Dist: quintain=={version}\nRequires-Dist: pytest>=8\n")


def main():
    tree, version, folder = sys.argv[1:]
    command(tree, version, folder)
    plugin(version, folder)


main()
