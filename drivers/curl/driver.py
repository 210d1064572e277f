#!/usr/bin/env python3
# driver.py: the curl command behind the driver protocol.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""Each load is a command of its own, and its exit status is all that it tells; the rest is judged by the wire. So no
connection outlives a load, and there is no `reuse`. Nor is there a `timeout`: the nearest option, `--speed-time`, looks
at the mean of several seconds."""

import os
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
from curlcodes import kind
from driving import Failure, Unable, drive, needs, octets

if not shutil.which("curl"):
    needs("there is no command 'curl'")

GREETING = {
    "name": "curl", "again": True,
    "version": subprocess.run(["curl", "--version"], capture_output=True, text=True).stdout.split()[1],
    "loads": ["data", "upload", "stream"],
    "callbacks": {"finish": [], "fail": []},
    "acts": ["cancel", "trust"],
    "options": ["total", "cookies", "credentials", "anchor", "proxy", "prior-knowledge"],
    "can": ["tls", "proxy", "cookies", "hosts", "lanes", "decoding", "client-certificate", "h2"],
}
MOST_REDIRECTS = "50"


class Client:
    def __init__(self, case):
        self.folder, self.names, self.anchor = case["folder"], case.get("resolve", {}), None
        self.jar = os.path.join(self.folder, "cookies")

    def act(self, act):
        if act["act"] == "trust":
            self.anchor = act["anchor"]
        else:
            raise Unable("the curl command has no option for it")

    def honours(self, decision):
        name = decision["decision"]
        return name in ("trust", "none") or (decision["callback"], name) in (("challenge", "use"), ("redirect", "no"))

    def close(self):
        pass

    def load(self, load):
        words = ["curl", "--disable", "--silent", "--show-error", "--output", os.devnull]
        words += [*self.options(load), *self.decided(load)]
        if load.method == "HEAD":
            words += ["--head"]
        elif load.method != ("GET" if load.body is None else "POST"):
            words += ["--request", load.method]
        for name, value in load.fields:
            words += ["--header", name.encode() + (b": " + value if value else b";")]
        names = {name.lower() for name, _ in load.fields}
        if load.body is not None:
            if load.kind == "stream" and load.method != "POST":
                words += ["--upload-file", "-"]
            else:
                words += ["--data-binary", "@-"] + ["--header", "Transfer-Encoding: chunked"] * (load.kind == "stream")
            words += [] if "content-type" in names else ["--header", "Content-Type:"]
        if "accept-encoding" not in names:
            words += ["--compressed"]
        process = subprocess.Popen([*words, "--", load.url], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        load.interrupt = process.terminate
        if load.ended:
            process.terminate()
        message = process.communicate(load.body or b"")[1].decode(errors="replace")
        if process.returncode:
            sys.stderr.write(message)
            raise Failure(kind(process.returncode, message))

    def options(self, load):
        order = load.order
        yield from ("--noproxy", "*") if "proxy" not in order else ("--proxy", order["proxy"], "--noproxy", "")
        for name, address in self.names.items():
            yield from ("--connect-to", f"{name}::{address}:")
        if order.get("cookies", True):
            yield from ("--cookie", self.jar, "--cookie-jar", self.jar)
        if order.get("prior-knowledge"):
            yield "--http2-prior-knowledge"
        if "total" in order:
            yield from ("--max-time", str(order["total"] / 1000))
        if anchor := order.get("anchor", self.anchor):
            yield from ("--cacert", anchor, "--proxy-cacert", anchor)

    def decided(self, load):
        users, follow = {}, set()
        if "credentials" in load.order:
            users["--user"] = b":".join(map(octets, load.order["credentials"]))
        for each in load.decisions:
            option = "--proxy-user" if each.get("proxy") else "--user"
            if each["callback"] == "redirect":
                follow.add(each["decision"])
            elif each["decision"] == "trust":
                yield "--insecure"
            elif "certificate" in each:
                yield from ("--cert", each["certificate"])
            elif each["decision"] == "use":
                user = octets(each["user"]) + b":" + octets(each["password"])
                if users.setdefault(option, user) != user:
                    raise Unable("the curl command takes one name and password for all challenges")
        if len(follow) > 1:
            raise Unable("the curl command follows all redirects or none")
        if follow != {"no"}:
            yield from ("--location", "--max-redirs", MOST_REDIRECTS)
        yield from ("--anyauth", "--proxy-anyauth") if "--proxy-user" in users else ("--anyauth",)
        for option, user in users.items():
            yield from (option, user)


drive(GREETING, Client)
