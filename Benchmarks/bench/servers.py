# servers.py: starting and ending the servers that are compared, each by its own process number.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import glob
import json
import os
import shutil
import socket
import ssl
import subprocess
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# A file has its limit: 32 MiB.
ROUTES_PER_FILE = 100000
PEERS = os.path.join(ROOT, "Benchmarks", "peers")


class Trouble(Exception):
    """A problem that the user can mend."""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def write_routes(folder, count):
    """A folder of route files. The first route is /hello; the others only take up room."""
    place = os.path.join(folder, f"{count}-routes")
    os.mkdir(place)
    reply = "< 200 OK\n< Content-Type: text/plain\n<\n< hello world\n"
    paths = ["/hello"] + [f"/shelf/{n % 97}/book/{n}" for n in range(count - 1)]
    for first in range(0, count, ROUTES_PER_FILE):
        with open(os.path.join(place, f"{first}.routes"), "w") as file:
            file.write(f"# Routes from number {first}\nroutes\n")
            file.writelines(f"\n> GET {path}\n{reply}" for path in paths[first : first + ROUTES_PER_FILE])
    return place


def write_page(folder, routes):
    """A page of text of 10 KB, which nginx finds in the folder; beside the routes it is one more, /page, in gzip."""
    words = "the quick brown fox jumps over the lazy dog and the calendar of 1994 is that of 2011 ".split()
    text = " ".join(words[(n * n + n // 7) % len(words)] + str(n % 89) for n in range(1400))
    for place in (folder, routes):
        with open(os.path.join(place, "page.txt"), "w") as file:
            file.write(text[:10000])
    with open(os.path.join(routes, "page.routes"), "w") as file:
        file.write("# A page\nroutes\n\n> GET /page\n< 200 OK\n< Content-Type: text/plain\n< Content-Encoding: gzip\n"
                   '<\n< {{file "page.txt" | gzip level=6}}\n')


def write_identity(binary, folder):
    """A certificate for localhost with a key on the curve P-256, which is what Quintain shows of its own."""
    done = subprocess.run([binary, "certificate", "localhost", "--out", folder], capture_output=True, text=True)
    if done.returncode != 0:
        raise Trouble(f"no certificate could be made: {done.stderr.strip()}")
    return [os.path.join(folder, f"localhost.{kind}") for kind in ("pem", "key")]


def write_large(folder):
    """A reply and an upload of 1 GiB, as scenarios; and the same bytes as a route, to be uploaded."""
    place = os.path.join(folder, "large")
    os.makedirs(place, exist_ok=True)
    texts = {
        "reply.scenario": "# A reply of 1 GiB\n> GET /big\n< 200\n<\n< {{bytes 1GiB}}\n",
        "upload.scenario": "# An upload of 1 GiB\nclient PUT /big\n> PUT /big\n>\n> {{bytes 1GiB}}\n< 200\n",
        "large.routes": "# Large\nroutes\n\n> GET /hello\n< 200\n\n> GET /big\n< 200\n<\n< {{bytes 1GiB}}\n",
    }
    for name, text in texts.items():
        with open(os.path.join(place, name), "w") as file:
            file.write(text)
    return place


class Server:
    """One running server. `start` returns once the process runs, `wait_until_ready` once it answers."""

    # What the first request asks for.
    path = "/hello"

    def __init__(self, name, folder, core=None, wrapper=(), identity=None, two=False):
        """With an identity, the files of a certificate and its key, it speaks TLS; with `two`, it is spoken to in HTTP/2."""
        self.name = name
        self.folder = folder
        self.core = core
        self.identity = identity
        self.two = two
        self.wrapper = list(wrapper)
        self.process = None
        self.port = None

    def command(self):
        raise NotImplementedError

    @property
    def is_secure(self):
        return self.identity is not None

    def start(self):
        pin = ["taskset", "-c", str(self.core)] if self.core is not None and shutil.which("taskset") else []
        self.log = os.path.join(self.folder, f"{self.name}-{time.monotonic_ns()}.log")
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                pin + self.wrapper + self.command(), stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        return self

    def find_port(self):
        """The port, or None if the server has not told it yet."""
        return self.port

    def wait_until_ready(self, seconds=20):
        deadline = time.monotonic() + seconds
        reason = "it told no port"
        while time.monotonic() < deadline:
            self.check()
            port = self.find_port()
            if port is not None:
                try:
                    greet(port, self.is_secure) if self.two else ask(port, self.is_secure, self.path)
                    self.port = port
                    return self
                except OSError as error:
                    reason = error
            time.sleep(0.0002)
        log = self.keep_log()
        raise Trouble(f"{self.name} did not answer as it should within {seconds} s: {reason}; its output is in {log}")

    def check(self):
        if self.process.poll() is not None:
            raise Trouble(f"{self.name} ended with status {self.process.returncode}; its output: {self.output()}")

    def output(self):
        with open(self.log, errors="replace") as log:
            return log.read().strip()[-2000:] or "none"

    def keep_log(self):
        kept = f"/tmp/quintain-benchmark-{self.name}.log"
        shutil.copy(self.log, kept)
        return kept

    def stop(self, grace=5):
        if self.process is None or self.process.poll() is not None:
            return
        self.process.terminate()
        try:
            self.process.wait(grace)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def __enter__(self):
        return self.start().wait_until_ready()

    def __exit__(self, *_):
        self.stop()

    def cpu(self):
        """Nanoseconds on a processor so far, all threads."""
        total = 0
        for path in glob.glob(f"/proc/{self.process.pid}/task/*/schedstat"):
            try:
                with open(path) as file:
                    total += int(file.read().split()[0])
            except OSError:
                pass
        return total

    def private_kilobytes(self):
        """Memory that this process alone has written to."""
        with open(f"/proc/{self.process.pid}/smaps_rollup") as file:
            return sum(int(line.split()[1]) for line in file if line.startswith("Private_Dirty"))


class Quintain(Server):
    def __init__(self, binary, routes, folder, name="quintain", **more):
        """Without routes it serves the bundled fixtures."""
        super().__init__(name, folder, **more)
        self.binary = binary
        self.routes = routes
        if routes is None:
            self.path = "/get"

    def command(self):
        self.ready = os.path.join(self.folder, f"{self.name}-{time.monotonic_ns()}.ready")
        return [
            self.binary, "serve", "--port", "0", "--control-port", "0", "--ready-file", self.ready, "--json",
            *(["--https-port", "0"] if self.is_secure else []), *([self.routes] if self.routes else []),
        ]

    def find_port(self):
        try:
            with open(self.ready) as file:
                return json.load(file)["httpsPort" if self.is_secure else "port"]
        except (OSError, ValueError):
            return None


class Nginx(Server):
    def __init__(self, folder, **more):
        super().__init__("nginx", folder, **more)

    def command(self):
        self.port = free_port()
        with open(os.path.join(PEERS, "nginx.conf")) as file:
            text = file.read().replace("FOLDER", self.folder).replace("PORT", str(self.port))
        text = text.replace("SECURED", " ".join(["ssl"] * self.is_secure + ["http2"] * self.two))
        if self.is_secure:
            certificate, key = self.identity
            lines = f"ssl_certificate {certificate}; ssl_certificate_key {key}; ssl_protocols TLSv1.3;"
            text = text.replace("# IDENTITY", lines)
        path = os.path.join(self.folder, f"nginx-{self.port}.conf")
        with open(path, "w") as file:
            file.write(text)
        return ["nginx", "-p", self.folder, "-e", os.path.join(self.folder, "nginx.log"), "-c", path]


class Go(Server):
    def __init__(self, binary, folder, **more):
        super().__init__("go", folder, **more)
        self.binary = binary

    def command(self):
        self.port = free_port()
        return [self.binary, str(self.port), *(self.identity or [])]


class Nghttpd(Server):
    """The server of nghttp2, whose library many clients and servers are built on."""

    def __init__(self, folder, **more):
        super().__init__("nghttpd", folder, **more)
        self.root = os.path.join(folder, "nghttpd")
        os.makedirs(self.root, exist_ok=True)
        with open(os.path.join(self.root, "hello"), "w") as file:
            file.write("hello world\n")

    def command(self):
        self.port = free_port()
        identity = [self.identity[1], self.identity[0]] if self.identity else []
        words = ["nghttpd", "--address=127.0.0.1", f"--htdocs={self.root}"] + ["--no-tls"] * (not identity)
        return words + [str(self.port), *identity]


def build_go(folder):
    binary = os.path.join(folder, "go-server")
    environment = dict(os.environ, GO111MODULE="off", GOCACHE=os.path.join(folder, "go-cache"))
    source = os.path.join(PEERS, "server.go")
    done = subprocess.run(["go", "build", "-o", binary, source], env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise Trouble(f"go could not build {source}: {done.stderr.strip()}")
    return binary


def connect(port, secure=False, timeout=5, two=False):
    """A connection; the server's certificate is not verified."""
    connection = socket.create_connection(("127.0.0.1", port), timeout)
    return (TRUSTING_TWO if two else TRUSTING).wrap_socket(connection) if secure else connection


def ask(port, secure=False, path="/hello"):
    """One request on a connection of its own; OSError unless the answer is 200."""
    with connect(port, secure) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while piece := connection.recv(4096):
            answer += piece
    if not answer.startswith(b"HTTP/1.1 200"):
        raise OSError(f"no 200: {answer[:40]!r}")


def greet(port, secure=False):
    """The two prefaces of HTTP/2; OSError unless the server's is one."""
    with connect(port, secure, two=True) as connection:
        connection.sendall(PREFACE)
        head = connection.recv(9)
    if len(head) < 9 or head[3] != 4:
        raise OSError(f"no SETTINGS: {head!r}")


def trusting():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    return context


# What a client of HTTP/2 begins with, and no settings of its own.
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4" + bytes(5)
TRUSTING, TRUSTING_TWO = trusting(), trusting()
TRUSTING_TWO.set_alpn_protocols(["h2"])
