# scenarios.py: how many bundled scenarios a second the reference client plays, in a check's own process and in others.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import json
import os
import re
import subprocess
import time

from .clients import children
from .servers import ROOT, Quintain, Trouble

# Whatever names a time waits, or is waited for.
WAITS = re.compile(r"\b\d+(ms|s|m)\b|\bdrip\b|\bhold\b")
# Whatever has handshakes, which cost both sides of a case and nothing of a bare load.
SECURED = re.compile(r"\bhttps\b|\btls\b|\balpn\b")
SWEPT = ["redirects/followed#301", "authentication/digest", "cookies/order"]
# All but 'stall', which waits.
FAMILIES = ["framing", "dressing", "interim", "coding", "connection", "split", "cut"]


class Scenarios:
    """All that have no waiting and no TLS in them, as delegate: played within the command, played by drivers behind pipes, and beside
    both a bare load of the same client from a server that is there already."""

    def __init__(self, binary, folder, routes, rounds):
        self.binary, self.folder, self.routes, self.rounds = binary, folder, routes, rounds
        self.client = os.path.join(os.path.dirname(binary), "quintain-client")
        if not os.access(self.client, os.X_OK):
            raise Trouble("quintain-client is not built yet: make build")
        self.names = [case["scenario"] for case in self.check([], ["--client", "reference", "--way", "delegate"], 1)[2]
                      if case["verdict"] == "pass" and not self.is_unlike(case["scenario"])]

    @staticmethod
    def is_unlike(name):
        with open(os.path.join(ROOT, "fixtures", name.split("#")[0]), encoding="utf-8") as file:
            text = file.read()
        return WAITS.search(text) or SECURED.search(text)

    def check(self, names, client, repeat):
        report = os.path.join(self.folder, "check.json")
        # Words behind '--' are the driver's.
        words = [self.binary, "check", *names, "--repeat", str(repeat), "--quiet", "--json", report, *client]
        began, used = time.monotonic(), children()
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=900, cwd=ROOT)
        took = time.monotonic() - began, children() - used
        if done.returncode != 0:
            raise Trouble(f"not all scenarios pass: {done.stdout[-500:]}{done.stderr[-500:]}")
        with open(report, encoding="utf-8") as file:
            return *took, json.load(file)["cases"]

    def cost(self, client):
        """Seconds on the clock, and on processors, for each case; start and reading are taken off."""
        one, many = (self.check(self.names, client, count)[:2] for count in (1, self.rounds + 1))
        return [(b - a) / (self.rounds * len(self.names)) for a, b in zip(one, many)]

    def inside(self):
        return self.cost(["--client", "reference", "--way", "delegate"])

    def behind_pipes(self):
        return self.cost(["--", self.client])

    def variants_a_second(self):
        families = [word for family in FAMILIES for word in ("--family", family)]
        words = [self.binary, "sweep", *SWEPT, *families, "--client", "reference", "--way", "delegate"]
        began = time.monotonic()
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=900, cwd=ROOT)
        took = time.monotonic() - began
        told = re.search(r"^([\d,]+) variants: [\d,]+ pass", done.stdout, re.MULTILINE)
        if done.returncode != 0 or not told:
            raise Trouble(f"not all variants pass: {done.stdout[-500:]}{done.stderr[-500:]}")
        return int(told[1].replace(",", "")) / took

    def bare(self):
        """A load of the client: the same connection serves them all."""
        with Quintain(self.binary, self.routes, self.folder, name="bare") as server:
            def run(count):
                urls = [f"http://127.0.0.1:{server.port}/hello"] * count
                began, used, served = time.monotonic(), children(), server.cpu()
                subprocess.run([self.client, "get", *urls], check=True, stdout=subprocess.DEVNULL, timeout=600)
                return time.monotonic() - began, children() - used + (server.cpu() - served) / 1e9

            one, many = run(8), run(2_008)
        return [(b - a) / 2_000 for a, b in zip(one, many)]
