# servers.py: starting and ending the servers that are compared, each by its own process number.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import glob
import json
import os
import shutil
import socket
import subprocess
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PEERS = os.path.join(ROOT, "Benchmarks", "peers")


class Trouble(Exception):
    """Something that the person at the keyboard can mend."""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def routes_text(count):
    """A route file whose first route is /hello; the others only take up room."""
    reply = "< 200 OK\n< Content-Type: text/plain\n<\n< hello world\n"
    more = "".join(f"\n> GET /shelf/{n % 97}/book/{n}\n{reply}" for n in range(count - 1))
    return f"# {count} routes\nroutes\n\n> GET /hello\n{reply}{more}"


class Server:
    """One running server. `start` returns once the process runs, `wait_until_ready` once it answers."""

    def __init__(self, name, folder, core=None, wrapper=()):
        self.name = name
        self.folder = folder
        self.core = core
        self.wrapper = list(wrapper)
        self.process = None
        self.port = None

    def command(self):
        raise NotImplementedError

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
        while time.monotonic() < deadline:
            self.check()
            port = self.find_port()
            if port is not None:
                try:
                    ask(port)
                    self.port = port
                    return self
                except OSError:
                    pass
            time.sleep(0.0002)
        raise Trouble(f"{self.name} did not answer within {seconds} s; its output is in {self.keep_log()}")

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
        super().__init__(name, folder, **more)
        self.binary = binary
        self.routes = routes

    def command(self):
        self.ready = os.path.join(self.folder, f"{self.name}-{time.monotonic_ns()}.ready")
        return [
            self.binary, "serve", "--port", "0", "--control-port", "0", "--ready-file", self.ready, "--json",
            self.routes,
        ]

    def find_port(self):
        try:
            with open(self.ready) as file:
                return json.load(file)["port"]
        except (OSError, ValueError):
            return None


class Nginx(Server):
    def __init__(self, folder, **more):
        super().__init__("nginx", folder, **more)

    def command(self):
        self.port = free_port()
        with open(os.path.join(PEERS, "nginx.conf")) as file:
            text = file.read().replace("FOLDER", self.folder).replace("PORT", str(self.port))
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
        return [self.binary, str(self.port)]


def build_go(folder):
    binary = os.path.join(folder, "go-server")
    environment = dict(os.environ, GO111MODULE="off", GOCACHE=os.path.join(folder, "go-cache"))
    source = os.path.join(PEERS, "server.go")
    done = subprocess.run(["go", "build", "-o", binary, source], env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise Trouble(f"go could not build {source}: {done.stderr.strip()}")
    return binary


def ask(port, timeout=5):
    """One request on a connection of its own; OSError unless the answer is 200."""
    with socket.create_connection(("127.0.0.1", port), timeout) as connection:
        connection.sendall(b"GET /hello HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        answer = b""
        while piece := connection.recv(4096):
            answer += piece
    if not answer.startswith(b"HTTP/1.1 200"):
        raise OSError(f"no 200: {answer[:40]!r}")
