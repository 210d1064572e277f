#!/usr/bin/env python3
# choosing.py: the driver of a small client that does one thing of several, as its argument says.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import base64
import json
import socket
import sys
import urllib.parse

deed = sys.argv[1]
# How often it asks.
REFUSALS = {"refuses the reply": 1, "refuses two replies": 2, "refuses three replies": 3}


def say(**message):
    print(json.dumps(message), flush=True)


def tell(load, status, body):
    say(callback="response", load=load, subject=[str(status)])
    say(callback="data", load=load, data=body)
    say(callback="finish", load=load)


class Server:
    """One connection, to the server or to its proxy, which is opened where there is none."""

    def __init__(self, url, hop):
        self.name = f"{url.hostname}:{url.port}"
        self.address = (hop.hostname, hop.port)
        self.connection = None

    def ask(self, path, *fields):
        self.connection = self.connection or socket.create_connection(self.address)
        self.connection.sendall("\r\n".join([f"GET {path} HTTP/1.1", f"Host: {self.name}", *fields, "", ""]).encode())

    def refuse(self, path):
        """Asks, and closes the connection when the reply begins."""
        self.ask(path)
        self.connection.recv(65536)
        self.connection.close()
        self.connection = None

    def get(self, path, *fields):
        """Status, head and body of the reply; None: there was no reply."""
        self.ask(path, *fields)
        came = b""
        while b"\r\n\r\n" not in came:
            try:
                more = self.connection.recv(65536)
            except ConnectionResetError:
                more = b""
            if not more:
                self.connection = None
                return None
            came += more
        head, body = came.decode().split("\r\n\r\n", 1)
        length = int(head.split("Content-Length: ")[1].split("\r\n")[0])
        while len(body) < length:
            body += self.connection.recv(65536).decode()
        return int(head.split(" ")[1]), head, body


def load(number, url, server):
    path = url.path
    if path == "/news" and number == 2:
        if deed == "uses its copy":
            tell(number, 200, "old news")
        reply = server.get(path)
        if deed == "waits for the answer":
            tell(number, 200, reply[2])
        elif deed == "uses its copy behind":
            tell(number, 200, "old news")
        elif deed == "tells another body":
            tell(number, 200, "no news")
        return
    if url.username and deed == "refuses the URL":
        say(callback="fail", load=number, subject=["other"])
        return
    if deed in REFUSALS:
        for _ in range(REFUSALS[deed]):
            server.refuse(path)
        say(callback="fail", load=number, subject=["bad-response"])
        return
    if deed == "knows":
        credentials = base64.b64encode(b"bob:gatepass").decode()
        tell(number, *server.get(url.geturl(), f"Proxy-Authorization: Basic {credentials}")[::2])
        return
    reply = server.get(path)
    if deed == "asks nobody":
        say(callback="fail", load=number, subject=["other"])
        return
    if reply is None and deed == "says nothing":
        return
    if reply is None and deed != "gives up":
        reply = server.get(path)
    if reply is None:
        say(callback="fail", load=number, subject=["connection-lost"])
    elif reply[0] == 401 and deed in ("answers", "answers wrongly"):
        password = url.password if deed == "answers" else "other"
        credentials = base64.b64encode(f"{url.username}:{password}".encode()).decode()
        answer = f"Basic {credentials}"
        if "Digest" in reply[1]:
            say(callback="challenge", load=number, subject=["Digest"], fields={"realm": "vault"}, question=1)
            sys.stdin.readline()
            answer = 'Digest username="alice"'
        tell(number, *server.get(path, f"Authorization: {answer}")[::2])
    else:
        tell(number, reply[0], "nothing" if deed == "tells another body" and number == 2 else reply[2])


say(driver=1, name="choosing", version="1", again=True, can=["cache", "reuse", "proxy"],
    callbacks={"challenge": ["default", "use"], "redirect": ["default", "no"], "response": [], "data": [], "finish": [], "fail": []})
server = None
for line in sys.stdin:
    order = json.loads(line)
    if "case" in order:
        server = None
    elif "end" in order:
        say(ended=order["end"])
    else:
        url = urllib.parse.urlsplit(order["url"])
        server = server or Server(url, urllib.parse.urlsplit(order.get("proxy", order["url"])))
        load(order["load"], url, server)
