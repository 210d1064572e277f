#!/usr/bin/env python3
# driver.py: the smallest driver, as an example: Python's urllib, which returns whole responses and asks nobody.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
#
#   quintain driver-test -- python3 docs/examples/driver.py

import http.client
import json
import socket
import ssl
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
    """The protocol's name of a failure: the first that fits."""
    reason = getattr(error, "reason", error)
    return next(name for kinds, name in FAILURES if isinstance(reason, kinds))


FAILURES = [
    (TimeoutError, "timed-out"), ((socket.gaierror, ConnectionRefusedError), "cannot-connect"),
    (ssl.SSLError, "tls"), ((http.client.IncompleteRead, http.client.RemoteDisconnected), "connection-lost"),
    (ConnectionError, "connection-lost"), (http.client.HTTPException, "bad-response"), (object, "other"),
]


def load(order, case):
    number = order["load"]

    # With the number of the case a callback that comes late is never taken for one of the next case.
    def report(callback, **members):
        say({"callback": callback, "case": case, "load": number, **members})

    # It does what a client does whose delegate decides nothing: what a scenario decides otherwise is not for this client.
    for one in order.get("decisions", []):
        if one["decision"] not in ("follow", "allow", "default", "same"):
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
        report("fail", subject=[kind_of(error)])
        return
    head = response.headers
    told = {"url": response.url, "encoding": head.get_content_charset(), "length": head.get("Content-Length")}
    fields = {name: value for name, value in told.items() if value is not None}
    kind = head.get("Content-Type", "").split(";")[0]
    # urllib suggests no name for a file, ever: null leaves it open.
    report("response", subject=[response.status] + [kind] * (kind != ""), header=head.items(),
           fields={**fields, "filename": None})
    # A line has at most 1 MiB.
    for start in range(0, len(body), 1 << 18):
        report("data", hex=body[start:start + (1 << 18)].hex())
    report("finish")


# Whatever the machine has for a proxy is not for a test.
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
say({"driver": 1, "name": "urllib", "version": sys.version.split()[0], "loads": ["sync"], "again": True,
     "callbacks": {"response": [], "data": [], "finish": [], "fail": []}})
for line in sys.stdin:
    message = json.loads(line)
    if "case" in message:
        case = message["case"]
    elif "load" in message and "act" not in message:
        load(message, case)
    elif "end" in message:
        say({"ended": message["end"]})
