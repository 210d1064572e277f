# page.py: one page of the site, before it is laid out.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import posixpath
from dataclasses import dataclass, field


@dataclass
class Page:
    # document, fixture, group or source
    kind: str
    # The path of the file that it shows, from the project's root.
    source: str
    # Where it is in the site.
    path: str
    title: str
    # The content of <main>.
    body: str
    # (anchor, title, text) of each part that can be found by a search.
    sections: list = field(default_factory=list)
    # Files of the project that its links lead to.
    targets: list = field(default_factory=list)
    # JSON texts by the id of their block.
    values: dict = field(default_factory=dict)

    def to(self, path):
        """A link from here to another place of the site."""
        return posixpath.relpath(path, posixpath.dirname(self.path) or ".")
