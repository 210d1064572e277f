#!/usr/bin/env python3
# materials.py: writes what the command is made of, as scanners for known vulnerabilities read it.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""materials.py VERSION LICENCES FILE COMMAND…: an SPDX 2.3 document of all that is linked into the command, with the hashes of
these files, each of which is the command. The folder of licences has a file for each part. COMMAND is NAME=PATH, where NAME is what
the file is called in what is passed on."""

import hashlib
import json
import os
import platform
import re
import subprocess
import sys

UNKNOWN = "NOASSERTION"


def said(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True, env={**os.environ, "TZ": "UTC"}).stdout.strip()


def part(name, version, licence=UNKNOWN, supplier=UNKNOWN, locator=None):
    reference = {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": locator}
    return {
        "SPDXID": "SPDXRef-" + name.replace("+", "x"), "name": name, "versionInfo": version, "supplier": supplier,
        "downloadLocation": UNKNOWN, "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
        "copyrightText": UNKNOWN, **({"externalRefs": [reference]} if locator else {}),
    }


def packaged(name):
    """A library of the system, under the name by which advisories know it."""
    form = "${Version} ${source:Package} ${source:Version} ${Architecture}"
    version, source, of_source, architecture = said("dpkg-query", "--show", f"--showformat={form}", name).split()
    known = platform.freedesktop_os_release()
    locator = (f"pkg:deb/{known['ID']}/{name}@{version}?arch={architecture}&distro={known['ID']}-{known.get('VERSION_ID', '')}"
               f"&upstream={source}%40{of_source}")
    return part(name, version, supplier=f"Organization: {known['ID'].capitalize()}", locator=locator.replace("+", "%2B"))


def hashed(name, path):
    """A file that is the command. SPDX asks for the SHA-1 of each file; the SHA-256 is what others compare."""
    with open(path, "rb") as file:
        content = file.read()
    return {
        "SPDXID": "SPDXRef-File-" + re.sub(r"[^A-Za-z0-9.-]", "-", name), "fileName": "./" + name, "fileTypes": ["BINARY"],
        "checksums": [{"algorithm": kind, "checksumValue": hashlib.new(kind.lower(), content).hexdigest()} for kind in ("SHA1", "SHA256")],
        "licenseConcluded": UNKNOWN, "copyrightText": UNKNOWN,
    }


version, licences, target, *commands = sys.argv[1:]
files = [hashed(*command.split("=", 1)) for command in commands]
swift = said("swift", "--version").split("Swift version ", 1)[1].split()[0]
own = {"quintain": part("quintain", version, "Apache-2.0"),
       "swift": part("swift", swift, "Apache-2.0", locator=f"pkg:github/swiftlang/swift@swift-{swift}-RELEASE")}
packages = [own.get(name) or packaged(name) for name in sorted(os.listdir(licences))]
links = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-quintain")]
links += [("SPDXRef-quintain", "STATIC_LINK", package["SPDXID"]) for package in packages if package["name"] != "quintain"]
links += [(file["SPDXID"], "GENERATED_FROM", "SPDXRef-quintain") for file in files]
name = f"quintain-{version}-linux-{platform.machine()}"
document = {
    "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": name,
    "documentNamespace": f"urn:quintain:{name}:{said('git', 'describe', '--always', '--dirty', '--abbrev=40', '--exclude', '*')}",
    "creationInfo": {"created": said("git", "log", "-1", "--format=%cd", "--date=format-local:%Y-%m-%dT%H:%M:%SZ"),
                     "creators": ["Tool: quintain-make-dist"]},
    "packages": packages, "files": files,
    "relationships": [{"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other} for one, kind, other in links],
}
with open(target, "w", encoding="utf-8") as file:
    file.write(json.dumps(document, indent=2) + "\n")
