#!/usr/bin/env python3
# driver.py: the smallest driver, as an example: Python's urllib, which returns whole responses and asks nobody.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
#
#   quintain driver-test -- python3 docs/examples/driver.py

import http.client
import json
import sys
import urllib.error
import urllib.request


def say(message):
    print(json.dumps(message), flush=True)


def body_of(order):
    body = order.get("body", {})
    if "text" in body:
        return body["text"].encode()
    if "hex" in body:
        return bytes.fromhex(body["hex"])
    return open(body["file"], "rb").read() if "file" in body else None


def kind_of(error):
    """One of the kinds of failures that scenarios know."""
    reason = getattr(error, "reason", error)
    if isinstance(reason, ConnectionRefusedError):
        return "cannot-connect"
    if isinstance(reason, (http.client.IncompleteRead, http.client.RemoteDisconnected, ConnectionError)):
        return "connection-lost"
    return "bad-response" if isinstance(reason, http.client.HTTPException) else "other"


def load(order):
    number = order["load"]
    # It follows redirects and does nothing else: what a scenario decides otherwise is not for this client.
    for one in order.get("decisions", []):
        if one["decision"] not in ("follow", "allow"):
            say({"unable": f"it cannot {one['decision']}", "load": number})
            return
    fields = {}
    for name, value in order.get("fields", []):
        fields[name] = value
    request = urllib.request.Request(order["url"], body_of(order), fields, method=order["method"])
    try:
        try:
            response = opener.open(request)
        except urllib.error.HTTPError as answer:
            response = answer  # 404 is an answer, too
        body = response.read()
    except Exception as error:
        say({"callback": "fail", "load": number, "subject": [kind_of(error)]})
        return
    head = response.headers
    told = {"url": response.url, "encoding": head.get_content_charset(), "length": head.get("Content-Length")}
    say({"callback": "response", "load": number, "subject": [response.status, head.get("Content-Type", "").split(";")[0]],
         "header": head.items(), "fields": {name: value for name, value in told.items() if value is not None}})
    # A line has at most 1 MiB.
    for start in range(0, len(body), 1 << 18):
        say({"callback": "data", "load": number, "hex": body[start:start + (1 << 18)].hex()})
    say({"callback": "finish", "load": number})


# Whatever the machine has for a proxy is not for a test.
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
say({"driver": 1, "name": "urllib", "version": sys.version.split()[0], "loads": ["sync"], "again": True,
     "callbacks": {"response": [], "data": [], "finish": [], "fail": []}})
for line in sys.stdin:
    message = json.loads(line)
    if "load" in message and "act" not in message:
        load(message)
    elif "end" in message:
        say({"ended": message["end"]})
