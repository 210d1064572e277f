# fixtures.py: the bundled fixtures as pages, each with its text and with what happens when it is played.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import html
import json
import re

import tree
from page import Page

COLOUR = re.compile(r"^\.k-.*$", re.MULTILINE)
# The events of a play that is longer are not shown.
LONGEST = 200_000


def colours():
    """The colours of the language are those of the live page."""
    return "".join(line + "\n" for line in COLOUR.findall(tree.read(tree.ROOT, "Sources/Pages/Assets/live.css")))


def pages(command):
    plays = command.plays()
    found, groups = [], {}
    for one in command.fixtures():
        page = fixture(one, command.fixture(one["name"]), plays.get(one["name"], []))
        found.append(page)
        groups.setdefault(one["name"].rpartition("/")[0], []).append(page)
    for folder, members in sorted(groups.items()):
        found.append(group(folder, members))
    found.append(whole(sorted(groups)))
    return found


def fixture(one, lines, plays):
    name = one["name"]
    folder = name.rpartition("/")[0]
    title = one.get("title") or name
    body = [f'<p class="trail"><a href="index.html">{html.escape(folder)}</a></p>\n<h1>{html.escape(title)}</h1>']
    body.append(f"<p class=\"soft\"><code>{html.escape(name)}</code></p>")
    numbered = "".join(f'<li id="line-{number}"><span>{line}</span></li>\n' for number, line in enumerate(lines, 1))
    body.append(f'<ol class="listing" tabindex="0">\n{numbered}</ol>')
    stem = re.sub(r"\.(scenario|routes)$", "", name)
    values = {}
    if one["kind"] == "scenario":
        body.append(f'<h2 id="play">Play it</h2>\n<pre><code>quintain check {html.escape(stem)} --client curl</code></pre>')
        shown = [(case, events) for case, events in plays if len(json.dumps(events)) <= LONGEST]
        if shown:
            values["plays"] = json.dumps([{"case": case, "events": events} for case, events in shown])
            body.append(
                '<h2 id="diagram">What happens with the reference client</h2>\n'
                '<div id="diagrams"><noscript>The diagram is drawn by a script.</noscript></div>')
    elif folder:
        body.append(f'<h2 id="play">Serve it</h2>\n<pre><code>quintain serve {html.escape(folder)}</code></pre>')
    text = " ".join(html.unescape(re.sub("<[^>]*>", "", " ".join(lines))).split())
    return Page(
        "fixture", f"fixtures/{name}", f"fixtures/{stem}.html", title, "\n".join(body),
        [("", title, f"{name} {text}")], values=values)


def group(folder, members):
    items = "".join(
        f'<li><a href="{member.path.rpartition("/")[2]}">{html.escape(member.title)}</a> '
        f'<code class="soft">{html.escape(member.source.rpartition("/")[2])}</code></li>\n' for member in members)
    body = (f'<p class="trail"><a href="{"../" if folder else ""}index.html">fixtures</a></p>\n' if folder else "") + (
        f"<h1>{html.escape(folder or 'fixtures')}</h1>\n<ul class=\"fixtures\">\n{items}</ul>")
    return Page("group", f"fixtures/{folder}".rstrip("/"), f"fixtures/{folder}/index.html".replace("//", "/"), folder, body)


def whole(folders):
    items = "".join(f'<li><a href="{folder}/index.html">{html.escape(folder)}</a></li>\n' for folder in folders if folder)
    body = f"<h1>Bundled fixtures</h1>\n<ul class=\"fixtures\">\n{items}</ul>"
    return Page("group", "fixtures", "fixtures/index.html", "Bundled fixtures", body)
