# setting.py: the real httpbin from PyPI, and ours, for the scripts beside it.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""A virtual environment of its own under .build holds httpbin and the tests of its source; nothing of it is committed."""

import contextlib
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
HOME = os.path.join(ROOT, ".build", "httpbin")
PYTHON = os.path.join(HOME, "bin", "python")
VERSION = "0.10.2"
# httpbin says '>=' of everything; these are the newest that it was seen to work with.
REQUIREMENTS = [f"httpbin=={VERSION}", "flask==3.0.3", "werkzeug==3.0.6", "setuptools==75.8.0"]
# The exit status for "try again later" (EX_TEMPFAIL).
UNREACHABLE = 75


class Trouble(Exception):
    """A problem that the user can mend."""

    def __init__(self, message, status=1):
        super().__init__(message)
        self.status = status


def pip(*arguments):
    command = [PYTHON, "-m", "pip", "--quiet", "--disable-pip-version-check", "--retries", "2", "--timeout", "20",
               *arguments]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        text = done.stdout + done.stderr
        # A version that is not there any more is another matter: then pip names those that are.
        lost = any(word in text for word in ("connection broken", "from versions: none", "timed out", "ProxyError"))
        raise Trouble(f"pip could not fetch what is needed from PyPI:\n{text.strip()}", UNREACHABLE if lost else 1)


def prepare():
    """Makes the environment if it is not there, and runs this script again inside it."""
    mark = os.path.join(HOME, "ready")
    wanted = "\n".join(REQUIREMENTS)
    if not (os.path.exists(mark) and open(mark).read() == wanted):
        made = subprocess.run([sys.executable, "-m", "venv", "--clear", HOME], capture_output=True, text=True)
        if made.returncode != 0:
            raise Trouble(f"python3 makes no virtual environment (Debian: apt-get install python3-venv):\n"
                          f"{(made.stdout + made.stderr).strip()}")
        print(f"fetching httpbin {VERSION} from PyPI", flush=True)
        pip("install", *REQUIREMENTS)
        source = os.path.join(HOME, "source")
        pip("download", "--no-deps", "--no-build-isolation", "--no-binary", ":all:", "--dest", source,
            f"httpbin=={VERSION}")
        with tarfile.open(os.path.join(source, f"httpbin-{VERSION}.tar.gz")) as archive:
            archive.extractall(source, filter="data") if hasattr(tarfile, "data_filter") else archive.extractall(source)
        with open(mark, "w") as file:
            file.write(wanted)
    if os.path.realpath(sys.prefix) != os.path.realpath(HOME):
        os.execv(PYTHON, [PYTHON, *sys.argv])


def tests():
    """The folder with httpbin's own tests."""
    return os.path.join(HOME, "source", f"httpbin-{VERSION}", "tests")


def binary(given):
    for path in [given] if given else [os.path.join(ROOT, ".build", kind, "quintain") for kind in ("release", "debug")]:
        if os.access(path, os.X_OK):
            return path
    raise Trouble(f"there is no program '{given}'" if given else "quintain is not built yet: make build")


@contextlib.contextmanager
def ours(given=None):
    """The port of a `quintain serve fixtures/httpbin` that runs meanwhile."""
    with tempfile.TemporaryDirectory(prefix="quintain-httpbin-") as folder:
        ready = os.path.join(folder, "ready")
        log = os.path.join(folder, "log")
        with open(log, "wb") as output:
            server = subprocess.Popen(
                [binary(given), "serve", os.path.join(ROOT, "fixtures", "httpbin"), "--port", "0", "--control-port", "0",
                 "--ready-file", ready], stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        try:
            deadline = time.monotonic() + 30
            while not os.path.exists(ready) or not open(ready).read().endswith("\n"):
                if server.poll() is not None or time.monotonic() > deadline:
                    raise Trouble(f"quintain does not serve fixtures/httpbin:\n{open(log).read()}")
                time.sleep(0.05)
            yield json.load(open(ready))["port"]
            if server.poll() is not None:
                raise Trouble(f"quintain ended in the middle, with status {server.returncode}:\n{open(log).read()}")
        finally:
            server.terminate()
            server.wait(20)


def main(run):
    # For callers that see only the status of make.
    unreachable = os.path.join(HOME, "unreachable")
    with contextlib.suppress(OSError):
        os.remove(unreachable)
    try:
        prepare()
        run()
    except Trouble as trouble:
        if trouble.status == UNREACHABLE:
            open(unreachable, "w").close()
        script = os.path.relpath(os.path.realpath(sys.argv[0]), os.path.join(ROOT, "Scripts"))
        print(f"{script}: {trouble}", file=sys.stderr)
        sys.exit(trouble.status)
    except KeyboardInterrupt:
        sys.exit(130)
