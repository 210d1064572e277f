# layout.py: the frame of each page: head, the list of pages, the search.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import html
import json
import re

LINK = re.compile(r'<a href="([^"#]*)')
ROW = re.compile(r"<tr>\s*<td>(.*?)</td>(.*?)</tr>", re.DOTALL)
HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="{root}site.css">
</head>
<body data-root="{root}">
<a class="skip" href="#content">To the text</a>
<header>
<a class="brand" href="{root}index.html">Quintain</a>
<search><input id="search" type="search" placeholder="Search documents and fixtures" aria-label="Search" autocomplete="off" hidden>
<ol id="found" hidden></ol></search>
</header>
<div class="columns">
<nav aria-label="Pages"><details{open}><summary>Pages</summary>
{pages}
</details></nav>
<main id="content" class="{kind}">
"""
FOOT = """
</main>
</div>
{values}<script src="{root}search.js" defer></script>
<script src="{root}site.js" defer></script>
</body>
</html>
"""


class Layout:
    def __init__(self, pages):
        self.pages = pages
        documents = {page.path: page for page in pages if page.kind == "document"}
        first = pages[0]
        # The README's table of documents has a row for each kind of reader.
        rows = ROW.findall(first.body[first.body.index('id="documents"'):])
        self.readers = [
            (reader, [documents.pop(path) for path in dict.fromkeys(LINK.findall(links)) if path in documents])
            for reader, links in rows]
        self.more = [page for path, page in documents.items() if page is not first]
        self.first = first
        self.groups = sorted((page for page in pages if page.kind == "group" and page.source != "fixtures"),
                             key=lambda page: page.source)

    def whole(self, page):
        root = "../" * page.path.count("/")
        values = "".join(
            f'<script type="application/json" id="{name}">{text.replace("<", chr(92) + "u003c")}</script>\n'
            for name, text in page.values.items())
        title = page.title if page.title.startswith("Quintain") else f"{page.title} – Quintain"
        return (HEAD.format(title=html.escape(title), root=root, kind=page.kind, open="", pages=self.list(page))
                + page.body + FOOT.format(root=root, values=values))

    def list(self, page):
        parts = [("Quintain", [self.first]), *self.readers, ("Fixtures", self.groups), ("More", self.more)]
        return "".join(self.links(title, members, page) for title, members in parts if members)

    @staticmethod
    def links(title, members, page):
        items = "".join(
            f'<li><a href="{page.to(member.path)}"{" aria-current=" + chr(34) + "page" + chr(34) if member is page else ""}>'
            f"{html.escape(member.title.split(':')[0])}</a></li>\n" for member in members)
        return f"<h2>{title}</h2>\n<ul>\n{items}</ul>\n"

    def index(self):
        """The entries of the search: the place, the page's title, the part's title, its text."""
        rows = [
            [page.path + (f"#{anchor}" if anchor else ""), page.title, title, text]
            for page in self.pages for anchor, title, text in page.sections]
        return f"const searched = {json.dumps(rows, ensure_ascii=False, separators=(',', ':'))};\n"
