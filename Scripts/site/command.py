# command.py: the built command, which gives colours and plays.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""A server whose control API colours texts, and a check of all bundled scenarios."""

import html
import json
import os
import subprocess
import tempfile
import urllib.parse
import urllib.request

import tree


class Command:
    def __enter__(self):
        self.program = os.path.join(tree.ROOT, ".build/release/quintain")
        self.folder = tempfile.TemporaryDirectory()
        self.server = subprocess.Popen(
            [self.program, "serve", os.path.join(tree.ROOT, "fixtures"), "--port", "0", "--control-port", "0",
             "--until-eof", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.control = json.loads(self.server.stdout.readline())["controlURL"]
        return self

    def __exit__(self, *error):
        self.server.stdin.close()
        self.server.wait(30)
        self.server.stdout.close()
        self.folder.cleanup()

    def ask(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self.control + path, data)) as reply:
            return json.load(reply)

    def coloured(self, text):
        """A text of the language, as lines of HTML."""
        return coloured(self.ask("/lint", {"text": text})["files"][0]["lines"])

    def fixtures(self):
        """The server's fixtures: names, titles, kinds, cases."""
        return self.ask("/fixtures")["fixtures"]

    def fixture(self, name):
        """The text of a fixture, as lines of HTML."""
        lines, count = [], 1
        while len(lines) < count:
            part = self.ask(f"/fixtures/{urllib.parse.quote(name)}?after={len(lines)}")
            lines += coloured(part["lines"])
            count = part["count"]
        return lines

    def plays(self):
        """By the file of the scenario: the name of each case, and the events of its play with the reference client."""
        report = os.path.join(self.folder.name, "report.json")
        done = subprocess.run(
            [self.program, "check", "--client", "reference", "--way", "delegate", "--json", report, "--whole", "--quiet"],
            cwd=self.folder.name, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"site/make: the reference client does not pass what is bundled\n{done.stdout}{done.stderr}")
        plays = {}
        with open(report, encoding="utf-8") as file:
            for case in json.load(file)["cases"]:
                if case.get("events"):
                    plays.setdefault(case["scenario"].split("#")[0], []).append((case["scenario"], case["events"]))
        return plays


def coloured(lines):
    return ["".join(
        html.escape(text) if kind == "text" else f'<span class="k-{kind}">{html.escape(text)}</span>'
        for kind, text in parts) for parts in lines]
