#!/usr/bin/env python3
# driver.py: http.client of Python's standard library behind the driver protocol.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""http.client sends one request and reads one reply. Redirects are followed here as an application does that is asked
about each of them, and connections are kept for as long as nothing is seen on them that nobody asked for. There is no
store for cookies or replies, and nobody answers challenges."""

import http.client
import os
import platform
import select
import socket
import ssl
import sys
import threading
from urllib.parse import urljoin, urlsplit

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
from driving import Failure, Unable, drive, is_own, text

GREETING = {
    "name": "python-httpclient", "version": platform.python_version(), "again": True,
    "loads": ["data", "upload", "stream", "sync"],
    "callbacks": {"redirect": ["default", "no", "to"], "response": ["default"], "data": [], "finish": [], "fail": []},
    "acts": ["cancel", "suspend", "continue", "trust"],
    "options": ["timeout", "total", "anchor", "proxy", "cookies"],
    "can": ["tls", "proxy", "hosts", "lanes", "reuse", "client-certificate"],
}
MOST_REDIRECTS = 20


class Client:
    def __init__(self, case):
        self.anchor = None
        self.idle = []

    def act(self, act):
        if act["act"] != "trust":
            raise Unable("http.client keeps nothing from one request to the next")
        self.anchor = act["anchor"]

    def honours(self, decision):
        return decision["decision"] in ("trust", "none") or "certificate" in decision

    def close(self):
        for connection in self.idle:
            connection.close()

    def load(self, load):
        timer = threading.Timer(load.seconds("total"), expire, [load])
        timer.start()
        load.expired, load.connection = False, None
        try:
            self.follow(load)
            # The connection of a cancelled load cannot be used again.
            if not load.ended:
                self.idle.append(load.connection)
                load.connection = None
        except (Failure, Unable):
            raise
        except Exception as error:
            if is_own(error) and not load.expired:
                raise
            print(repr(error), file=sys.stderr)
            raise Failure("timed-out" if load.expired else kind(error)) from error
        finally:
            timer.cancel()
            if load.connection:
                load.connection.close()

    def follow(self, load):
        """One request after the other, until a reply is no redirect, or the redirect is not followed."""
        method, url, body, fields = load.method, load.url, load.body, load.fields
        for _ in range(MOST_REDIRECTS + 1):
            reply = self.send(load, method, url, body, fields)
            where = reply.getheader("Location")
            if reply.status not in (301, 302, 303, 307, 308) or where is None:
                return deliver(load, reply, url)
            changed = reply.status == 303 and method != "HEAD" or reply.status in (301, 302) and method == "POST"
            onward, next_method = urljoin(url, where), "GET" if changed else method
            if "#" in url and "#" not in onward:
                onward += "#" + url.partition("#")[2]
            answer = load.ask("redirect", reply.status, onward, fields={"method": next_method})
            if answer["decision"] == "no":
                return deliver(load, reply, url)
            reply.read()
            self.idle.append(load.connection)
            if answer["decision"] == "to":
                onward = answer["values"][0]
            if urlsplit(onward)[:2] != urlsplit(url)[:2]:
                fields = [field for field in fields if not field[0].lower().endswith("authorization")]
                fields = [field for field in fields if field[0].lower() != "host"]
            if changed:
                # Nor is anything expected of a body that is left out.
                fields = [field for field in fields if not field[0].lower().startswith(("content-", "expect"))]
            fields = fields + [(name, value.encode()) for name, value in answer.get("header", [])]
            method, url, body = next_method, onward, None if changed else body
        raise Failure("too-many-redirects")

    def send(self, load, method, url, body, fields):
        parts, proxy = urlsplit(url), load.order.get("proxy")
        if parts.scheme not in ("http", "https"):
            raise Failure("other")
        if proxy and proxy.startswith("https:"):
            raise Unable("http.client speaks no TLS with proxies")
        connection = load.connection = self.connection(load, parts, proxy)
        load.interrupt = lambda: socket.socket.shutdown(connection.last, socket.SHUT_RDWR)
        target = url.partition("#")[0].partition("//")[2][len(parts.netloc):]
        target = target if target.startswith("/") else "/" + target
        if proxy and parts.scheme == "http":
            target = f"http://{parts.netloc.rpartition('@')[2]}{target}"
        names = {name.lower() for name, _ in fields}
        connection.putrequest(method, target, "host" in names, "accept-encoding" in names)
        for name, value in fields:
            connection.putheader(name, value)
        chunked = load.kind == "stream" and body is not None and "content-length" not in names
        if chunked:
            connection.putheader("Transfer-Encoding", "chunked")
            body = iter([body[at:at + 4096] for at in range(0, len(body), 4096)])
        elif "content-length" not in names and (body is not None or method in ("POST", "PUT", "PATCH")):
            connection.putheader("Content-Length", str(len(body or b"")))
        connection.endheaders(body, encode_chunked=chunked)
        return connection.getresponse()

    def connection(self, load, parts, proxy):
        """An idle connection to the same place, or a new one."""
        place = (parts.scheme, parts.netloc, proxy, load.order.get("anchor"))
        for connection in [each for each in self.idle if each.place == place]:
            self.idle.remove(connection)
            if is_idle(connection):
                connection.sock.settimeout(load.seconds("timeout"))
                return connection
            connection.close()
        first = urlsplit(proxy or parts.geturl())
        secure = parts.scheme == "https"
        more = {"context": self.context(load)} if secure else {}
        make = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        connection = load.connection = make(first.hostname, first.port, timeout=load.seconds("timeout"), **more)
        if secure and proxy:
            connection.set_tunnel(parts.hostname, parts.port)
        connection.place = place
        try:
            connection.connect()
        except (ssl.SSLError, ConnectionResetError) as error:
            raise Failure("tls") from error
        connection.last = connection.sock
        return connection

    def context(self, load):
        context = ssl.create_default_context(cafile=load.order.get("anchor", self.anchor))
        for decision in load.decisions:
            if decision["decision"] == "trust":
                context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            elif "certificate" in decision:
                context.load_cert_chain(decision["certificate"])
        return context


def deliver(load, reply, url):
    fields = {"url": url, "length": reply.getheader("Content-Length"), "encoding": reply.headers.get_content_charset()}
    types = [reply.headers.get_content_type()] if "Content-Type" in reply.headers else []
    fields = {**{name: value for name, value in fields.items() if value}, "filename": None}
    load.ask("response", reply.status, *types, fields=fields,
             header=[[name, text(value)] for name, value in reply.getheaders()])
    if load.collected is not None:
        return load.data(reply.read())
    # Takes the bytes that have come; read() would wait for more.
    while octets := reply.read1(65536):
        load.data(octets)
    # read1 does not notice by itself that a length is reached.
    reply.close()


def is_idle(connection):
    """One without a socket was closed, as the reply had said; one that can be read is closed, or brings what nobody
    asked for."""
    return connection.sock and not select.select([connection.sock], [], [], 0)[0]


def expire(load):
    load.expired = True
    load.interrupt()


def kind(error):
    """The protocol's word for a failure."""
    if str(error).startswith("Tunnel connection failed"):
        return "proxy"
    return next(name for types, name in KINDS if isinstance(error, types))


KINDS = [
    (TimeoutError, "timed-out"), ((socket.gaierror, ConnectionRefusedError), "cannot-connect"),
    ((http.client.RemoteDisconnected, http.client.IncompleteRead), "connection-lost"),
    (ssl.SSLEOFError, "connection-lost"), (ssl.SSLError, "tls"), (ConnectionError, "connection-lost"),
    (OSError, "cannot-connect"), ((http.client.InvalidURL, UnicodeError), "other"),
    (http.client.HTTPException, "bad-response"), (Exception, "other"),
]

drive(GREETING, Client)
