#!/usr/bin/env python3
# vsix.py: packs the extension for VS Code, and tells whether a package is whole.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""vsix.py EXTENSION VERSION FOLDER: packs the folder EXTENSION into FOLDER.
vsix.py --check EXTENSION PACKAGE: has the package all files of the extension, and does its manifest lead to them?

A package is an archive with the extension's own files in `extension`, and two files that describe them."""

import json
import os
import sys
import zipfile
from xml.etree import ElementTree

# Times in an archive begin in 1980; one for all makes the same files the same package.
TIME = (1980, 1, 1, 0, 0, 0)
SCHEMA = "http://schemas.microsoft.com/developer/vsx-schema/2011"
TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
KINDS = {".js": "application/javascript", ".json": "application/json", ".txt": "text/plain", ".vsixmanifest": "text/xml"}
ASSETS = {"Microsoft.VisualStudio.Code.Manifest": "extension/package.json",
          "Microsoft.VisualStudio.Services.Content.License": "extension/LICENSE.txt"}


def contents(extension):
    """The files of the extension by their names in the package, links followed, with the licence of the project."""
    sources = {f"extension/{name}": os.path.join(extension, name) for name in sorted(os.listdir(extension))}
    sources["extension/LICENSE.txt"] = os.path.join(extension, "../../LICENSE")
    files = {}
    for name, path in sources.items():
        with open(path, "rb") as file:
            files[name] = file.read()
    return files


def document(root):
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)


def manifest(about):
    root = ElementTree.Element("PackageManifest", {"Version": "2.0.0", "xmlns": SCHEMA})
    metadata = ElementTree.SubElement(root, "Metadata")
    ElementTree.SubElement(metadata, "Identity", {
        "Language": "en-US", "Id": about["name"], "Version": about["version"], "Publisher": about["publisher"]})
    for name, text in (("DisplayName", about["displayName"]), ("Description", about["description"]),
                       ("Categories", ",".join(about["categories"])), ("License", "extension/LICENSE.txt")):
        ElementTree.SubElement(metadata, name).text = text
    properties = ElementTree.SubElement(metadata, "Properties")
    ElementTree.SubElement(properties, "Property", {
        "Id": "Microsoft.VisualStudio.Code.Engine", "Value": about["engines"]["vscode"]})
    installation = ElementTree.SubElement(root, "Installation")
    ElementTree.SubElement(installation, "InstallationTarget", {"Id": "Microsoft.VisualStudio.Code"})
    ElementTree.SubElement(root, "Dependencies")
    assets = ElementTree.SubElement(root, "Assets")
    for kind, path in ASSETS.items():
        ElementTree.SubElement(assets, "Asset", {"Type": kind, "Path": path, "Addressable": "true"})
    return document(root)


def types():
    root = ElementTree.Element("Types", {"xmlns": TYPES})
    for extension, kind in KINDS.items():
        ElementTree.SubElement(root, "Default", {"Extension": extension, "ContentType": kind})
    return document(root)


def pack(extension, version, folder):
    files = contents(extension)
    about = json.loads(files["extension/package.json"])
    if about["version"] != version:
        sys.exit(f"{extension}/package.json: the version is {about['version']}, and the command's {version}")
    files = {"extension.vsixmanifest": manifest(about), "[Content_Types].xml": types(), **files}
    with zipfile.ZipFile(os.path.join(folder, f"{about['name']}-{version}.vsix"), "w") as package:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, TIME)
            entry.external_attr = 0o100644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            package.writestr(entry, content)


def check(extension, path):
    files = contents(extension)
    about = json.loads(files["extension/package.json"])
    with zipfile.ZipFile(path) as package:
        packed = {name: package.read(name) for name in package.namelist()}
    described = ElementTree.fromstring(packed.pop("extension.vsixmanifest", b"<none/>"))
    kinds = {kind.get("Extension") for kind in ElementTree.fromstring(packed.pop("[Content_Types].xml", b"<none/>"))}
    wrong = [f"{name}: not as in {extension}" for name in sorted(set(files) | set(packed)) if files.get(name) != packed.get(name)]
    wrong += [f"{name}: its kind is not told" for name in packed if os.path.splitext(name)[1] not in kinds]
    identity = described.find(f".//{{{SCHEMA}}}Identity")
    said = {} if identity is None else dict(identity.attrib)
    if (said.get("Id"), said.get("Publisher"), said.get("Version")) != (about["name"], about["publisher"], about["version"]):
        wrong.append(f"the manifest describes {said}")
    assets = [asset.get("Path") for asset in described.iter(f"{{{SCHEMA}}}Asset")]
    wrong += [f"{asset}: named by the manifest, and not there" for asset in assets if asset not in packed]
    if "extension/package.json" not in assets:
        wrong.append("the manifest does not lead to package.json")
    # What the extension loads, and what its own manifest names.
    contributed = about["contributes"]
    named = [about["main"], *(language["configuration"] for language in contributed["languages"]),
             *(grammar["path"] for grammar in contributed["grammars"])]
    wrong += [f"{name}: named by package.json, and not there" for name in named
              if "extension/" + os.path.normpath(name) not in packed]
    print(f"the extension for VS Code: {len(packed)} files")
    sys.exit("\n".join(wrong) if wrong or len(packed) < 8 else 0)


if sys.argv[1] == "--check":
    check(*sys.argv[2:])
else:
    pack(*sys.argv[1:])
