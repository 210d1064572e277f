# clients.py: what a client's requests cost with the harness of `quintain check`, beside the same requests without it.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import json
import os
import re
import resource
import subprocess
import time

from . import tools
from .servers import Quintain, Trouble

# One request, one reply, three callbacks: most of a case is then the harness.
SCENARIO = "# A page\n> GET /hello\n< 200 OK\n< Content-Type: text/plain\n<\n< hello world\n* response 200\n* data {{any}}\n* finish\n"

# The same request, as each driver's client makes it: a new client for each. It is told how many, and where.
BARE = {
    "python-httpclient": """
import http.client
for _ in range(count):
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("GET", "/hello")
    connection.getresponse().read()
    connection.close()
""",
    "pycurl": """
import io, pycurl
for _ in range(count):
    curl, body = pycurl.Curl(), io.BytesIO()
    curl.setopt(pycurl.URL, f"http://127.0.0.1:{port}/hello")
    curl.setopt(pycurl.WRITEDATA, body)
    curl.perform()
    curl.close()
""",
    "curl": """
import subprocess
for _ in range(count):
    subprocess.run(["curl", "-q", "-s", "-o", "/dev/null", f"http://127.0.0.1:{port}/hello"], check=True)
""",
}


class Clients:
    """Cases a second of each driver, and the processor time of a case beside that of its bare request."""

    def __init__(self, binary, folder, routes, cases):
        self.binary, self.folder, self.routes, self.cases = binary, folder, routes, cases
        self.scenario = os.path.join(folder, "page.scenario")
        with open(self.scenario, "w") as file:
            file.write(SCENARIO)

    def names(self):
        listed = subprocess.run([self.binary, "check", "--list-clients"], capture_output=True, text=True, check=True)
        names = [line.split()[0] for line in listed.stdout.splitlines()]
        return sorted(names, key=lambda name: (name not in BARE, name))

    def check(self, client):
        """Seconds on the clock, and on processors, for each case; the start of the driver is taken off."""
        few, many = (self.run(client, count) for count in (8, self.cases + 8))
        if many is None or few is None:
            return None
        return [(b - a) / self.cases for a, b in zip(few, many)]

    def run(self, client, count):
        command = [self.binary, "check", self.scenario, "--client", client, "--repeat", str(count), "--jobs", "1",
                   "--known-failing", "none", "--quiet", "--json", os.path.join(self.folder, "check.json")]
        if client in ("reference", "urlsession"):
            command += ["--way", "delegate"]
        began, used = time.monotonic(), children()
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600)
        took = time.monotonic() - began, children() - used
        if done.returncode not in (0, 1):
            raise Trouble((done.stderr or done.stdout).strip().splitlines()[0])
        with open(os.path.join(self.folder, "check.json")) as file:
            verdict = json.load(file)["cases"][0]["verdict"]
        if verdict == "not-applicable":
            return None
        if done.returncode != 0 or verdict not in ("pass", "noted"):
            raise Trouble(f"{client}: the case did not pass: {done.stdout}{done.stderr}")
        return took

    def bare(self, client):
        """The same for the requests alone, against a server that is there already."""
        if client not in BARE:
            return None
        python = "python3" if client != "pycurl" else tools.python_with("pycurl")
        with Quintain(self.binary, self.routes, self.folder, name="bare") as server:
            def run(count):
                text = f"count, port = {count}, {server.port}\n{BARE[client]}"
                began, used, served = time.monotonic(), children(), server.cpu()
                subprocess.run([python, "-c", text], check=True, timeout=600)
                # Nanoseconds of the server; it is no child that has ended.
                return time.monotonic() - began, children() - used + (server.cpu() - served) / 1e9

            # Enough requests that the start of Python, which is subtracted, is small beside them.
            count = self.cases * (1 if client == "curl" else 20)
            few, many = run(8), run(count + 8)
        return [(b - a) / count for a, b in zip(few, many)]


def children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
