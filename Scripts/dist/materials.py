#!/usr/bin/env python3
# materials.py: writes what the command is made of, as scanners for known vulnerabilities read it.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""materials.py VERSION LICENCES FILE: an SPDX 2.3 document of all that is linked into the command. The folder of licences has
a file for each part."""

import json
import os
import platform
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


def main():
    version, licences, target = sys.argv[1:]
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
    name = f"quintain-{version}-linux-{platform.machine()}"
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": name,
        "documentNamespace": f"urn:quintain:{name}:{commit}",
        "creationInfo": {"created": made, "creators": ["Tool: quintain-make-dist"]},
        "packages": packages,
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other} for one, kind, other in links
        ],
    }
    with open(target, "w", encoding="utf-8") as file:
        json.dump(document, file, indent=2)
        file.write("\n")


main()
