#!/usr/bin/env python3
# driver.py: libcurl behind the driver protocol, through pycurl.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""All loads of a case are transfers of one multi handle, so that they share connections; libcurl's callbacks are
reported as they come. libcurl asks nobody: what the scenario decides becomes options of the transfer."""

import json
import math
import os
import re
import select
import sys
from urllib.parse import urljoin, urlsplit

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
from curlcodes import kind
from driving import DEFAULTS, Unable, needs, octets, piece, say, text

try:
    import pycurl
except ImportError:
    # Debian's pycurl is for Debian's Python, and another one may stand first in PATH.
    if sys.executable != "/usr/bin/python3" and os.path.exists("/usr/bin/python3"):
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])
    needs("there is no module 'pycurl' for this Python")

GREETING = {
    "name": "pycurl", "version": pycurl.version.split()[1], "again": True,
    "loads": ["data", "upload", "stream", "download"],
    "callbacks": {
        "redirect": ["follow", "refuse"], "need-body": ["same"], "sent": [], "informational": [], "response": ["allow"],
        "data": [], "resumed": [], "progress": [], "file": [], "finish": [], "fail": [],
    },
    "acts": ["cancel", "suspend", "continue", "resume", "trust", "add-cookie", "forget"],
    "options": ["timeout", "total", "cookies", "credentials", "anchor", "proxy"],
    "can": ["tls", "proxy", "cookies", "hosts", "lanes", "client-certificate"],
}
MOST_REDIRECTS = 50
SUPPRESS_CONNECT_HEADERS = 265
# A 'cancel' of these is an act of its own; of the others it is an answer.
CANCELLED_BY_ACT = {"sent", "informational", "response", "data", "resumed", "progress", "file"}
SCHEMES = {"Basic": pycurl.HTTPAUTH_BASIC, "Digest": pycurl.HTTPAUTH_DIGEST, "NTLM": pycurl.HTTPAUTH_NTLM}


class Load:
    """One transfer, and what libcurl says of it."""

    def __init__(self, order, case, file=None):
        self.order, self.case, self.number = order, case, order["load"]
        self.method, self.url, self.kind = order["method"], order["url"], order.get("as", "data")
        self.body = octets(order["body"]) if "body" in order else None
        self.file = file
        if self.kind == "download" and not file:
            self.file = open(os.path.join(case.folder, f"load-{self.number}"), "ab")
        self.offset = self.file.tell() if self.file else 0
        self.position = self.redirects = 0
        self.told, self.answered, self.status, self.head = {}, set(), None, []
        self.easy = easy = pycurl.Curl()
        easy.load = self
        self.describe(easy, order)
        self.decide(easy, order.get("decisions", []))
        case.multi.add_handle(easy)

    def describe(self, easy, order):
        """The request, and the options that an order has for it."""
        fields = [(octets(name), octets(value)) for name, value in order.get("fields", [])]
        lines = [name + b": " + value if value else name + b";" for name, value in fields]
        self.names = names = {name.lower(): value for name, value in fields}
        easy.setopt(easy.URL, self.url.encode())
        if self.body is None and self.method in ("POST", "PUT"):
            self.body = b""
        if self.method == "HEAD":
            easy.setopt(easy.NOBODY, 1)
        elif self.body is not None:
            easy.setopt(easy.UPLOAD if self.method == "PUT" else easy.POST, 1)
        if self.method not in ("HEAD", "PUT", "GET" if self.body is None else "POST"):
            easy.setopt(easy.CUSTOMREQUEST, self.method)
        if self.body is not None:
            easy.setopt(easy.READFUNCTION, self.read)
            easy.setopt(easy.SEEKFUNCTION, self.seek)
            if self.kind != "stream" or b"content-length" in names:
                easy.setopt(easy.INFILESIZE_LARGE if self.method == "PUT" else easy.POSTFIELDSIZE_LARGE, len(self.body))
            elif self.method != "PUT" and b"transfer-encoding" not in names:
                lines.append(b"Transfer-Encoding: chunked")
            if b"content-type" not in names:
                # Or else libcurl says that it is a form.
                lines.append(b"Content-Type:")
        if b"accept-encoding" not in names:
            easy.setopt(easy.ACCEPT_ENCODING, "")
        easy.setopt(easy.HTTPHEADER, lines)
        easy.setopt(easy.HEADERFUNCTION, self.header)
        easy.setopt(easy.WRITEFUNCTION, self.write)
        easy.setopt(easy.XFERINFOFUNCTION, self.progress)
        easy.setopt(easy.NOPROGRESS, 0)
        easy.setopt(SUPPRESS_CONNECT_HEADERS, 1)
        easy.setopt(easy.CONNECT_TO, [f"{name}::{address}:" for name, address in self.case.names.items()])
        easy.setopt(easy.PROXY, order.get("proxy", ""))
        easy.setopt(easy.RESUME_FROM_LARGE, self.offset)
        if order.get("cookies", True):
            easy.setopt(easy.SHARE, self.case.share)
            easy.setopt(easy.COOKIEFILE, "")
        if "timeout" in order:
            easy.setopt(easy.CONNECTTIMEOUT_MS, order["timeout"])
            easy.setopt(easy.LOW_SPEED_LIMIT, 1)
            easy.setopt(easy.LOW_SPEED_TIME, math.ceil(order["timeout"] / 1000))
        easy.setopt(easy.TIMEOUT_MS, order.get("total", 0))
        if anchor := order.get("anchor", self.case.anchor):
            easy.setopt(easy.CAINFO, anchor)
            easy.setopt(easy.PROXY_CAINFO, anchor)

    def decide(self, easy, decisions):
        """What others ask a delegate later, libcurl wants to know now."""
        users, schemes, follow = {}, {False: pycurl.HTTPAUTH_ANY, True: pycurl.HTTPAUTH_ANY}, set()
        if "credentials" in self.order:
            users[False] = tuple(map(octets, self.order["credentials"]))
        for each in decisions:
            name, decision, proxy = each["callback"], each["decision"], each.get("proxy", False)
            if name == "redirect" and decision in ("follow", "refuse"):
                follow.add(decision == "follow")
            elif decision == "trust":
                easy.setopt(easy.SSL_VERIFYPEER, 0)
                easy.setopt(easy.SSL_VERIFYHOST, 0)
            elif "certificate" in each:
                easy.setopt(easy.SSLCERT, each["certificate"])
                easy.setopt(easy.SSLKEY, each["certificate"])
            elif decision == "reject" and each.get("kind") in SCHEMES:
                schemes[proxy] &= ~SCHEMES[each["kind"]]
            elif decision == "use":
                user = octets(each["user"]), octets(each["password"])
                if users.setdefault(proxy, user) != user:
                    raise Unable("libcurl takes one name and password for all challenges")
            elif decision not in ("none", DEFAULTS.get(name), "cancel" if name in CANCELLED_BY_ACT else None):
                raise Unable(f"libcurl asks nobody, so that '{name} -> {decision}' cannot be decided")
        if len(follow) > 1:
            raise Unable("libcurl follows all redirects or none")
        self.follows, self.users = follow != {False}, set(users)
        if urlsplit(self.url).username:
            self.users.add(False)
        easy.setopt(easy.FOLLOWLOCATION, self.follows)
        easy.setopt(easy.MAXREDIRS, MOST_REDIRECTS)
        easy.setopt(easy.HTTPAUTH, schemes[False])
        easy.setopt(easy.PROXYAUTH, schemes[True])
        for proxy, (user, password) in users.items():
            easy.setopt(easy.PROXYUSERNAME if proxy else easy.USERNAME, user)
            easy.setopt(easy.PROXYPASSWORD if proxy else easy.PASSWORD, password)

    def report(self, callback, *subject, **members):
        say(callback=callback, load=self.number, subject=[str(each) for each in subject], **members)

    # What libcurl calls.

    def read(self, size):
        part = self.body[self.position:self.position + size]
        self.position += len(part)
        return part

    def seek(self, offset, origin):
        self.report("need-body")
        self.position = offset

    def header(self, line):
        if line.startswith(b"HTTP/"):
            self.status, self.head = int(line.split()[1]), []
        elif b":" in line:
            name, _, value = line.partition(b":")
            self.head.append((name, value.strip()))
        elif not line.strip() and self.status:
            # Behind the body come trailers.
            status, self.status = self.status, None
            self.headed(status, {name.lower(): value for name, value in self.head})

    def headed(self, status, fields):
        """libcurl does not say what it will make of a head; it is the same as this."""
        header = [[text(name), text(value)] for name, value in self.head]
        if status < 200 and status != 101:
            return self.report("informational", status, header=header)
        if status // 100 == 3 and b"location" in fields and self.redirects < MOST_REDIRECTS:
            onward = urljoin(self.url, fields[b"location"].decode("latin-1"))
            method = "GET" if status in (301, 302, 303) and self.method == "POST" else self.method
            self.report("redirect", status, onward, fields={"method": method})
            if self.follows:
                self.url, self.method, self.redirects = onward, method, self.redirects + 1
                return
        if status in (401, 407) and self.answers(status == 407, fields):
            return
        if status == 417 and b"expect" in self.names and status not in self.answered:
            return self.answered.add(status)
        if self.kind != "download":
            known = {"url": self.url}
            if b"content-length" in fields:
                known["length"] = text(fields[b"content-length"])
            types = [text(fields[b"content-type"].split(b";")[0].strip())] if b"content-type" in fields else []
            self.report("response", status, *types, fields=known, header=header)
        elif self.offset and status == 206:
            self.report("resumed", f"{self.offset}/{text(fields.get(b'content-range', b'')).rpartition('/')[2]}")

    def answers(self, proxy, fields):
        challenges = b", ".join(value.lower() for name, value in self.head if name.lower().endswith(b"-authenticate"))
        elsewhere = not proxy and urlsplit(self.url)[:2] != urlsplit(self.order["url"])[:2]
        known = any(scheme in challenges for scheme in (b"basic", b"digest"))
        again = proxy in self.answered and not re.search(rb'stale="?true', challenges)
        if proxy not in self.users or elsewhere or not known or again:
            return False
        self.answered.add(proxy)
        return True

    def write(self, octets):
        if self.file:
            self.file.write(octets)
        else:
            self.report("data", **piece(octets))

    def progress(self, expected, come, total, sent):
        self.tell("sent", sent, total)
        if self.file and come:
            self.tell("progress", self.offset + come, self.offset + expected)

    def tell(self, callback, done, total):
        if done and self.told.get(callback) != done:
            self.told[callback] = done
            self.report(callback, f"{done}/{total}")

    def end(self, code, message):
        """The transfer is over: with libcurl's code, or None if it is cancelled."""
        self.case.multi.remove_handle(self.easy)
        if self.file:
            self.file.flush()
        if code == 0:
            if self.file:
                self.report("file", file=self.file.name)
            self.report("finish")
        elif code is None:
            self.report("fail", "cancelled")
        else:
            self.report("fail", kind(code, message))
        self.easy.close()


class Case:
    """The client: a multi handle, and a store for cookies."""

    def __init__(self, order):
        self.folder, self.names, self.anchor = order["folder"], order.get("resolve", {}), None
        self.multi, self.share = pycurl.CurlMulti(), pycurl.CurlShare()
        for kind in (pycurl.LOCK_DATA_COOKIE, pycurl.LOCK_DATA_SSL_SESSION):
            self.share.setopt(pycurl.SH_SHARE, kind)
        self.loads, self.under_way = {}, []

    def load(self, order, file=None):
        self.loads[order["load"]] = load = Load(order, self, file)
        self.under_way.append(load)

    def end(self, load, code, message=""):
        self.under_way.remove(load)
        load.end(code, message)

    def act(self, act):
        name, load = act["act"], self.loads.get(act.get("load"))
        if name == "resume":
            broken = self.loads[act["of"]]
            self.load({**broken.order, "load": act["load"]}, broken.file)
        elif name == "trust":
            self.anchor = act["anchor"]
        elif name == "add-cookie":
            place = "" if "domain=" in act["cookie"].lower() else "; domain=" + urlsplit(act["url"]).hostname
            self.cookies([f"Set-Cookie: {act['cookie']}{place}"])
        elif name == "forget" and act["what"] == "cookies":
            self.cookies(["ALL"])
        elif name == "forget" and act["what"] == "cookie":
            lines = [line.split("\t") for line in self.cookies([])]
            self.cookies(["\t".join(line[:4] + ["1"] + line[5:]) for line in lines if line[5] == act["name"]])
        elif name not in ("cancel", "suspend", "continue"):
            raise Unable(f"libcurl has nothing like '{name}'")
        elif load not in self.under_way:
            pass
        elif name == "cancel":
            self.end(load, None)
        else:
            load.easy.pause(pycurl.PAUSE_ALL if name == "suspend" else pycurl.PAUSE_CONT)

    def cookies(self, lines):
        easy = pycurl.Curl()
        easy.setopt(easy.SHARE, self.share)
        for line in lines:
            easy.setopt(easy.COOKIELIST, line)
        return easy.getinfo(pycurl.INFO_COOKIELIST)

    def run(self):
        while self.multi.perform()[0] == pycurl.E_CALL_MULTI_PERFORM:
            pass
        more = True
        while more:
            more, done, failed = self.multi.info_read()
            for easy in done:
                self.end(easy.load, 0)
            for easy, code, message in failed:
                self.end(easy.load, code, message)


def obey(case, order):
    if "case" in order:
        return Case(order)
    if "end" in order:
        for load in list(case.under_way):
            case.end(load, None)
        case.multi.close()
        say(ended=order["end"])
    elif "act" in order:
        case.act(order)
    elif "load" in order:
        case.load(order)
    return None if "end" in order else case


def main():
    say(driver=1, **GREETING)
    case, rest = None, b""
    while True:
        reading, writing, failing, wait = [0], [], [], None
        if case:
            case.run()
            more, writing, failing = case.multi.fdset()
            reading, wait = reading + more, max(0, case.multi.timeout()) / 1000 if case.multi.timeout() >= 0 else None
        if 0 not in select.select(reading, writing, failing, wait)[0]:
            continue
        if not (octets := os.read(0, 65536)):
            return
        *lines, rest = (rest + octets).split(b"\n")
        for line in lines:
            try:
                case = obey(case, json.loads(line))
            except Unable as reason:
                say(unable=str(reason))


main()
