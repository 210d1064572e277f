# counts.py: what is counted rather than timed: user instructions under callgrind, and bytes of memory.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""Most counts are slopes: two runs differ in nothing but how often a thing is done, so what is left is its cost."""

import glob
import os
import re
import signal
import socket
import ssl
import subprocess
import time
from contextlib import contextmanager

from . import load, measures, servers
from .servers import Trouble

CONNECTIONS = 8
# Scenarios that are played again and again: some requests each, without TLS.
PLAYED = ["authentication/digest", "canonical/host", "cookies/order", "ranges/resumed"]
DRIVEN = "canonical/host"
# What our code calls of OpenSSL, and what is ours: Swift's names begin with '$s'.
OPENSSL = re.compile(r"(SSL|EVP|BIO|ERR|X509|CRYPTO|OPENSSL|TLS|ASN1|RAND)_")
OURS = ("$s", "swift", "_swift", "quintain_")
# A server looks for changes of its files some time after it has answered.
WATCH = "*openWatch*"

SCENARIO = """# Notes are kept
client GET /notes
> GET /notes
> Accept: {{any}}
< 401 Unauthorized
< WWW-Authenticate: Basic realm="notes"
< Content-Length: 0
<
* challenge Basic realm="notes"
> GET /notes
> Authorization: {{basic "user:secret"}}
< 302 Found
< Location: /notes/
< Set-Cookie: id=1; Path=/
< Content-Length: 0
<
* redirect 302 /notes/
> GET /notes/
> Cookie: id=1
< 200 OK
< Content-Type: application/json
< Transfer-Encoding: chunked
<
< {"notes": ["one", "two", "three"]}
* response 200
* data
* finish
client PUT /notes/1
> PUT /notes/1
> Content-Type: text/plain
>
> Buy milk
< 201 Created
< Location: /notes/1
< Content-Length: 2
<
< ok
* finish
"""


class Counts:
    """The things that are counted, each a method; a folder for what they write."""

    def __init__(self, binary, folder):
        self.binary = binary
        self.client = os.path.join(os.path.dirname(binary), "quintain-client")
        self.folder = folder
        self.routes = {count: servers.write_routes(folder, count) for count in (10, 1_000, 10_000)}
        self.identity = servers.write_identity(binary, folder)
        self.number = 0

    # How the counting is done

    def wrapper(self):
        self.number += 1
        out = os.path.join(self.folder, f"callgrind.{self.number}.{os.urandom(4).hex()}")
        return out, ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", f"--dump-before={WATCH}"]

    def of_server(self, work, routes=10, share=None, **more):
        """The instructions of a server's life; with `share` the ones that it picks from the profile."""
        out, wrapper = self.wrapper()
        with self.server(out, wrapper, routes, **more) as server:
            work(server)
        return sum(map(share, parts(out))) if share else collected(server.output())

    def of_start(self, routes):
        """The instructions up to the first answer, and what is done right behind it: until the server looks for changes."""
        out, wrapper = self.wrapper()
        with self.server(out, wrapper, routes):
            deadline = time.monotonic() + 60
            while len(parts(out)) < 2:
                if time.monotonic() > deadline:
                    raise Trouble(f"the server has not come to {WATCH} within a minute")
                time.sleep(0.05)
        with open(parts(out)[0]) as file:
            return int(re.search(r"^(?:summary|totals): (\d+)", file.read(), re.MULTILINE)[1])

    @contextmanager
    def server(self, out, wrapper, routes, **more):
        place = self.routes[routes] if routes else None
        server = servers.Quintain(self.binary, place, self.folder, name=os.path.basename(out), wrapper=wrapper, **more)
        try:
            yield server.start().wait_until_ready(120)
        finally:
            server.stop(grace=60)

    def of_command(self, *words):
        _, wrapper = self.wrapper()
        done = subprocess.run(wrapper + [self.binary, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=600, cwd=servers.ROOT)
        if done.returncode != 0:
            raise Trouble(f"'quintain {' '.join(words)}' ended with {done.returncode}: {(done.stdout + done.stderr)[-500:]}")
        return collected(done.stderr)

    # What is counted

    def request(self):
        """a keep-alive request"""
        return slope(lambda count: self.of_server(lambda server: ask(server, count)), 1_000, 5_000)

    def connection(self):
        """a connection with one request"""
        return slope(lambda count: self.of_server(lambda server: call(server, count)), 100, 1_100)

    def request_over_tls(self):
        """a keep-alive request over TLS"""
        return slope(lambda count: self.of_server(lambda server: ask(server, count), identity=self.identity), 1_000, 5_000)

    def handshake(self):
        """a handshake and a request, without OpenSSL's own share"""
        return slope(lambda count: self.of_server(
            lambda server: call(server, count), identity=self.identity, share=without_openssl), 20, 120)

    def stream(self):
        """a request over HTTP/2, alone"""
        return slope(lambda count: self.of_server(lambda server: load.h2load(server.port, 1, count), two=True), 500, 2_500)

    def streams(self):
        """a request over HTTP/2, one of 100 at once"""
        return slope(lambda count: self.of_server(lambda server: load.h2load(server.port, 100, count), two=True), 2_000, 12_000)

    def start(self):
        """a start with 10 routes"""
        return self.of_start(10)

    def start_with_fixtures(self):
        """a start with all bundled fixtures"""
        return self.of_start(None)

    def route(self):
        """a route that is loaded, of 10,000"""
        return slope(self.of_start, 10, 10_000)

    def case(self):
        """a case of check, in process"""
        words = ["check", *PLAYED, "--client", "reference", "--way", "delegate", "--quiet", "--jobs", "1"]
        return slope(lambda count: self.of_command(*words, "--repeat", str(count)), 5, 55) / len(PLAYED)

    def driven_case(self):
        """a case of check, with a driver behind pipes"""
        words = ["check", DRIVEN, "--quiet", "--jobs", "1"]
        return slope(lambda count: self.of_command(*words, "--repeat", str(count), "--", self.client), 10, 60)

    def scenario(self):
        """a scenario of 40 lines that is read"""
        def lint(count):
            place = os.path.join(self.folder, f"{count}-scenarios")
            os.mkdir(place)
            for number in range(count):
                with open(os.path.join(place, f"{number}.scenario"), "w") as file:
                    file.write(SCENARIO)
            return self.of_command("lint", place)

        return slope(lint, 10, 110)

    # Memory, in kilobytes

    def upload_peak(self):
        """the most memory of a play, an upload of 1 GiB"""
        return 1000 * measures.peak_of_large_play(self.binary, self.folder, "upload")

    def reply_peak(self):
        """the most memory of a play, a reply of 1 GiB"""
        return 1000 * measures.peak_of_large_play(self.binary, self.folder, "reply")

    def routes_growth(self):
        """what 9,000 more routes take"""
        def taken(count):
            with servers.Quintain(self.binary, self.routes[count], self.folder, name=f"grown-{count}") as server:
                # Some milliseconds after its first answer it gives back what the reading needed.
                time.sleep(0.5)
                return server.private_kilobytes()

        return taken(10_000) - taken(1_000)


MEMORY = {"upload_peak", "reply_peak", "routes_growth"}
# What depends a little on how fast the client is, or on what else has the memory, is done alone.
ALONE = MEMORY | {"request", "connection", "request_over_tls", "handshake"}


def ask(server, count):
    connections = load.Connections(server.port, CONNECTIONS, server.is_secure)
    for _ in range(count // CONNECTIONS):
        connections.ask_each()
    connections.close()


def call(server, count):
    """One connection for each request. The server stands still while the client sends, so it always finds all of that at once:
    else the count would depend on who is faster."""
    for _ in range(count):
        with socket.socket() as connection:
            talk = Talk(server.is_secure)
            with standing_still(server):
                connection.connect(("127.0.0.1", server.port))
                connection.sendall(talk.outgoing())
            if server.is_secure:
                while not talk.is_open:
                    talk.heard(connection.recv(65536))
                with standing_still(server):
                    connection.sendall(talk.request())
            answer = b""
            while piece := connection.recv(65536):
                answer += talk.told(piece)
        if not answer.startswith(b"HTTP/1.1 200"):
            raise Trouble(f"otherwise than with 200 was answered: {answer[:40]!r}")


@contextmanager
def standing_still(server):
    server.process.send_signal(signal.SIGSTOP)
    os.waitpid(server.process.pid, os.WUNTRACED)
    try:
        yield
    finally:
        server.process.send_signal(signal.SIGCONT)


class Talk:
    """A client's side of a connection, in steps: with TLS a greeting first."""

    REQUEST = b"GET /hello HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"

    def __init__(self, is_secure):
        self.tls = None
        self.is_open = not is_secure
        if is_secure:
            self.coming, self.leaving = ssl.MemoryBIO(), ssl.MemoryBIO()
            self.tls = servers.TRUSTING.wrap_bio(self.coming, self.leaving)

    def outgoing(self):
        if not self.tls:
            return self.REQUEST
        self.shake_hands()
        return self.leaving.read()

    def shake_hands(self):
        try:
            self.tls.do_handshake()
            self.is_open = True
        except ssl.SSLWantReadError:
            pass

    def heard(self, piece):
        if not piece:
            raise Trouble("the server ended within the handshake")
        self.coming.write(piece)
        self.shake_hands()

    def request(self):
        """The end of the handshake, and the request."""
        self.tls.write(self.REQUEST)
        return self.leaving.read()

    def told(self, piece):
        if not self.tls:
            return piece
        self.coming.write(piece)
        told = b""
        try:
            while part := self.tls.read(65536):
                told += part
        except (ssl.SSLWantReadError, ssl.SSLZeroReturnError):
            pass
        return told


def slope(run, low, high):
    return (run(high) - run(low)) / (high - low)


def collected(output):
    told = re.search(r"Collected : (\d+)", output)
    if not told:
        raise Trouble(f"callgrind told no count: {output[-300:]}")
    return int(told[1])


def parts(profile):
    """The files of a profile: callgrind begins another one where the server looks for changes."""
    return [*sorted(glob.glob(f"{profile}.[0-9]*")), *glob.glob(profile)]


def without_openssl(part):
    """All instructions but those within calls from our code into OpenSSL; what OpenSSL calls back is ours again."""
    names, total, lent = {}, 0, 0
    caller = callee = None
    is_call = False

    def name(text):
        number, _, rest = text.partition(" ")
        return names.setdefault(number, rest)

    with open(part) as file:
        for line in file:
            key, _, value = line.rstrip("\n").partition("=")
            if key == "fn":
                caller = name(value)
            elif key == "cfn":
                callee = name(value)
            elif key == "calls":
                is_call = True
            elif line[:1] in "0123456789+-*":
                cost = int(line.split()[1])
                if not is_call:
                    total += cost
                elif caller.startswith(OURS) and OPENSSL.match(callee):
                    lent += cost
                elif not caller.startswith(OURS) and "QuintainTLS" in callee:
                    lent -= cost
                is_call = False
    return total - lent
