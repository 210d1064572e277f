# setting.py: the real httpbin from PyPI, and ours, for the scripts here and in servers.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""A virtual environment of its own under .build holds httpbin and the tests of its source; nothing of it is committed. Where PyPI
cannot be reached, .build/httpbin/unreachable is left for callers that see only the status of make."""

import contextlib
import json
import os
import subprocess
import sys
import tarfile
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
RELEASE = os.path.join(ROOT, ".build", "release")
HOME = os.path.join(ROOT, ".build", "httpbin")
PYTHON, UNREACHABLE = os.path.join(HOME, "bin", "python"), os.path.join(HOME, "unreachable")
VERSION = "0.10.2"
TESTS = os.path.join(HOME, "source", f"httpbin-{VERSION}", "tests")
# httpbin says '>=' of everything; these are the newest that it was seen to work with.
REQUIREMENTS = [f"httpbin=={VERSION}", "flask==3.0.3", "werkzeug==3.0.6", "setuptools==75.8.0"]


class Trouble(Exception):
    """A problem that the user can mend."""


def pip(*arguments):
    done = subprocess.run([PYTHON, "-m", "pip", "--quiet", "--disable-pip-version-check", "--retries", "2", "--timeout", "20", *arguments],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        # A version that is not there any more is another matter: then pip names those that are.
        if any(word in done.stdout for word in ("connection broken", "from versions: none", "timed out", "ProxyError")):
            open(UNREACHABLE, "w").close()
        raise Trouble(f"pip could not fetch what is needed from PyPI:\n{done.stdout.strip()}")


def prepare():
    """Makes the environment if it is not there, and runs this script again inside it."""
    mark, wanted = os.path.join(HOME, "ready"), "\n".join(REQUIREMENTS)
    if not os.path.exists(mark) or open(mark).read() != wanted:
        subprocess.run([sys.executable, "-m", "venv", "--clear", HOME], check=True)
        print(f"fetching httpbin {VERSION} from PyPI", flush=True)
        pip("install", *REQUIREMENTS)
        source = os.path.dirname(os.path.dirname(TESTS))
        pip("download", "--no-deps", "--no-build-isolation", "--no-binary", ":all:", "--dest", source, f"httpbin=={VERSION}")
        with tarfile.open(os.path.join(source, f"httpbin-{VERSION}.tar.gz")) as archive:
            archive.extractall(source, filter="data")
        with open(mark, "w") as file:
            file.write(wanted)
    if os.path.realpath(sys.prefix) != os.path.realpath(HOME):
        os.execv(PYTHON, [PYTHON, *sys.argv])


@contextlib.contextmanager
def ours():
    """The port of a `quintain serve fixtures/httpbin` that runs meanwhile."""
    with tempfile.TemporaryDirectory(prefix="quintain-httpbin-") as folder:
        ready, quintain = os.path.join(folder, "ready"), os.path.join(RELEASE, "quintain")
        server = subprocess.Popen([quintain, "serve", os.path.join(ROOT, "fixtures", "httpbin"), "--port", "0", "--control-port", "0",
                                   "--ready-file", ready], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        try:
            if subprocess.run([quintain, "wait", ready, "--pid", str(server.pid)], stdout=subprocess.DEVNULL).returncode:
                raise Trouble("quintain does not serve fixtures/httpbin")
            with open(ready) as file:
                yield json.load(file)["port"]
            if server.poll() is not None:
                raise Trouble(f"quintain ended in the middle, with status {server.returncode}")
        finally:
            server.terminate()
            server.wait(20)


def main(run):
    with contextlib.suppress(OSError):
        os.remove(UNREACHABLE)
    try:
        if not os.access(os.path.join(RELEASE, "quintain"), os.X_OK):
            raise Trouble("quintain is not built yet: make build")
        prepare()
        run()
    except Trouble as trouble:
        sys.exit(f"{os.path.relpath(os.path.realpath(sys.argv[0]), os.path.join(ROOT, 'Scripts'))}: {trouble}")
