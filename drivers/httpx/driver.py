#!/usr/bin/env python3
# driver.py: Python's httpx behind the driver protocol.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""A case has an httpx.Client for each way of connecting that it asks for; they share its cookies. httpx makes the
request that follows a redirect, and sends it once that is decided here. A call that waits cannot be broken off, so
there is neither `cancel` nor `total`."""

import http.cookiejar
import inspect
import os
import socket
import ssl
import sys
import zlib

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
from driving import Failure, Unable, drive, is_own, needs, octets, text

try:
    import h2.exceptions
    import httpx
except ImportError:
    # Debian's modules work with Debian's Python only, and PATH may name another one first.
    if sys.executable != "/usr/bin/python3" and os.path.exists("/usr/bin/python3"):
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])
    needs("there is no module 'httpx' or 'h2' for this Python")

GREETING = {
    "name": "httpx", "version": httpx.__version__, "again": True,
    "loads": ["data", "upload", "stream", "sync"],
    "callbacks": {"redirect": ["default", "no", "to"], "response": ["default"], "data": [], "finish": [], "fail": []},
    "acts": ["suspend", "continue", "trust"],
    "options": ["timeout", "anchor", "proxy", "cookies", "prior-knowledge"],
    "can": ["tls", "proxy", "cookies", "hosts", "lanes", "reuse", "decoding", "client-certificate", "h2"],
}
MOST_REDIRECTS = 20
# The option that names a proxy is another one since httpx 0.26.
PROXY = "proxy" if "proxy" in inspect.signature(httpx.Client).parameters else "proxies"


class Client:
    def __init__(self, case):
        self.anchor = None
        self.jar = http.cookiejar.CookieJar()
        self.clients = {}

    def act(self, act):
        if act["act"] == "trust":
            self.anchor = act["anchor"]
        else:
            raise Unable(f"httpx has nothing like '{act['act']}'")

    def honours(self, decision):
        name = decision["decision"]
        if name == "use" and decision["callback"] == "challenge":
            return "certificate" in decision or decision.get("kind") == "Digest" and not decision.get("proxy")
        return name in ("trust", "none")

    def close(self):
        for client in self.clients.values():
            client.close()

    def load(self, load):
        try:
            self.follow(load)
        except (Failure, Unable):
            raise
        except Exception as error:
            if is_own(error):
                raise
            print(repr(error), file=sys.stderr)
            raise Failure(kind(error)) from error

    def follow(self, load):
        """One request after the other, until a reply is no redirect, or the redirect is not followed."""
        client, auth = self.client(load), digest(load)
        request = client.build_request(
            load.method, load.url, headers=[(name.encode(), value) for name, value in load.fields],
            content=pieces(load), timeout=httpx.Timeout(load.seconds("timeout"), pool=None))
        for _ in range(MOST_REDIRECTS + 1):
            reply = client.send(request, stream=True, auth=auth, follow_redirects=False)
            try:
                if reply.next_request is None:
                    return deliver(load, reply)
                onward = reply.next_request
                answer = load.ask("redirect", reply.status_code, onward.url, fields={"method": onward.method})
                if answer["decision"] == "no":
                    return deliver(load, reply)
                reply.read()
                if answer["decision"] == "to":
                    more = [(name.encode(), octets(value)) for name, value in answer.get("header", [])]
                    onward = client.build_request(
                        onward.method, answer["values"][0], headers=kept(onward) + more,
                        content=onward.stream, timeout=httpx.Timeout(load.seconds("timeout"), pool=None))
                request = onward
            finally:
                reply.close()
        raise Failure("too-many-redirects")

    def client(self, load):
        """The client that connects as the load is to: others may be trusted, or other protocols spoken."""
        order = load.order
        trusting = any(each["decision"] == "trust" for each in load.decisions)
        if order.get("proxy", "").startswith("https:"):
            raise Unable("httpx can be told of no authority to trust at a proxy")
        certificate = next((each["certificate"] for each in load.decisions if "certificate" in each), None)
        anchor = order.get("anchor", self.anchor)
        way = (anchor, trusting, certificate, order.get("proxy"), order.get("prior-knowledge"), order.get("cookies"))
        if way not in self.clients:
            self.clients[way] = httpx.Client(
                verify=security(anchor, trusting, certificate), trust_env=False,
                http1=not order.get("prior-knowledge"), http2=True,
                cookies=self.jar if order.get("cookies", True) else Crumbs(), **{PROXY: order.get("proxy")})
        return self.clients[way]


def security(anchor, trusting, certificate):
    """The client's own settings. The certificate is loaded here: beside a file of authorities, httpx 0.28 passes it over."""
    context = httpx.create_ssl_context(verify=not trusting and (anchor or True), trust_env=False)
    if certificate:
        context.load_cert_chain(certificate)
    return context


class Crumbs(http.cookiejar.CookieJar):
    """A jar that keeps nothing."""

    def set_cookie(self, cookie):
        pass


def digest(load):
    """The DigestAuth that answers the challenges of this load."""
    users = {(octets(each["user"]), octets(each["password"])) for each in load.decisions
             if each["callback"] == "challenge" and each["decision"] == "use" and "certificate" not in each}
    if len(users) > 1:
        raise Unable("httpx takes one name and password for a request")
    return next((httpx.DigestAuth(*user) for user in users), None)


def pieces(load):
    """The body; a stream comes in pieces."""
    if load.kind != "stream" or load.body is None:
        return load.body
    return Pieces(load.body)


class Pieces(httpx.SyncByteStream):
    """A stream that can be sent again."""

    def __init__(self, body):
        self.body = body

    def __iter__(self):
        for at in range(0, len(self.body), 4096):
            yield self.body[at:at + 4096]


def kept(request):
    return [(name, value) for name, value in request.headers.raw if name.lower() not in (b"host", b"cookie")]


def deliver(load, reply):
    fields = {"url": reply.url, "length": reply.headers.get("content-length"), "encoding": reply.charset_encoding}
    kinds = [reply.headers["content-type"].partition(";")[0].strip().lower()] if "content-type" in reply.headers else []
    fields = {name: str(value) for name, value in fields.items() if value} | {"filename": None}
    load.ask("response", reply.status_code, *kinds, fields=fields,
             header=[[text(name), text(value)] for name, value in reply.headers.raw])
    for octets in reply.iter_bytes():
        load.data(octets)


def kind(error):
    """The protocol's word for a failure."""
    causes, each = [], error
    while each is not None and len(causes) < 10:
        causes.append(each)
        each = each.__cause__ or each.__context__
    for types, name in KINDS:
        if any(isinstance(cause, types) for cause in causes):
            return name
    words = str(error)
    if isinstance(error, httpx.RemoteProtocolError):
        lost = "disconnected" in words or "closed connection" in words
        return "connection-lost" if lost else "bad-response"
    return "other"


KINDS = [
    (httpx.TimeoutException, "timed-out"), ((socket.gaierror, ConnectionRefusedError), "cannot-connect"),
    (httpx.ProxyError, "proxy"), (httpx.DecodingError, "decoding"),
    (zlib.error, "decoding"), (h2.exceptions.H2Error, "bad-response"),
    ((httpx.UnsupportedProtocol, httpx.InvalidURL), "other"), (ssl.SSLEOFError, "connection-lost"), (ssl.SSLError, "tls"),
    ((httpx.ReadError, httpx.WriteError, ConnectionError), "connection-lost"), (httpx.ConnectError, "cannot-connect"),
    (httpx.LocalProtocolError, "bad-response"),
]

drive(GREETING, Client)
