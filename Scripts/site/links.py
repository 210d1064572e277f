# links.py: do all links of the site lead to something?
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import os
import posixpath
import urllib.parse
from html.parser import HTMLParser

EMPTY = {"meta", "link", "input", "br", "hr", "img"}


class Reader(HTMLParser):
    """The anchors and links of a page; whether each element is closed."""

    def __init__(self):
        super().__init__()
        self.anchors, self.links, self.open, self.wrong = set(), [], [], []

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        if "id" in named:
            if named["id"] in self.anchors:
                self.wrong.append(f"the anchor '{named['id']}' is there twice")
            self.anchors.add(named["id"])
        self.links += [named[name] for name in ("href", "src") if named.get(name)]
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in EMPTY:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"line {self.getpos()[0]}: '</{tag}>' closes something else")


def faults(folder):
    pages = {}
    for path, _, names in os.walk(folder):
        for name in names:
            whole = os.path.join(path, name)
            if name.endswith(".html"):
                reader = Reader()
                with open(whole, encoding="utf-8") as file:
                    reader.feed(file.read())
                pages[posixpath.relpath(whole, folder)] = reader
    complaints = []
    for name, page in sorted(pages.items()):
        complaints += [f"{name}: {wrong}" for wrong in page.wrong]
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            to = posixpath.normpath(posixpath.join(posixpath.dirname(name), urllib.parse.unquote(parts.path))) if parts.path else name
            if to not in pages and not os.path.isfile(os.path.join(folder, to)):
                complaints.append(f"{name}: '{link}' leads nowhere")
            elif parts.fragment and to in pages and urllib.parse.unquote(parts.fragment) not in pages[to].anchors:
                complaints.append(f"{name}: '{link}' leads to no place in its page")
    return complaints
