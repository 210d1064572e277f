# usages.py: the command's options, as its sources have them, and whether a command line keeps to them.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import re

import tree

COMMANDS = "Sources/QuintainCommand/Commands/"


def usages(root):
    """The program's commands, each with its options and whether they take a value."""
    found = {}
    for path in tree.files(root, ".swift"):
        if not path.startswith(COMMANDS):
            continue
        text = tree.read(root, path)
        name = re.search(r'Usage\(\s*name: "([a-z]+)"', text)
        if name:
            options = re.findall(r'\.init\(\s*"(--[a-z-]+)", (nil|"[^"]*")', text)
            found[name.group(1)] = {option: value != "nil" for option, value in options}
    return found


def command_fault(line, commands):
    if line[0] not in commands:
        return f"there is no command '{line[0]}'"
    rest, options = line[1:], commands[line[0]]
    while rest:
        word = rest.pop(0)
        if not word.startswith("-"):
            continue
        name, equals, _ = word.partition("=")
        if name not in options:
            return f"'{line[0]}' has no option '{name}'"
        if options[name] and not equals:
            if not rest:
                return f"'{name}' needs a value"
            rest.pop(0)
    return None
