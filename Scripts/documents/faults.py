# faults.py: plays the scenarios of a document that tells of faults in clients.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""A table `| fault | clients |` names sections, and the clients that have the fault. A section has a fence of `scenario`, or a
link to the section whose scenario it shares. The reference client must pass each, and each client must fail it that is
installed in the version that the document names."""

import json
import os
import re
import subprocess
import tempfile

import tree
from shown import Wrong

TABLE = re.compile(r"^\| fault \| clients \|$", re.MULTILINE)
ROW = re.compile(r"^\| \[([^\]]+)\]\(#[^)]+\) \| (.+) \|$", re.MULTILINE)
SECTION = re.compile(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", re.DOTALL | re.MULTILINE)
FENCE = re.compile(r"^```scenario\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SHARED = re.compile(r"The scenario is that of \[[^\]]+\]\(#([^)]+)\)")
VERSION = re.compile(r"\d+(?:\.\d+)+")
CLIENTS = {
    "curl": "curl", "pycurl": "pycurl", "http.client": "python-httpclient", "LWP": "perl-lwp", "httpx": "httpx",
    "net/http": "go-nethttp", "URLSession": "urlsession",
}


def anchor(title):
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def claims(text):
    """Each row's title, its scenario, and its clients; and the versions that are named of each client and what it uses."""
    sections = {anchor(title): body for title, body in SECTION.findall(text)}
    found, versions = [], {}
    for title, cell in ROW.findall(text):
        body = sections.get(anchor(title), "")
        shared = SHARED.search(body)
        scenario = FENCE.search(sections.get(shared.group(1), "") if shared else body)
        if not scenario:
            raise Wrong(f"'{title}' has no section with a scenario")
        found.append((title, scenario.group(1), []))
        for words in cell.split(", "):
            name = CLIENTS.get(words.split()[0])
            if not name:
                raise Wrong(f"'{title}': no client is known here as '{words}'")
            versions.setdefault(name, []).extend(VERSION.findall(words))
            found[-1][2].append(name)
    return found, versions


def check(command, folder, client, seconds):
    """The verdicts and the versions of a check; nothing where the client cannot be started."""
    report = os.path.join(folder, f"{client}.json")
    words = [os.path.join(command, "quintain"), "check", "fault.scenario", "--client", client, "--known-failing", "none", "--json", report]
    done = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds)
    if "cannot be started" in done.stderr:
        return []
    cases = json.loads(tree.read(folder, f"{client}.json"))["cases"]
    return [(one["verdict"], one.get("version", "")) for one in cases if one["verdict"] != "not-played"]


def follow(text, command, seconds):
    """Plays all that the document tells; says how much that was."""
    found, versions = claims(text)
    played, left = 0, set()
    for title, scenario, clients in found:
        with tempfile.TemporaryDirectory(prefix="fault-") as folder:
            tree.write(folder, {"fault.scenario": scenario})
            if {verdict for verdict, _ in check(command, folder, "reference", seconds)} - {"pass", "noted", "not-applicable"}:
                raise Wrong(f"'{title}': the reference client does not pass its scenario")
            for client in clients:
                cases = check(command, folder, client, seconds)
                if not cases or not any(version in cases[0][1] for version in versions[client] or [""]):
                    left.add(client)
                elif others := {verdict for verdict, _ in cases} - {"fail", "crashed", "hung"}:
                    raise Wrong(f"'{title}': {client} does not have the fault: {', '.join(others)}")
                else:
                    played += 1
            print(f"  {title}: {', '.join(clients)}")
    if not played:
        raise Wrong("none of its clients is installed in the version that it names")
    others = f"; not here, or in another version: {', '.join(sorted(left))}" if left else ""
    return f"{len(found)} faults, {played} times a client that has one{others}"


CASES = [
    ("a fault of a client that nobody knows",
     "| fault | clients |\n|---|---|\n| [A b](#a-b) | qurl 1 |\n\n## A b\n\n```scenario\n# t\n```\n", "no client is known here as 'qurl 1'"),
]
