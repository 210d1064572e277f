# plugin.py: the fixtures, the marker, and scenarios as tests of their own.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import os
import shlex
import subprocess
from typing import Any, Generator, Iterator

import pytest

from .play import Plays
from .server import Server, find

PLAYS = pytest.StashKey[Plays]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("quintain_paths", "files and folders that the server serves, in place of its bundled ones", "args", [])
    parser.addini("quintain_driver", "the driver that *.scenario files are played to; else they are linted", "string", "")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "scenario(name, case=None): what the fixture 'play' arms before the test begins")


def pytest_itemcollected(item: pytest.Item) -> None:
    # Whoever marks a test means it to be played, with the fixture among the arguments or not.
    names = getattr(item, "fixturenames", None)
    if names is not None and item.get_closest_marker("scenario") and "play" not in names:
        names.append("play")


@pytest.fixture(scope="session")
def quintain(request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server for the whole session: of each worker, under xdist."""
    root = request.config.rootpath
    server = Server([str(root / path) for path in request.config.getini("quintain_paths")])
    yield server
    server.close()


@pytest.fixture(scope="session")
def httpbin(quintain: Server) -> Server:
    """The same server by the name that httpbin's users know: `httpbin.url + "/get"`."""
    return quintain


@pytest.fixture
def play(request: pytest.FixtureRequest, quintain: Server) -> Iterator[Plays]:
    """Arms scenarios; the test fails if the client did anything else than they say."""
    plays = Plays(quintain, str(request.path.parent))
    request.node.stash[PLAYS] = plays
    for marker in request.node.iter_markers("scenario"):
        plays(*marker.args, **marker.kwargs)
    yield plays
    plays.forget()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Verifies what was played as a part of the test, so that it fails, and shows both sides if anything does."""
    plays = item.stash.get(PLAYS, None)
    try:
        result = yield
        if plays is not None:
            plays.verify()
        return result
    except BaseException:
        for one in plays.all if plays is not None else []:
            one.end()
            item.add_report_section("call", f"scenario {one.name}", one.text())
        raise


def pytest_collect_file(parent: pytest.Collector, file_path: Any) -> ScenarioFile | None:
    if file_path.suffix == ".scenario":
        return ScenarioFile.from_parent(parent, path=file_path)
    return None


class ScenarioFile(pytest.File):
    """A file that is a test by itself."""

    def collect(self) -> Iterator[pytest.Item]:
        yield ScenarioItem.from_parent(self, name=self.path.stem)


class ScenarioItem(pytest.Item):
    """Played to the driver that the configuration names; without one its text is held against the language."""

    def runtest(self) -> None:
        driver = shlex.split(self.config.getini("quintain_driver"))
        words = [find()] + (["check", str(self.path), "--", *driver] if driver else ["lint", str(self.path)])
        done = subprocess.run(
            words, cwd=self.config.rootpath, env=dict(os.environ, NO_COLOR="1"), text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            raise Failed(done.stdout)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        return str(excinfo.value) if isinstance(excinfo.value, Failed) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Any, int, str]:
        return self.path, 0, f"scenario: {self.name}"


class Failed(Exception):
    """What the command said."""
