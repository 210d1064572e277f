#!/usr/bin/env python3
# bundle.py: packs the command for SwiftPM, as an artifact bundle (SE-0305).
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""bundle.py TREE VERSION FOLDER: packs what `make install` has put below TREE."""

import json
import os
import platform
import shutil
import sys
import tempfile


def main():
    tree, version, folder = sys.argv[1:]
    machine = platform.machine()
    with tempfile.TemporaryDirectory() as stage:
        bundle = os.path.join(stage, "quintain.artifactbundle")
        variant = f"quintain-{version}-linux-{machine}"
        shutil.copytree(tree, os.path.join(bundle, variant))
        about = {
            "schemaVersion": "1.0",
            "artifacts": {
                "quintain": {
                    "type": "executable",
                    "version": version,
                    "variants": [
                        {"path": f"{variant}/bin/quintain", "supportedTriples": [f"{machine}-unknown-linux-gnu"]}
                    ],
                }
            },
        }
        with open(os.path.join(bundle, "info.json"), "w", encoding="utf-8") as file:
            json.dump(about, file, indent=2)
        target = os.path.join(folder, "quintain.artifactbundle")
        shutil.make_archive(target, "zip", stage, "quintain.artifactbundle")


main()
