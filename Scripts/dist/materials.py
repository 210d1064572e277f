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


def said(*words):
    environment = {**os.environ, "TZ": "UTC"}
    return subprocess.run(words, check=True, capture_output=True, text=True, env=environment).stdout.strip()


def distribution():
    with open("/etc/os-release", encoding="utf-8") as file:
        known = dict(line.rstrip().split("=", 1) for line in file if "=" in line)
    return known["ID"].strip('"'), known.get("VERSION_ID", "").strip('"')


def packaged(name):
    """A library of the system, under the name by which advisories know it."""
    form = "${Version} ${source:Package} ${source:Version} ${Architecture}"
    version, source, of_source, architecture = said("dpkg-query", "--show", f"--showformat={form}", name).split()
    system, release = distribution()
    locator = f"pkg:deb/{system}/{name}@{version}?arch={architecture}&distro={system}-{release}&upstream={source}%40{of_source}"
    return part(name, version, locator.replace("+", "%2B"), f"Organization: {system.capitalize()}")


def part(name, version, locator=None, supplier="NOASSERTION", licence="NOASSERTION"):
    package = {
        "SPDXID": "SPDXRef-" + name.replace("+", "x"),
        "name": name,
        "versionInfo": version,
        "supplier": supplier,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": licence,
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
    }
    if locator:
        package["externalRefs"] = [
            {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": locator}
        ]
    return package


def hashed(name, path):
    """A file that is the command. SPDX asks for the SHA-1 of each file; the SHA-256 is what others compare."""
    with open(path, "rb") as file:
        content = file.read()
    return {
        "SPDXID": "SPDXRef-File-" + re.sub(r"[^A-Za-z0-9.-]", "-", name),
        "fileName": "./" + name,
        "fileTypes": ["BINARY"],
        "checksums": [
            {"algorithm": kind, "checksumValue": hashlib.new(kind.lower(), content).hexdigest()} for kind in ("SHA1", "SHA256")
        ],
        "licenseConcluded": "NOASSERTION",
        "copyrightText": "NOASSERTION",
    }


def main():
    version, licences, target, *commands = sys.argv[1:]
    files = [hashed(*command.split("=", 1)) for command in commands]
    swift = said("swift", "--version").split("Swift version ", 1)[1].split()[0]
    own = {
        "quintain": part("quintain", version, licence="Apache-2.0"),
        "swift": part("swift", swift, f"pkg:github/swiftlang/swift@swift-{swift}-RELEASE", licence="Apache-2.0"),
    }
    packages = [own.get(name) or packaged(name) for name in sorted(os.listdir(licences))]
    commit = said("git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude", "*")
    made = said("git", "log", "-1", "--format=%cd", "--date=format-local:%Y-%m-%dT%H:%M:%SZ")
    links = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-quintain")]
    links += [("SPDXRef-quintain", "STATIC_LINK", package["SPDXID"]) for package in packages if package["name"] != "quintain"]
    links += [(file["SPDXID"], "GENERATED_FROM", "SPDXRef-quintain") for file in files]
    name = f"quintain-{version}-linux-{platform.machine()}"
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": name,
        "documentNamespace": f"urn:quintain:{name}:{commit}",
        "creationInfo": {"created": made, "creators": ["Tool: quintain-make-dist"]},
        "packages": packages,
        "files": files,
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other} for one, kind, other in links
        ],
    }
    with open(target, "w", encoding="utf-8") as file:
        json.dump(document, file, indent=2)
        file.write("\n")


main()
