#!/usr/bin/env python3
# driver.py: libcurl behind the driver protocol, through pycurl.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""All loads of a case are transfers of one multi handle, so that they share connections; libcurl's callbacks are
reported as they come. All that a callback can decide is to go on or to break off; the rest of what the scenario decides
becomes options of the transfer."""

import json
import math
import os
import re
import select
import sys
import time
from email.utils import parsedate_to_datetime
from urllib.parse import urljoin, urlsplit

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
from curlcodes import kind
from driving import Unable, needs, octets, piece, questions, say, text

try:
    import pycurl
except ImportError:
    # Debian's pycurl works with Debian's Python only, and PATH may name another one first.
    if sys.executable != "/usr/bin/python3" and os.path.exists("/usr/bin/python3"):
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])
    needs("there is no module 'pycurl' for this Python")

CALLBACKS = {
    "redirect": ["default", "no"], "need-body": ["default"], "sent": [], "informational": [], "response": ["default"],
    "data": [], "resumed": [], "progress": [], "file": [], "finish": [], "fail": [],
}
GREETING = {
    "name": "pycurl", "version": pycurl.version.split()[1], "again": True,
    "loads": ["data", "upload", "stream", "download"],
    "callbacks": CALLBACKS,
    "acts": ["cancel", "suspend", "continue", "resume", "trust"],
    "options": ["timeout", "total", "cookies", "credentials", "anchor", "proxy"],
    "can": ["tls", "proxy", "cookies", "hosts", "lanes", "reuse", "decoding", "client-certificate", "h2"],
}
MOST_REDIRECTS = 50
SUPPRESS_CONNECT_HEADERS = 265
SCHEMES = {"Basic": pycurl.HTTPAUTH_BASIC, "Digest": pycurl.HTTPAUTH_DIGEST}


def named(validator):
    """The field that a validator stands in; one that a part does not repeat is the same, RFC 9110 section 15.3.7."""
    return b"etag" if validator.startswith(b'"') else b"last-modified", validator


def strong(fields):
    """What If-Range may say of a file, RFC 9110 sections 13.1.5 and 8.8.2.2; None: nothing."""
    tag, changed, date = (fields.get(name, b"") for name in (b"etag", b"last-modified", b"date"))
    if tag:
        return tag if tag.startswith(b'"') else None
    try:
        seconds = (parsedate_to_datetime(date.decode()) - parsedate_to_datetime(changed.decode())).total_seconds()
    except (TypeError, ValueError):
        return None
    return changed if seconds >= 1 else None


class Load:
    """One transfer, and what libcurl says of it."""

    def __init__(self, order, case, file=None, validator=None):
        self.order, self.case, self.number = order, case, order["load"]
        # libcurl goes on at an offset, and knows nothing of the file: which one it was, the application has to ask.
        self.validator, self.foreign = validator, False
        self.method, self.url, self.kind = order["method"], order["url"], order.get("as", "data")
        self.body = octets(order["body"]) if "body" in order else None
        self.file = file
        if self.kind == "download" and not file:
            self.file = open(os.path.join(case.folder, f"load-{self.number}"), "ab")
        self.offset = self.file.tell() if self.file else 0
        self.position = self.redirects = 0
        self.told, self.answered, self.status, self.head, self.unfolded, self.asked = {}, set(), None, [], [], None
        self.cancelled, self.heard, self.impatient, self.whole = False, time.monotonic(), False, None
        self.easy = easy = pycurl.Curl()
        easy.load = self
        self.describe(easy, order)
        self.decide(easy, order.get("decisions", []))
        case.multi.add_handle(easy)

    def describe(self, easy, order):
        """The request, and the options that an order has for it."""
        fields = [(octets(name), octets(value)) for name, value in order.get("fields", [])]
        lines = [name + b": " + value if value else name + b";" for name, value in fields]
        lines += [b"If-Range: " + self.validator] if self.validator else []
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
                # Otherwise libcurl sends the Content-Type of a form.
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
        easy.setopt(easy.CONNECTTIMEOUT_MS, order.get("timeout", 0))
        easy.setopt(easy.TIMEOUT_MS, order.get("total", 0))
        if anchor := order.get("anchor", self.case.anchor):
            easy.setopt(easy.CAINFO, anchor)
            easy.setopt(easy.PROXY_CAINFO, anchor)

    def decide(self, easy, decisions):
        """Decisions that other clients ask for later, and libcurl needs in advance."""
        users, schemes, follow = {}, {False: pycurl.HTTPAUTH_ANY, True: pycurl.HTTPAUTH_ANY}, set()
        if "credentials" in self.order:
            users[False] = tuple(map(octets, self.order["credentials"]))
        for each in decisions:
            name, decision, proxy = each["callback"], each["decision"], each.get("proxy", False)
            if name == "redirect" and decision in ("default", "no"):
                follow.add(decision == "default")
            elif decision == "trust":
                easy.setopt(easy.SSL_VERIFYPEER, 0)
                easy.setopt(easy.SSL_VERIFYHOST, 0)
            elif "certificate" in each:
                easy.setopt(easy.SSLCERT, each["certificate"])
                easy.setopt(easy.SSLKEY, each["certificate"])
            elif decision == "no" and each.get("kind") in SCHEMES:
                schemes[proxy] &= ~SCHEMES[each["kind"]]
            elif decision == "use":
                user = octets(each["user"]), octets(each["password"])
                if users.setdefault(proxy, user) != user:
                    raise Unable("libcurl takes one name and password for all challenges")
            elif decision not in ("none", "default") and (decision != "cancel" or name not in CALLBACKS):
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
        say(callback=callback, case=self.case.number, load=self.number, subject=[str(each) for each in subject], **members)

    def ask(self, callback, *subject, **members):
        """Nothing else happens meanwhile. False: the load is cancelled."""
        question = next(questions)
        self.report(callback, *subject, **members, question=question)
        return self.case.input.answer(question, self.number)["decision"] != "cancel"

    # Callbacks of libcurl.

    def read(self, size):
        part = self.body[self.position:self.position + size]
        self.position += len(part)
        return part

    def seek(self, offset, origin):
        if not self.ask("need-body"):
            self.cancelled = True
            return pycurl.SEEKFUNC_FAIL
        self.position = offset
        return pycurl.SEEKFUNC_OK

    def header(self, line):
        if line.startswith(b"HTTP/"):
            # It has answered, so what asked was no response.
            self.status, self.head, self.unfolded, self.asked = int(line.split()[1]), [], [], None
        elif line[:1] in b" \t" and line.strip() and self.head:
            # libcurl hands a folded line on by itself, and what it goes by ends above the fold.
            self.unfolded[-1][1] = (self.unfolded[-1][1] + b" " + line.strip()).strip()
        elif b":" in line:
            name, _, value = line.partition(b":")
            self.head.append((name, value.strip()))
            self.unfolded.append([name, value.strip()])
        elif not line.strip() and self.status:
            # After the body come trailers.
            status, self.status = self.status, None
            if not self.headed(status, {name.lower(): value for name, value in self.head}):
                self.cancelled = True
                return -1

    def headed(self, status, fields):
        """libcurl does not say what it will make of a head; it is the same as this. False: break off."""
        header = [[text(name), text(value)] for name, value in self.unfolded]
        if status < 200 and status != 101:
            self.report("informational", status, header=header)
            return True
        if status // 100 == 3 and fields.get(b"location"):
            onward = urljoin(self.url, fields[b"location"].decode("latin-1"))
            method = "GET" if status in (301, 302, 303) and self.method == "POST" else self.method
            if self.redirects == MOST_REDIRECTS:
                return True
            if not self.ask("redirect", status, onward, fields={"method": method}):
                return False
            if self.follows:
                self.url, self.method, self.redirects = onward, method, self.redirects + 1
                return True
        if status in (401, 407) and self.answers(status == 407):
            self.asked = status, fields, header
            return True
        # libcurl repeats the request without Expect, unless its body was being sent.
        if status == 417 and b"expect" in self.names and self.position == 0 and status not in self.answered:
            self.answered.add(status)
            return True
        return self.responded(status, fields, header)

    def responded(self, status, fields, header):
        if self.kind != "download":
            known = {"url": self.url, "encoding": None, "filename": None}
            if b"content-length" in fields:
                known["length"] = text(fields[b"content-length"])
            types = [text(fields[b"content-type"].split(b";")[0].strip())] if b"content-type" in fields else []
            return self.ask("response", status, *types, fields=known, header=header)
        if self.offset and status == 206 and fields.get(*named(self.validator)) != self.validator:
            self.foreign = True
            return False
        if status == 200:
            self.validator = strong(fields)
        if self.offset and status == 206:
            # Whether it is the part that is missing, libcurl looks before the first byte of it.
            self.whole = text(fields.get(b"content-range", b"")).rpartition("/")[2]
        return True

    def unanswered(self):
        """libcurl does not answer what asks for credentials: that is the response. False: break off."""
        asked, self.asked = self.asked, None
        return not asked or self.responded(*asked)

    def resumed(self):
        if self.whole:
            self.report("resumed", f"{self.offset}/{self.whole}")
        self.whole = None

    def answers(self, proxy):
        challenges = b", ".join(value.lower() for name, value in self.head if name.lower().endswith(b"-authenticate"))
        elsewhere = not proxy and urlsplit(self.url)[:2] != urlsplit(self.order["url"])[:2]
        known = any(scheme in challenges for scheme in (b"basic", b"digest"))
        again = proxy in self.answered and not re.search(rb'stale="?true', challenges)
        if proxy not in self.users or elsewhere or not known or again:
            return False
        self.answered.add(proxy)
        return True

    def write(self, octets):
        if not self.unanswered():
            self.cancelled = True
            return -1
        self.resumed()
        if self.file:
            self.file.write(octets)
        else:
            self.report("data", **piece(octets))

    def progress(self, expected, come, total, sent):
        # libcurl's own LOW_SPEED_TIME looks at the mean of some seconds.
        if (come, sent) != self.told.get("all"):
            self.told["all"], self.heard = (come, sent), time.monotonic()
        elif time.monotonic() - self.heard > self.order.get("timeout", math.inf) / 1000:
            self.impatient = True
            return 1
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
        if code == 0 and (last := self.easy.getinfo(pycurl.EFFECTIVE_URL)) != self.url:
            # What is told of redirects is worked out here, and shown to be libcurl's own where it can be asked.
            say(note=f"libcurl itself says that it was at {last}, and not at {self.url}")
        if code == 0 and not self.unanswered():
            self.cancelled, code = True, None
        if code == 0:
            self.resumed()
            if self.file:
                self.report("file", file=self.file.name)
            self.report("finish")
        elif self.foreign:
            self.report("fail", "no-resume")
        elif code is None or self.cancelled:
            self.report("fail", "cancelled")
        elif self.impatient:
            self.report("fail", "timed-out")
        else:
            self.report("fail", kind(code, message))
        self.easy.close()


class Case:
    """The client: a multi handle, and a store for cookies."""

    def __init__(self, order, input):
        self.input, self.number = input, order["case"]
        self.folder, self.names, self.anchor = order["folder"], order.get("resolve", {}), None
        self.multi, self.share = pycurl.CurlMulti(), pycurl.CurlShare()
        for kind in (pycurl.LOCK_DATA_COOKIE, pycurl.LOCK_DATA_SSL_SESSION):
            self.share.setopt(pycurl.SH_SHARE, kind)
        self.loads, self.under_way = {}, []

    def load(self, order, file=None, validator=None):
        self.loads[order["load"]] = load = Load(order, self, file, validator)
        self.under_way.append(load)

    def end(self, load, code, message=""):
        self.under_way.remove(load)
        load.end(code, message)

    def act(self, act):
        name, load = act["act"], self.loads.get(act.get("load"))
        if name == "resume":
            broken = self.loads[act["of"]]
            if not broken.validator:
                say(callback="fail", case=self.number, load=act["load"], subject=["no-resume"])
                return
            self.load({**broken.order, "load": act["load"]}, broken.file, broken.validator)
        elif name == "trust":
            self.anchor = act["anchor"]
        elif name not in ("cancel", "suspend", "continue"):
            raise Unable(f"libcurl has nothing like '{name}'")
        elif load not in self.under_way:
            pass
        elif name == "cancel":
            self.end(load, None)
        else:
            load.easy.pause(pycurl.PAUSE_ALL if name == "suspend" else pycurl.PAUSE_CONT)

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


class Input:
    """The runner's lines."""

    def __init__(self):
        self.orders, self.rest = [], b""

    def take(self):
        if not (octets := os.read(0, 65536)):
            sys.exit()
        *lines, self.rest = (self.rest + octets).split(b"\n")
        self.orders += map(json.loads, lines)

    def answer(self, question, load):
        """Waits for it, or for the end of the load; other orders are done later."""
        while True:
            for order in self.orders:
                if order.get("answer") == question:
                    self.orders.remove(order)
                    return order
                if "end" in order or order.get("act") == "cancel" and order["load"] == load:
                    return {"decision": "cancel"}
            self.take()


def obey(case, order, input):
    if "case" in order:
        return Case(order, input)
    if "end" in order:
        for load in list(case.under_way):
            case.end(load, None)
        case.multi.close()
        say(ended=order["end"])
        return None
    if "act" in order:
        case.act(order)
    elif "load" in order:
        case.load(order)
    return case


say(driver=1, **GREETING)
input, case = Input(), None
while True:
    while input.orders:
        try:
            case = obey(case, input.orders.pop(0), input)
        except Unable as reason:
            say(unable=str(reason))
    reading, writing, failing, wait = [], [], [], None
    if case:
        case.run()
        reading, writing, failing = case.multi.fdset()
        # The clock must be checked now and then, however long libcurl would wait.
        milliseconds = case.multi.timeout()
        wait = min(milliseconds, 100) / 1000 if milliseconds >= 0 else 0.1
    # Orders may have come while a callback waited for its answer.
    if not input.orders and 0 in select.select([0] + reading, writing, failing, wait)[0]:
        input.take()
