# tree.py: the project's files, and how a check reports, for the checks in the folders beside it.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""Shared by the checks: the project's files, Swift without its comments, and a report that proves a check ran."""

import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))

LITERALS_AND_COMMENTS = re.compile(
    r'"""(?:\\.|(?!""").)*"""|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)


def files(root, *suffixes):
    """Paths below the root, sorted: what git tracks or would track; without git, all but hidden folders."""
    listing = subprocess.run(
        ["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True, text=True)
    inside = subprocess.run(["git", "-C", root, "rev-parse", "--show-toplevel"], capture_output=True, text=True)
    if listing.returncode == 0 and os.path.realpath(inside.stdout.strip()) == os.path.realpath(root):
        names = [name for name in listing.stdout.split("\0") if name and os.path.exists(os.path.join(root, name))]
    else:
        names = []
        for folder, folders, here in os.walk(root):
            folders[:] = [name for name in folders if not name.startswith(".")]
            names += [os.path.relpath(os.path.join(folder, name), root) for name in here]
    return sorted(name for name in set(names) if not suffixes or name.endswith(suffixes))


def read(root, name):
    with open(os.path.join(root, name), encoding="utf-8") as file:
        return file.read()


def package(root):
    """What the manifest says; a self-test has it as a file."""
    if os.path.exists(os.path.join(root, "manifest.json")):
        return json.loads(read(root, "manifest.json"))
    dump = ["swift", "package", "--package-path", root, "dump-package"]
    return json.loads(subprocess.run(dump, check=True, capture_output=True, text=True).stdout)


def uses(target):
    """The names of what a target of the manifest depends on."""
    return [next(iter(use.values()))[0] for use in target["dependencies"]]


def code(text):
    """Swift with comments and the insides of strings blanked; line numbers stay."""
    return LITERALS_AND_COMMENTS.sub(lambda found: "".join("\n" if c == "\n" else " " for c in found.group()), text)


def line(text, offset):
    return text.count("\n", 0, offset) + 1


def write(root, contents):
    """Makes the files of a self-test."""
    for name, text in contents.items():
        path = os.path.join(root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def debian(module):
    """Goes on with Debian's Python if PATH names another one first, which has not this module of Debian's."""
    if importlib.util.find_spec(module) is None:
        if os.path.realpath(sys.executable) == os.path.realpath("/usr/bin/python3"):
            sys.exit(f"{sys.argv[0]}: python3-{module} is missing: Scripts/setup python3-{module}")
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])


def main(name, check, cases):
    """Runs the check on the project, or with --self-test on inputs that it must reject. `check(root)` returns its complaints and a sentence
    on what it has read. Each of `cases` is a name, files and the complaint that they must get; no complaint: they are in order."""
    if sys.argv[1:] == ["--self-test"]:
        wrong = []
        for title, contents, expected in cases:
            with tempfile.TemporaryDirectory() as root:
                write(root, contents)
                complaints, _ = check(root)
            fits = any(expected in complaint for complaint in complaints) if expected else not complaints
            if not fits:
                wrong.append(f"{name}: {title}: expected {expected or 'no complaint'!r}, got {complaints}")
        finish(name, wrong, f"self-test of {len(cases)} inputs")
    elif sys.argv[1:]:
        sys.exit(f"usage: {sys.argv[0]} [--self-test]")
    else:
        finish(name, *check(ROOT))


def finish(name, complaints, looked_at):
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    verdict = f"{len(complaints)} complaint{'' if len(complaints) == 1 else 's'}" if complaints else "in order"
    print(f"{name}: {looked_at}: {verdict}")
    sys.exit(1 if complaints else 0)
