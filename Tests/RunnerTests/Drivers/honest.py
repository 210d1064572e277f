#!/usr/bin/env python3
# honest.py: a small driver that does what the protocol says, around http.client.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""Follows redirects and answers challenges by question; one load at a time, on a thread, so that it can be cancelled."""

import base64
import hashlib
import http.client
import json
import os
import queue
import re
import socket
import ssl
import sys
import threading
import urllib.parse

CALLBACKS = {"redirect": ["default", "no", "to"], "challenge": ["default", "use", "trust"], "response": ["default"], "data": [],
             "resumed": [], "progress": [], "file": [], "finish": [], "fail": []}
# One that is careless follows and tells as it likes, whatever was decided, knows no field of a response, and calls every
# failure by one name.
CARELESS = "careless" in sys.argv
if CARELESS:
    del CALLBACKS["redirect"], CALLBACKS["challenge"]
# One that is forgetful leaves out what it knows of a challenge; one that is silent says that it never tells it.
FORGETFUL, SILENT = "forgetful" in sys.argv, "silent" in sys.argv
# The loads of one that is endless have no end.
ENDLESS = "endless" in sys.argv
# One that is mistaken reads a realm up to the next quote, and forgets what it is told of proxies, of authorities, and of the
# fields of a request that goes elsewhere.
MISTAKEN = "mistaken" in sys.argv
# One that is mute asks nothing at a challenge.
MUTE = "mute" in sys.argv
# One that tells reports a redirect without a question: an option of the load has decided.
TELLS = "tells" in sys.argv or "sticky" in sys.argv
# A sticky one tells, and keeps what was decided for the first load of a case.
STICKY = "sticky" in sys.argv
# One that is forward reports each redirect behind the first twice.
FORWARD = "forward" in sys.argv
# One that is plain answers every challenge with Basic.
PLAIN = "plain" in sys.argv
# A stubborn client asks again when a load fails, as browsers do where a connection breaks.
STUBBORN = "stubborn" in sys.argv
# One that is buffering hands on a body when all of it is there.
BUFFERING = "buffering" in sys.argv
# One that is unfiled tells of a download as of any other load.
UNFILED = "unfiled" in sys.argv
# One that tells nothing leaves only the wire to be judged, and loads one after the other; one that is hasty does not.
WIRE, HASTY = "wire" in sys.argv, "hasty" in sys.argv
if WIRE:
    CALLBACKS = {}


def say(message, load=None):
    """A load whose case is over says nothing more: on a busy machine its thread may outlive the case."""
    if WIRE and "callback" in message:
        return
    # One that is careless does not name the case.
    if ENDLESS and message.get("callback") in ("finish", "fail"):
        return
    if load and not CARELESS:
        message = dict(message, case=load.case)
    with lock:
        if load and load.is_over:
            return
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()


def ask(message, load):
    global asked
    if message["callback"] not in CALLBACKS:
        return {"decision": "default"}
    if CARELESS:
        message.pop("fields", None)
    with lock:
        asked += 1
        number = asked
        waiting[number] = queue.Queue()
    say(dict(message, question=number), load)
    return waiting[number].get()


def data_of(body):
    if "text" in body:
        return body["text"].encode()
    if "hex" in body:
        return bytes.fromhex(body["hex"])
    with open(body["file"], "rb") as file:
        return file.read()


def realm(challenge):
    """The realm without its quotes."""
    if MISTAKEN:
        return challenge.partition('"')[2].partition('"')[0]
    quoted = re.search(r'realm="((?:[^"\\]|\\.)*)"', challenge)
    return re.sub(r"\\(.)", r"\1", quoted[1])


def credentials(challenge, method, path, user, password):
    """What answers it: Basic, or Digest with MD5 and qop=auth, RFC 7616 section 3.4."""
    if PLAIN or not challenge.startswith("Digest "):
        return "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()
    def hashed(*parts):
        return hashlib.md5(":".join(parts).encode()).hexdigest()
    given = dict(re.findall(r'(\w+)="([^"]*)"', challenge))
    count, own = "00000001", os.urandom(8).hex()
    response = hashed(hashed(user, given["realm"], password), given["nonce"], count, own, "auth", hashed(method, path))
    quoted = {"username": user, "realm": given["realm"], "nonce": given["nonce"], "uri": path, "response": response, "cnonce": own,
              "opaque": given["opaque"]}
    return "Digest " + ", ".join(f'{name}="{value}"' for name, value in quoted.items()) + f", algorithm=MD5, qop=auth, nc={count}"


class Load:
    def __init__(self, order, kept_before=b""):
        self.order, self.number, self.kept, self.tag = order, order["load"], kept_before, ""
        self.case, self.is_over = case, False
        self.socket, self.cancelled, self.hops = None, False, 0
        self.decisions = [each for each in order.get("decisions", []) if each["callback"] == "redirect"]
        if STICKY:
            self.decisions = list(kept.setdefault(case, list(self.decisions)))
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def report(self, name, **more):
        say(dict(more, callback=name, load=self.number), self)

    def ask(self, message):
        return self.heed(ask(message, self))

    def heed(self, answer):
        if answer["decision"] == "cancel" and not CARELESS:
            self.cancelled = True
            raise OSError("cancelled")
        return answer

    def redirect(self, message):
        self.hops += 1
        if FORWARD and self.hops > 1:
            self.ask(dict(message))
        if not TELLS and not WIRE:
            return self.ask(message)
        say(message, self)
        return self.heed(self.decisions.pop(0)) if self.decisions else {"decision": "default"}

    def cancel(self):
        self.cancelled = True
        if self.socket:
            try:
                self.socket.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def run(self):
        order = (self.order["method"], self.order["url"], dict(self.order.get("fields", [])),
                 data_of(self.order["body"]) if "body" in self.order else None)
        try:
            try:
                self.load(*order)
            except (OSError, http.client.HTTPException):
                if not STUBBORN or self.cancelled:
                    raise
                self.load(*order)
            self.report("finish")
        except Exception as error:
            kind = "connection-lost"
            if self.cancelled:
                kind = "cancelled"
            elif isinstance(error, ssl.SSLError):
                kind = "tls"
            elif isinstance(error, ConnectionRefusedError):
                kind = "cannot-connect"
            elif isinstance(error, TimeoutError):
                kind = "timed-out"
            elif type(error) is http.client.BadStatusLine:
                kind = "bad-response"
            if CARELESS and kind != "cancelled":
                kind = "other"
            self.report("fail", subject=[kind])

    def download(self, reply, connection):
        """Tells of the bytes that are there, then of the file; what has come of one that breaks off is kept."""
        if reply.status != 206:
            self.kept = b""
        self.tag, total = reply.getheader("ETag"), len(self.kept) + reply.length
        if reply.status == 206:
            self.report("resumed", subject=[f"{len(self.kept)}/{total}"])
        while piece := reply.read1(65536):
            self.kept += piece
            self.report("progress", subject=[f"{len(self.kept)}/{total}"])
        if reply.length:
            raise http.client.IncompleteRead(b"")
        self.report("file", hex=self.kept.hex())
        connection.close()

    def resumed(self, number):
        """The load that goes on where this one broke off."""
        fields = [*self.order.get("fields", []), ["Range", f"bytes={len(self.kept)}-"], ["If-Range", self.tag]]
        return Load(dict(self.order, load=number, fields=fields), self.kept)

    def load(self, method, url, fields, body):
        parts = urllib.parse.urlsplit(url)
        timeout = self.order.get("timeout", 30000) / 1000
        proxy = None if MISTAKEN or "proxy" not in self.order else urllib.parse.urlsplit(self.order["proxy"])
        host = proxy or parts
        if host.scheme == "https":
            context = ssl.create_default_context(cafile=None if MISTAKEN else self.order.get("anchor") or anchor)
            if any(each["decision"] == "trust" for each in self.order.get("decisions", [])) and not CARELESS:
                context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            connection = http.client.HTTPSConnection(host.hostname, host.port, timeout=timeout, context=context)
        else:
            connection = http.client.HTTPConnection(host.hostname, host.port, timeout=timeout)
        connection.connect()
        self.socket = connection.sock
        # What came while it connected shut down another socket, or none.
        if self.cancelled:
            raise OSError("cancelled")
        path = url if proxy else urllib.parse.urlunsplit(("", "", parts.path or "/", parts.query, ""))
        # A driver that has been here before, with the same disk, says so.
        connection.request(method, path, body, fields)
        reply = connection.getresponse()
        status, location = reply.status, reply.getheader("Location")
        if status in (301, 302, 303, 307, 308) and location:
            target = urllib.parse.urljoin(url, location)
            next_method = method if status in (307, 308) or method == "HEAD" else "GET"
            answer = self.redirect({"callback": "redirect", "load": self.number, "subject": [str(status), target],
                                    "fields": {"method": next_method}})
            if answer["decision"] == "to":
                connection.close()
                return self.load(method, answer["values"][0], {} if MISTAKEN else dict(answer.get("header", [])), None)
            if answer["decision"] == "default":
                connection.close()
                fields = {name: value for name, value in fields.items() if name.lower() != "content-type"}
                return self.load(next_method, target, fields, body if next_method == method else None)
        side = None if MUTE else {401: "", 407: "Proxy-"}.get(status)
        if side is not None and side + "Authorization" not in fields:
            challenge = reply.getheader("Proxy-Authenticate" if side else "WWW-Authenticate", "")
            told = {"realm": realm(challenge), "failures": 0, **({"proxy": "yes"} if side else {})}
            answer = self.ask({"callback": "challenge", "load": self.number, "subject": [challenge.partition(" ")[0]],
                               "fields": {} if FORGETFUL else dict.fromkeys(told) if SILENT else told})
            for each in self.order["decisions"] if WIRE else []:
                answer = dict(each, values=[each["user"], each["password"]])
            if answer["decision"] == "use":
                connection.close()
                word = credentials(challenge, method, path, *answer["values"])
                return self.load(method, url, {**fields, side + "Authorization": word}, body)
        if self.order["as"] == "download" and not UNFILED:
            return self.download(reply, connection)
        type = [reply.headers.get_content_type()] if "Content-Type" in reply.headers else []
        known = {"url": url, "length": reply.getheader("Content-Length"), "encoding": reply.headers.get_content_charset()}
        self.ask({"callback": "response", "load": self.number, "subject": [str(status)] + type,
                  "header": [] if CARELESS else reply.getheaders(),
                  "fields": {name: value for name, value in known.items() if value}})
        pieces = iter(lambda: reply.read1(65536), b"")
        for piece in list(pieces) if BUFFERING else pieces:
            self.report("data", hex=piece.hex())
        if reply.length:
            raise http.client.IncompleteRead(b"")
        connection.close()


lock, waiting, asked, case, anchor = threading.Lock(), {}, 0, 0, None
loads, kept = {}, {}
say({"driver": 1, "name": "honest", "version": "1", "styles": ["urlsession"],
     "loads": ["upload", "sync", "async"] if "whole" in sys.argv else ["data", "upload", "download", "handler"],
     "callbacks": CALLBACKS, "challenges": ["Basic", "Digest"], "acts": ["cancel", "trust", "resume"], "options": ["timeout", "anchor"],
     "can": ["lanes", "tls", "proxy"] + ["h2"] * ("h2" in sys.argv),
     "again": "once" not in sys.argv})
for line in sys.stdin:
    message = json.loads(line)
    if "case" in message:
        loads, case, anchor = {}, message["case"], None
    elif "load" in message and "act" not in message:
        # One that tells all at the end is never asked for anything else.
        assert "whole" not in sys.argv or message["as"] in ("sync", "upload"), message["as"]
        for load in loads.values() if WIRE and not HASTY else []:
            load.thread.join()
        loads[message["load"]] = Load(message)
    elif message.get("act") == "trust":
        anchor = None if MISTAKEN else message["anchor"]
    elif message.get("act") == "resume":
        loads[message["load"]] = loads[message["of"]].resumed(message["load"])
    elif message.get("act") == "cancel":
        loads[message["load"]].cancel()
    elif "answer" in message:
        waiting[message["answer"]].put(message)
    elif "end" in message:
        for load in loads.values():
            load.cancel()
        for load in loads.values():
            load.thread.join(5)
        with lock:
            for load in loads.values():
                load.is_over = True
        say({"ended": message["end"]})
