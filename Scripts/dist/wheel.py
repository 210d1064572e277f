#!/usr/bin/env python3
# wheel.py: packs the command for pip.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""wheel.py TREE VERSION FOLDER: packs what `make install` has put below TREE. The command is one of the wheel's scripts, and
finds its fixtures in the environment's share/quintain, as it does below any prefix."""

import base64
import hashlib
import os
import platform
import re
import subprocess
import sys
import zipfile

# Times in an archive begin in 1980; one for all makes the same files the same wheel.
TIME = (1980, 1, 1, 0, 0, 0)
METADATA = """\
Metadata-Version: 2.1
Name: quintain
Version: {version}
Summary: HTTP conformance and test-fixture server: the practice target that hits back
License: Apache-2.0
Classifier: Development Status :: 4 - Beta
Classifier: Environment :: Console
Classifier: License :: OSI Approved :: Apache Software License
Classifier: Operating System :: POSIX :: Linux
Classifier: Topic :: Internet :: WWW/HTTP
Classifier: Topic :: Software Development :: Testing
Requires-Python: >=3.8
Description-Content-Type: text/markdown

{description}"""


def tag(program):
    """The oldest C library that has all the symbols, and the machine: PEP 600."""
    symbols = subprocess.run(["objdump", "-T", program], check=True, capture_output=True, text=True).stdout
    versions = {tuple(map(int, version.split("."))) for version in re.findall(r"\bGLIBC_([0-9.]+)", symbols)}
    return "manylinux_{}_{}_{}".format(*max(versions)[:2], platform.machine())


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

    def close(self, name):
        self.zip.writestr(zipfile.ZipInfo(name, TIME), "\n".join([*self.record, f"{name},,", ""]))
        self.zip.close()


def files(folder):
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(place, name)
            with open(path, "rb") as file:
                yield os.path.relpath(path, folder), file.read()


def main():
    tree, version, folder = sys.argv[1:]
    program = os.path.join(tree, "bin", "quintain")
    kind = f"py3-none-{tag(program)}"
    wheel = Wheel(os.path.join(folder, f"quintain-{version}-{kind}.whl"))
    data, info = f"quintain-{version}.data", f"quintain-{version}.dist-info"
    with open(program, "rb") as file:
        wheel.add(f"{data}/scripts/quintain", file.read(), 0o755)
    for name, content in files(os.path.join(tree, "share")):
        wheel.add(f"{data}/data/share/{name}", content)
    for name, content in files(os.path.join(tree, "licences")):
        wheel.add(f"{info}/licences/{name}", content)
    with open(os.path.join(tree, "LICENSE"), "rb") as file:
        wheel.add(f"{info}/licences/LICENSE", file.read())
    with open(os.path.join(tree, "README.md"), encoding="utf-8") as file:
        wheel.add(f"{info}/METADATA", METADATA.format(version=version, description=file.read()).encode())
    wheel.add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: quintain\nRoot-Is-Purelib: false\nTag: {kind}\n".encode())
    wheel.close(f"{info}/RECORD")


main()
