#!/usr/bin/env python3
# documents.py: the documents for readers without a checkout.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""documents.py ROOT TREE: copies the documents into an unpacked package, beside its fixtures and drivers. Instead of how to build the
command the README says how to run it; what is not in the package is named, and no link.
documents.py --unlinked NAME: prints a document as pip keeps it, where no relative link leads anywhere."""

import os
import re
import shutil
import sys

LINK = r"\[(?P<words>[^\]]*)\]\((?P<path>[^)#\s]+)(?P<anchor>#[^)\s]*)?\)"
FENCE = r"^(?P<fence>```+).*?^(?P=fence)[ \t]*$"
INSTALL = re.compile(r"^## Install\n.*?(?=^## )", re.DOTALL | re.MULTILINE)
SHARE = "share/quintain"
# Documents that lie beside what they tell of.
OTHERS = ["integrations/python/README.md", "integrations/python/reference.md", "editors/README.md"]
INSTALLED = """\
## Install

The command runs where it was unpacked, and needs Linux and nothing else. In the folder that has `bin`:

```sh
export PATH="$PWD/bin:$PATH"
quintain serve
```

`tar -xz --strip-components 1 -C /usr/local -f FILE` installs it for all. Fixtures, drivers and documents lie in `share/quintain`: what
the documents run, such as `python3 docs/examples/driver.py`, they run there. `quintain --licences` prints what the command and the
libraries in it may be used under.

"""


def links(text, change):
    """The text with each relative link outside of code as `change` makes it of its words, path and anchor."""
    def changed(found):
        words, path, anchor = found.group("words", "path", "anchor")
        return found.group() if words is None or re.match(r"[a-z]+:", path) else change(words, path, anchor or "")

    return re.sub(rf"{FENCE}|{LINK}", changed, text, flags=re.DOTALL | re.MULTILINE)


def written(root, tree, name, text):
    """A document that lies at that place below the shared files."""
    place = os.path.dirname(name)

    def kept(words, path, anchor):
        there = os.path.exists(os.path.join(tree, SHARE, place, path)) or os.path.normpath(os.path.join(place, path)) in root
        return f"[{words}]({path}{anchor})" if there else words

    return links(text, kept)


def unlinked(name, text):
    """Each link says where its file lies below the environment."""
    def named(words, path, anchor):
        file = os.path.normpath(os.path.join(os.path.dirname(name), path))
        file = file if file.startswith(SHARE) else os.path.join(SHARE, file)
        return f"`{file}`" if file.endswith(words) else f"{words} (`{file}`)"

    return links(text, named)


def main(root, tree):
    share = os.path.join(tree, SHARE)
    docs = [f"docs/{name}" for name in sorted(os.listdir(os.path.join(root, "docs"))) if name.endswith(".md")]
    names = ["README.md", "CHANGELOG.md", *docs, *OTHERS]
    shutil.copytree(os.path.join(root, "docs", "examples"), os.path.join(share, "docs", "examples"), dirs_exist_ok=True)
    for name in names:
        with open(os.path.join(root, name), encoding="utf-8") as file:
            text = file.read()
        if name == "README.md":
            text, count = INSTALL.subn(lambda _: INSTALLED, text)
            assert count == 1, "the README has no section 'Install'"
        os.makedirs(os.path.join(share, os.path.dirname(name)), exist_ok=True)
        text = written(names, tree, name, text)
        with open(os.path.join(share, name), "w", encoding="utf-8") as file:
            file.write(text)


if sys.argv[1] == "--unlinked":
    with open(sys.argv[2], encoding="utf-8") as file:
        print(unlinked(sys.argv[2], file.read()), end="")
else:
    main(*sys.argv[1:])
