#!/usr/bin/env python3
# digest-client.py: a client that answers Digest challenges in all the ways that curl does not.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""Loads the targets one after the other on one connection, with hashlib and nothing of Quintain's.

    digest-client.py ORIGIN [OPTION …] [METHOD] TARGET [[METHOD] TARGET …]

    --user NAME:PASSWORD   tried when a challenge comes that is not stale; may be there several times
    --body COUNT           so many bytes of the known stream as the body of every POST
    --pause SECONDS        before the first challenge is answered
    --mistake NAME         what it does wrong: see `response` and `answer`
    --field TEXT           sent with every request in place of an answer
Ends with 3 if the server's confirmation is wrong.
"""

import hashlib
import http.client
import re
import sys
import time

HASHES = {"MD5": "md5", "SHA-256": "sha256", "SHA-512-256": "sha512_256"}


def stream(count):
    """The bytes behind {{bytes N}}, as docs/scenario-language.md defines them."""
    result, mask = bytearray(), (1 << 64) - 1
    for counter in range(count // 8 + 1):
        mixed = ((counter + 1) * 0x9E3779B97F4A7C15) & mask
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & mask
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & mask
        result += (mixed ^ (mixed >> 31)).to_bytes(8, "little")
    return bytes(result[:count])


def parameters(text):
    """`a=b, c="d"` as a dictionary."""
    found = re.findall(r'([\w*]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))', text)
    return {name.lower(): re.sub(r"\\(.)", r"\1", quoted) or plain for name, quoted, plain in found}


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Session:
    """What is known of a challenge, and how often it has been answered."""

    def __init__(self, challenge, user, password, mistake):
        self.challenge, self.user, self.password, self.mistake = challenge, user, password, mistake
        self.algorithm = challenge.get("algorithm", "MD5").upper().replace("-SESS", "-sess")
        self.nonce, self.count = challenge["nonce"], 0
        offered = [word.strip().lower() for word in challenge.get("qop", "").split(",")]
        self.qop = "auth" if "auth" in offered else "auth-int" if "auth-int" in offered else None
        self.key = None

    def hash(self, data):
        data = data.encode() if isinstance(data, str) else data
        name = self.algorithm.replace("-sess", "")
        if self.mistake == "md5":
            name = "MD5"
        return hashlib.new(HASHES[name], data).hexdigest()

    def response(self, method, uri, body, cnonce, confirms=False):
        count = f"{self.count:08x}"
        secret = f"{self.user}:{self.challenge['realm']}:{self.password}"
        key = self.hash(secret)
        if self.algorithm.endswith("-sess"):
            # RFC 7616 section 3.4.2: made once, of the first nonces.
            self.key = self.key or self.hash(f"{key}:{self.nonce}:{cnonce}")
            key = self.hash(f"{key}:{self.nonce}:{cnonce}") if self.mistake == "session" else self.key
        if not confirms:
            method = "PUT" if self.mistake == "method" else method
            uri = uri.split("?")[0] if self.mistake == "query" else uri
        second = ("" if confirms else method) + ":" + uri
        if self.qop == "auth-int":
            second += ":" + self.hash(b"" if self.mistake == "body" else body)
        middle = f"{self.nonce}:{count}:{cnonce}:{self.qop}" if self.qop else self.nonce
        return self.hash(f"{key}:{middle}:{self.hash(second)}")

    def answer(self, method, uri, body):
        self.count = 1 if self.mistake == "count" else self.count + 1
        cnonce = hashlib.md5(f"{self.nonce}{self.count}{time.time()}".encode()).hexdigest()
        self.cnonce = cnonce
        response = self.response(method, uri, body, cnonce)
        name = f"username={quoted(self.user)}"
        if not self.user.isascii():
            name = "username*=UTF-8''" + "".join(f"%{byte:02X}" for byte in self.user.encode())
        if self.challenge.get("userhash", "").lower() == "true" and self.mistake != "plain":
            name = f'username="{self.hash(self.user + ":" + self.challenge["realm"])}", userhash=true'
        parts = [name, f"realm={quoted(self.challenge['realm'])}", f'nonce="{self.nonce}"', f'uri="{uri}"']
        if "algorithm" in self.challenge:
            parts.append(f"algorithm={self.challenge['algorithm']}")
        if self.qop:
            qop = f'"{self.qop}"' if self.mistake == "quoted" else self.qop
            parts += [f"qop={qop}", f"nc={self.count:08x}", f'cnonce="{cnonce}"']
        elif self.algorithm.endswith("-sess"):
            parts.append(f'cnonce="{cnonce}"')
        parts.append(f'response="{response}"')
        if "opaque" in self.challenge and self.mistake != "opaque":
            parts.append(f"opaque={quoted(self.challenge['opaque'])}")
        return "Digest " + ", ".join(parts)

    def confirm(self, text, uri, body):
        """Whether the server knows the password; takes up its next nonce."""
        said = parameters(text)
        if "rspauth" in said and said["rspauth"] != self.response("", uri, body, self.cnonce, confirms=True):
            return False
        if "nextnonce" in said and self.mistake != "nonce":
            self.nonce, self.count = said["nextnonce"], 0
        return True


class Client:
    def __init__(self, words):
        self.connection = http.client.HTTPConnection(words.pop(0).removeprefix("http://"), timeout=20)
        self.users, self.loads, self.session = [], [], None
        self.mistake, self.field, self.body, self.pause = None, None, b"", 0
        method = "GET"
        while words:
            word = words.pop(0)
            if word == "--user":
                self.users.append(words.pop(0).split(":", 1))
            elif word == "--body":
                self.body = stream(int(words.pop(0)))
            elif word.startswith("--"):
                setattr(self, word[2:], words.pop(0))
            elif word.startswith("/"):
                self.loads.append((method, word))
                method = "GET"
            else:
                method = word

    def request(self, method, target, answers):
        body = self.body if method == "POST" and (answers or not self.users) else b""
        headers = {"Authorization": self.field} if self.field else {}
        if answers and self.session:
            headers["Authorization"] = self.session.answer(method, target, body)
        self.connection.request(method, target, body or None, headers)
        reply = self.connection.getresponse()
        return reply, reply.read()

    def load(self, method, target, users):
        reply, body = self.request(method, target, self.session is not None)
        while reply.status == 401:
            challenge = self.challenge(reply)
            if challenge is None:
                return
            before = self.session
            if challenge.get("stale", "").lower() == "true" and before:
                self.session = Session(challenge, before.user, before.password, self.mistake)
            elif users:
                self.session = Session(challenge, *users.pop(0), self.mistake)
            else:
                return
            if before and before.nonce == self.session.nonce:
                self.session.count = before.count
            time.sleep(float(self.pause))
            self.pause = 0
            reply, body = self.request(method, target, True)
        said = reply.getheader("Authentication-Info")
        if self.session and said and not self.session.confirm(said, target, body):
            sys.exit(3)

    def challenge(self, reply):
        for value in reply.headers.get_all("WWW-Authenticate", []):
            scheme, _, rest = value.partition(" ")
            challenge = parameters(rest)
            algorithm = challenge.get("algorithm", "MD5").upper().removesuffix("-SESS")
            offered = [word.strip().lower() for word in challenge.get("qop", "auth").split(",")]
            known = algorithm in HASHES and ("auth" in offered or "auth-int" in offered)
            if scheme.lower() == "digest" and known and "nonce" in challenge:
                return challenge
        return None


client = Client(sys.argv[1:])
for method, target in client.loads:
    client.load(method, target, client.users)
