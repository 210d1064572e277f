# command.py: the built command, run under watch.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import itertools
import json
import os
import resource
import signal
import subprocess
import time

from . import processes, wire
from .ledger import Trouble

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Exit statuses of a program that trapped, or was killed by us.
CRASHES = {signal.SIGILL, signal.SIGTRAP, signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGSYS,
           signal.SIGPIPE, signal.SIGXFSZ}
ROUTES = """# What is asked for after an attack
routes httpbin

> GET /plain
< 200 OK
< Content-Type: text/plain
<
< still here

> POST /echo
< 200 OK
<
< {{request.body}}

> GET /path/{{path name}}
< 200 OK
<
< {{path.name}}

> GET /drip
< {{drip query.n over=query.duration status=query.code}}

> GET /bytes/{{path n}}
< 200 OK
<
< {{random path.n}}

> GET /range/{{path n}}
< {{range path.n over=query.duration chunk=query.size}}

> GET /status/{{path n}}
< {{status path.n}}

> GET /delay/{{path n}}
< {{delay path.n}}

> GET /stream/{{path n}}
< 200 OK
<
< {{stream path.n args headers}}

> ANY /anything
< 200 OK
< Content-Type: application/json
<
< {{echo args cookies data files form headers json method url}}
""".replace("> ANY /anything\n", "> POST /anything\n")
SCENARIO = """# A page, and what it names
> GET /page
< 200 OK
<
< first
> GET /next
< 200 OK
<
< second
"""
LOADED = """# A page that is loaded
client GET /page
> GET /page
< 200 OK
<
< first
* response 200
* data "first"
* finish
"""


def binary():
    path = os.environ.get("QUINTAIN") or os.path.join(ROOT, ".build", "release", "quintain")
    if not os.access(path, os.X_OK):
        raise Trouble(f"there is no '{path}': run 'make build', or name one by QUINTAIN")
    return os.path.abspath(path)


class Place:
    """A folder for an attack: fixtures, a folder for temporary files that must be empty at the end, and a mark by which
    the processes are found that were started there."""

    numbers = itertools.count(1)

    def __init__(self, folder):
        number = next(self.numbers)
        self.mark = f"{os.getpid()}.{number}"
        self.path = os.path.join(folder, str(number))
        self.temporary = os.path.join(self.path, "temporary")
        self.fixtures = os.path.join(self.path, "fixtures")
        os.makedirs(self.temporary)
        os.makedirs(self.fixtures)
        self.write("fixtures/plain.routes", ROUTES)
        self.write("fixtures/page.scenario", SCENARIO)
        self.write("fixtures/loaded.scenario", LOADED)

    def write(self, name, text):
        path = os.path.join(self.path, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(text.encode() if isinstance(text, str) else text)
        return path

    def environment(self, **more):
        keep = {name: value for name, value in os.environ.items() if not name.startswith("QUINTAIN")}
        return keep | {"TMPDIR": self.temporary, processes.MARK: self.mark, "SWIFT_BACKTRACE": "enable=no"} | more

    def left(self):
        """What has not been taken away: processes, and what lies in the folder for temporary files. It is told once."""
        told = [f"the process {name} stayed" for name in processes.stayed(self.mark)]
        for name in sorted(os.listdir(self.temporary)):
            told.append(f"'{name}' stayed in TMPDIR")
            # A file that is too deep for a path cannot be used: it is moved out of the way.
            os.rename(os.path.join(self.temporary, name), os.path.join(self.path, f"left-{name}"))
        return told


class Ended:
    """How a command ended: its status, negative for a signal, what it said, and how long it took."""

    def __init__(self, status, output, errors, seconds):
        self.status, self.output, self.errors, self.seconds = status, output, errors, seconds

    @property
    def fault(self):
        """Rules that every command keeps, under every attack."""
        if self.status is None:
            return f"hung: not ended after {self.seconds:.0f} s"
        if -self.status in CRASHES:
            return f"crashed: {signal.Signals(-self.status).name}; it said {self.last(self.errors)}"
        return None

    @property
    def told(self):
        return f"exit status {self.status}, output {self.last(self.output)}, errors {self.last(self.errors)}"

    @staticmethod
    def last(text):
        return repr(text[-300:].decode(errors="replace")) if text else "nothing"


def limits(files=None, size=None):
    def set_them():
        os.setpgid(0, 0)
        # Under nohup and in the background of a shell they are ignored, and the programs that are started here must end by
        # them.
        for each in signal.SIGHUP, signal.SIGINT, signal.SIGQUIT:
            signal.signal(each, signal.SIG_DFL)
        if files:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
        if size is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    return set_them


def start(place, words, files=None, size=None, variables=None, **streams):
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | streams
    return subprocess.Popen([binary(), *words], cwd=place.path, env=place.environment(**(variables or {})),
                            preexec_fn=limits(files, size), **streams)


def end(process, timeout, began=None):
    """Waits so long for the end, and then kills the process group."""
    began = began or time.monotonic()
    try:
        output, errors = process.communicate(timeout=timeout)
        status = process.returncode
    except subprocess.TimeoutExpired:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            process.kill()
        try:
            output, errors = process.communicate(timeout=5)
        except subprocess.TimeoutExpired as silence:
            # Processes that it has left behind hold its pipes.
            output, errors = silence.output, silence.stderr
        status = None
    return Ended(status, output or b"", errors or b"", time.monotonic() - began)


def run(place, words, timeout=20.0, **more):
    began = time.monotonic()
    return end(start(place, words, **more), timeout, began)


class Server:
    """`quintain serve`, and the rules that it keeps under every attack."""

    def __init__(self, place, *options, log=None, ready_within=10.0, **more):
        self.place = place
        ready = os.path.join(place.path, f"ready-{time.monotonic_ns()}.json")
        words = ["serve", "fixtures", "--port", "0", "--control-port", "0", "--https-port", "0", "--ready-file", ready]
        self.log = log or os.path.join(place.path, f"log-{time.monotonic_ns()}")
        with open(self.log, "wb") as errors:
            self.process = start(place, [*words, *options], stdout=subprocess.DEVNULL, stderr=errors, **more)
        until = time.monotonic() + ready_within
        while True:
            try:
                with open(ready) as file:
                    told = json.load(file)
                break
            except (OSError, ValueError):
                if self.process.poll() is not None or time.monotonic() > until:
                    raise Trouble(f"'serve' was not ready: status {self.process.poll()}, it said {self.said()}") from None
                time.sleep(0.002)
        self.routes, self.secure, self.control = told["port"], told["httpsPort"], told["controlPort"]
        self.pid = self.process.pid
        self.plain()
        self.ask("GET", "/health")
        # The watch begins a moment after the first request; when descriptors are short there is none.
        processes.settled(lambda: not processes.watches(self.pid), False, patience=1.0)
        self.began_with = self.figures()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    def said(self):
        with open(self.log, "rb") as file:
            return Ended.last(file.read())

    def figures(self):
        return processes.descriptors(self.pid), len(processes.children(self.pid))

    def ask(self, method, target, body=None):
        control = wire.Control(self.control)
        try:
            return control.ask(method, target, body)
        finally:
            control.close()

    def arm(self, **order):
        status, session = self.ask("POST", "/sessions", order)
        if status != 201:
            raise Trouble(f"{order} was not armed: {status} {session}")
        return session["id"], int(session["origins"]["main"].rsplit(":", 1)[1])

    def plain(self, timeout=2.0):
        """The fault of the answer to a plain request; None: it has none."""
        request = b"GET /plain HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        try:
            answer = wire.exchange(self.routes, request, timeout=timeout, half_close=False)
        except wire.Silence:
            return f"a plain request was not answered within {timeout} s"
        except OSError as error:
            return f"a plain request got no connection: {error}"
        return None if answer.endswith(b"\r\n\r\nstill here") else f"a plain request was answered {answer[:200]!r}"

    @property
    def fault(self):
        """What is wrong with the server now."""
        if self.process.poll() is not None:
            return f"the server ended: {Ended(self.process.returncode, b'', b'', 0).fault or self.process.returncode}; " \
                   f"it said {self.said()}"
        return self.plain()

    @property
    def leak(self):
        """What it has more than at the start, once no client is connected."""
        before, here = self.began_with
        now = processes.settled(lambda: processes.descriptors(self.pid), before)
        if now > before:
            return f"{now} descriptors are open, and {before} were"
        kept = len(processes.children(self.pid))
        return f"{kept} children are there, and {here} were" if kept > here else None

    def stop(self):
        """Ends it with the usual signal. What is wrong with its end, or None."""
        self.process.send_signal(signal.SIGTERM)
        ended = end(self.process, 5)
        if ended.fault or ended.status != 0:
            return f"SIGTERM: {ended.fault or ended.told}; it said {self.said()}"
        left = self.place.left()
        return "; ".join(left) if left else None

    def finish(self, ledger, kind):
        """The rules that hold at the end of each attack on a server."""
        for fault in (self.fault, self.process.poll() is None and self.leak, self.process.poll() is None and self.stop()):
            if fault:
                ledger.found(kind, "at the end", fault)
