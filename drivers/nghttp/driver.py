#!/usr/bin/env python3
# driver.py: the nghttp command behind the driver protocol.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""Each load is a command of its own. Its exit status is always 0: how many requests were processed it says in words, and
what their replies were in a file."""

import json
import os
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
from driving import Failure, Unable, drive, needs

if not shutil.which("nghttp"):
    needs("there is no command 'nghttp'")

GREETING = {
    "name": "nghttp", "again": True,
    "version": subprocess.run(["nghttp", "--version"], capture_output=True, text=True).stdout.split()[-1].split("/")[-1],
    "loads": ["data", "upload"],
    "callbacks": {"finish": [], "fail": []},
    "acts": ["cancel", "trust"],
    "options": ["anchor", "prior-knowledge"],
    "can": ["tls", "lanes", "h2"],
}


class Client:
    def __init__(self, case):
        self.folder = case["folder"]

    def act(self, act):
        if act["act"] != "trust":
            raise Unable("nghttp keeps nothing from one request to the next")

    def honours(self, decision):
        # It warns of a certificate, and goes on.
        return decision["decision"] == "trust"

    def close(self):
        pass

    def load(self, load):
        if not load.url.startswith("https:") and not load.order.get("prior-knowledge"):
            raise Unable("nghttp speaks HTTP/2 alone")
        replies = os.path.join(self.folder, f"{load.number}.har")
        words = ["nghttp", "--verbose", "--null-out", "--no-push", f"--har={replies}", f"--header=:method: {load.method}"]
        for name, value in load.fields:
            words += ["--header", name.encode() + b": " + value]
        if load.body is not None:
            body = os.path.join(self.folder, f"{load.number}.body")
            with open(body, "wb") as file:
                file.write(load.body)
            words += ["--data", body]
        process = subprocess.Popen(
            [*words, load.url], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        load.interrupt = process.terminate
        if load.ended:
            process.terminate()
        told, said = (text.decode(errors="replace") for text in process.communicate())
        sys.stderr.write(said)
        if "protocol was not selected" in said:
            raise Unable("nghttp speaks HTTP/2 alone")
        if "Could not connect" in said:
            raise Failure("cannot-connect")
        if process.returncode or "were not processed" in said:
            secured = not load.url.startswith("https:") or "negotiated protocol" in told
            raise Failure("other" if secured else "tls")
        if redirects(replies):
            raise Unable("nghttp follows no redirects")


def redirects(file):
    """Whether one of the replies is a redirect."""
    with open(file, encoding="latin-1") as replies:
        for entry in json.load(replies)["log"]["entries"]:
            names = {field["name"] for field in entry["response"]["headers"]}
            if 300 <= entry["response"]["status"] < 400 and "location" in names:
                return True
    return False


drive(GREETING, Client)
