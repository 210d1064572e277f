# documents.py: the Markdown files of the project, as pages.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""Beginning with the README, each Markdown file that a link leads to; other linked files are shown as they are."""

import html
import os
import posixpath
import re
import unicodedata
import urllib.parse

import markdown
from markdown.extensions.toc import TocExtension
import tree
from page import Page

FENCE = re.compile(r"^(?P<indent> *)```(?P<language>[\w-]*)[^\n]*\n(?P<text>.*?)^ *```[ ]*$", re.DOTALL | re.MULTILINE)
HELD = re.compile(r"<p>held-fence-(\d+)</p>|held-fence-(\d+)")
# A list directly below a paragraph is a list, too.
TIGHT = re.compile(r"^(?P<before>(?! *(?:[-*]|\d+\.) )(?! *$)(?!#)(?! *\|).*)\n(?=(?:[-*]|\d+\.) )", re.MULTILINE)
LINK = re.compile(r'(?P<before><(?:a|img)\b[^>]*?\b(?:href|src)=")(?P<to>[^"]*)"')
HEADING = re.compile(r'<h([1-4]) id="([^"]*)">(.*?)</h\1>', re.DOTALL)
TAG = re.compile(r"<[^>]*>")
COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
IMAGES = (".svg", ".png")
# How much of a part the search looks at.
SEARCHED = 4_000
# How much is shown of a file that is no document.
SHOWN = 200_000


def pages(command):
    found, waiting = {}, ["README.md"]
    while waiting:
        source = waiting.pop(0)
        if source in found:
            continue
        found[source] = page(source, command)
        waiting += [to for to in targets(found[source]) if to.endswith(".md")]
    for each in found.values():
        settle(each)
    return list(found.values())


def sources(pages):
    """Targets of these pages' links that have no page yet."""
    missing = {to for each in pages for to in each.targets if not to.endswith(IMAGES)} - {page.source for page in pages}
    return [listing(to) if os.path.isdir(os.path.join(tree.ROOT, to)) else verbatim(to) for to in sorted(missing)]


def images(pages):
    return sorted({to for each in pages for to in each.targets if to.endswith(IMAGES)})


def place(source):
    """Where the page of a file or a folder is."""
    folder, name = posixpath.split(source)
    if name == "README.md":
        return posixpath.join(folder, "index.html")
    if source.endswith(IMAGES):
        return source
    if source.endswith((".md", ".scenario", ".routes")):
        return posixpath.splitext(source)[0] + ".html"
    if os.path.isdir(os.path.join(tree.ROOT, source)):
        return posixpath.join(source, "index.html")
    return source + ".html"


def page(source, command):
    fences = []

    def hold(found):
        lines = [line.removeprefix(found["indent"]) for line in found["text"].split("\n")[:-1]]
        fences.append(fence(found["language"], lines, command))
        return f"\n{found['indent']}held-fence-{len(fences) - 1}\n"

    text = FENCE.sub(hold, COMMENT.sub("", tree.read(tree.ROOT, source)))
    text = TIGHT.sub(r"\g<before>\n\n", text)
    body = markdown.Markdown(
        extensions=["tables", "sane_lists", TocExtension(slugify=anchor, permalink=False)], tab_length=2).convert(text)
    body = HELD.sub(lambda held: fences[int(held[1] or held[2])], body).replace("\\|", "|")
    body = body.replace("<table>", '<div class="table"><table>').replace("</table>", "</table></div>")
    headings = HEADING.findall(body)
    title = html.unescape(TAG.sub("", headings[0][2])) if headings else source
    return Page("document", source, place(source), title, body)


def fence(language, lines, command):
    """Scenarios and routes in their colours; everything else as it is."""
    if language == "scenario":
        content = "\n".join(command.coloured("".join(line + "\n" for line in lines))).rstrip("\n")
    else:
        content = html.escape("\n".join(lines))
    return f'<pre class="{language or "plain"}" tabindex="0"><code>{content}</code></pre>'


def anchor(text, separator):
    """The anchor that GitHub gives a heading."""
    kept = "".join(
        sign for sign in html.unescape(text).lower()
        if sign in " -_" or unicodedata.category(sign)[0] in "LN")
    return kept.replace(" ", separator)


def resolved(each, to):
    """The file of the project to which a link leads, and the place in it; None: it leads elsewhere."""
    parts = urllib.parse.urlsplit(html.unescape(to))
    if parts.scheme or parts.netloc or not parts.path:
        return None
    path = posixpath.normpath(posixpath.join(posixpath.dirname(each.source), urllib.parse.unquote(parts.path)))
    if os.path.isdir(os.path.join(tree.ROOT, path)) and os.path.exists(os.path.join(tree.ROOT, path, "README.md")):
        path = posixpath.join(path, "README.md")
    return path, parts.fragment


def targets(each):
    each.targets = sorted({found[0] for to in LINK.finditer(each.body) if (found := resolved(each, to["to"]))})
    return each.targets


def settle(each):
    """Links of the page lead to pages, and its parts can be found."""
    def lead(link):
        found = resolved(each, link["to"])
        if not found:
            return link[0]
        path, fragment = found
        return f'{link["before"]}{each.to(place(path))}{"#" + fragment if fragment else ""}"'

    each.body = LINK.sub(lead, each.body)
    headings = list(HEADING.finditer(each.body))
    for heading, behind in zip(headings, headings[1:] + [None]):
        text = TAG.sub(" ", each.body[heading.end():behind.start() if behind else None])
        each.sections.append(
            (heading[2], html.unescape(TAG.sub("", heading[3])), " ".join(html.unescape(text).split())[:SEARCHED]))


def verbatim(source):
    with open(os.path.join(tree.ROOT, source), encoding="utf-8", errors="replace") as file:
        text = file.read(SHOWN)
    body = f'<h1><code>{html.escape(source)}</code></h1>\n<pre tabindex="0"><code>{html.escape(text)}</code></pre>'
    return Page("source", source, place(source), source, body)


def listing(source):
    """A page for a folder that no document describes: its files, by name."""
    names = [name.removeprefix(source + "/") for name in tree.files(tree.ROOT) if name.startswith(source + "/")]
    items = "".join(f"<li><code>{html.escape(name)}</code></li>\n" for name in names)
    body = f"<h1><code>{html.escape(source)}</code></h1>\n<ul>\n{items}</ul>"
    return Page("source", source, place(source), source, body)
