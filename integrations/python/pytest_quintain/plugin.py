# plugin.py: the fixtures, the marker, and scenarios as tests of their own.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import inspect
import os
import re
import warnings
from typing import Any, Generator, Iterator, List, Sequence, Tuple

import pytest

from . import options
from .files import NO_DRIVER, ScenarioFile, ScenarioItem
from .place import Place, QuintainWarning
from .play import Broken, Play
from .plays import Plays
from .received import Request
from .reports import COLUMNS, FAULTS, called, columns, known, state, width
from .routes import Routes, refused
from .server import NotStarted, Secure, Server, ServerEnded
from .terminal import Terminal

SERVER = pytest.StashKey[Server]()
SERVERS = pytest.StashKey[List[Server]]()
PLAYS = pytest.StashKey[Plays]()
TERMINAL = pytest.StashKey[Terminal]()
STUBS = pytest.StashKey[Tuple[Routes, int]]()
STUB_SERVER = pytest.StashKey[Server]()
REASON = pytest.StashKey[str]()
# Whether the function of a test has begun and has not ended.
IS_CALLED = pytest.StashKey[bool]()
INTERRUPTED = pytest.StashKey[List[Tuple[str, str]]]()
NOTE = "Quintain: "
QUIET = "quintain_is_quiet"
# Of a file that was linted, and not played.
LINTED = "quintain_is_linted"
# What pytest counts as run, or as skipped; a file that is quiet has no name there.
RUN = ("", "passed", "failed", "error", "skipped", "xfailed", "xpassed")
# What pytest says of a fixture that lasts for one test, where a longer one asks for it, and what to do instead.
MISMATCH = re.compile(r"^ScopeMismatch: .* fixture (routes|play) with an? (\w+) scoped request")
WIDER = {
    "routes": "'routes' has the stubs of one test. '{scope}_routes' is the same for a {scope}.",
    "play": "A play is of one test, and is verified when that ends. A fixture of the scope 'function' can arm it for each test; "
    "'{scope}_routes' has stubs that answer for a {scope}.",
}


UNARMED = (
    "the marker '{marker}' has armed nothing: it was added while the test ran, or a fixture 'play' of your own stands in the place of "
    "the plugin's\n{own}")
OWN_MARKER = "if the marker is one of your own, 'quintain_marker = NAME' in the configuration gives that of the plugin another name"
SKIPPED = "the play was not judged, because the test skipped itself, and until then it was broken: {}"
NO_STUB, NO_ROUTE = "no stub answered", "no route answered"
NOTHING = "{test} names 'play' and arms nothing, so nothing is verified: call play(SCENARIO), or leave the argument out"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("quintain_paths", "files and folders that the server serves, in place of its bundled ones", "args", [])
    parser.getgroup("quintain").addoption(
        "--quintain-patience", metavar="SECONDS", type=options.seconds, default=os.environ.get("QUINTAIN_PATIENCE"),
        help="how long each line of a play is waited for at least, such as 3600 for a debugger; else 5, or as its 'within' says")
    parser.addini(
        "quintain_unmatched", "what is done at the end of a test about requests that no stub has answered: warn, error or ignore",
        "string", "warn")
    parser.addini("quintain_driver", "the driver that *.scenario files are played to; else they are linted, and skipped", "string", "")


    parser.addini(
        "quintain_marker", "the name of the marker that arms a scenario, where tests have a marker 'scenario' of their own; "
        "without a name there is none", "string", "scenario")


def pytest_configure(config: pytest.Config) -> None:
    options.check(config)
    terminal = config.stash[TERMINAL] = Terminal()
    config.add_cleanup(terminal.close)
    if config.getini("quintain_marker"):
        config.addinivalue_line(
            "markers", f"{config.getini('quintain_marker')}(name, case=None): what the fixture 'play' arms before the test begins")


def pytest_itemcollected(item: pytest.Item) -> None:
    ask_for_play(item)


def ask_for_play(item: pytest.Item) -> None:
    """A marked test is played, whether or not the fixture is among its arguments."""
    names = getattr(item, "fixturenames", None)
    if names is not None and item.get_closest_marker(item.config.getini("quintain_marker")) and "play" not in names:
        names.append("play")


def started(config: pytest.Config, paths: Sequence[str]) -> Server:
    try:
        server = Server(paths, root=str(config.rootpath), tell=config.stash[TERMINAL].tell)
    except NotStarted as fault:
        why = str(fault)
    else:
        config.stash.setdefault(SERVERS, []).append(server)
        return server
    pytest.fail(why, pytrace=False)


@pytest.fixture(scope="session")
def quintain(request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server for the whole session: of each worker, under xdist."""
    root = request.config.rootpath
    # A path that does not exist may be the name of a bundled folder.
    paths = [str(root / path) if (root / path).exists() else path for path in request.config.getini("quintain_paths")]
    server = request.config.stash[SERVER] = started(request.config, paths)
    # From now on requests to its routes are kept.
    server.asked()
    yield server
    server.close()


@pytest.fixture(scope="session")
def httpbin(quintain: Server) -> Server:
    """The same server by the name that httpbin's users know: `httpbin.url + "/get"`."""
    return quintain


@pytest.fixture(scope="session")
def httpbin_secure(quintain: Server) -> Secure:
    """The same over TLS: `httpbin_secure.url + "/get"`."""
    return Secure(quintain)


@pytest.fixture(params=["http", "https"])
def httpbin_both(request: pytest.FixtureRequest, httpbin: Server, httpbin_secure: Secure) -> Server | Secure:
    """One after the other: a test runs twice."""
    return httpbin if request.param == "http" else httpbin_secure


@pytest.fixture
def httpbin_ca_bundle(monkeypatch: pytest.MonkeyPatch, quintain: Server) -> None:
    """Lets requests trust `httpbin_secure` in this test."""
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", quintain.ca)


def marked(marker: pytest.Mark) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """What `play` is called with: the name may be named as `--markers` has it."""
    named = dict(marker.kwargs)
    words = marker.args or tuple(named.pop(word) for word in ("name", "scenario") if word in named)
    if not words:
        raise ValueError(f"the marker names no scenario: write @pytest.mark.{marker.name}(\"NAME\")")
    return words, named


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """A worker of xdist has no terminal: it shows as many columns as that of the session has."""
    node.workerinput[COLUMNS] = columns()


@pytest.fixture
def play(request: pytest.FixtureRequest, quintain: Server) -> Iterator[Plays]:
    """Arms scenarios; the test fails if the client did anything else than they say."""
    config = request.config
    plays = Plays(
        quintain, str(request.path.parent), request.node.name, width(config),
        config.getoption("quintain_patience"), Place.of(request.node) if has_code(request.node) else None, lambda: elsewhere(request.node))
    request.node.stash[PLAYS] = plays
    for marker in request.node.iter_markers(config.getini("quintain_marker")):
        place = Place.of(request.node)
        try:
            words, named = marked(marker)
            plays.arm([place], *words, **named)
        except QuintainWarning as fault:
            wrong: Exception = fault
        except (TypeError, ValueError) as fault:
            # It may be a marker of the tests' own.
            wrong = type(fault)(f"{fault}\n{OWN_MARKER}")
        else:
            continue
        place.throw(wrong)
    yield plays
    plays._forget()


@pytest.fixture(scope="session")
def _quintain_stubs(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Where stubs answer: with the files of `quintain_paths`, and without them alone, so that no route of httpbin takes
    what they do not."""
    stash = request.config.stash
    if request.config.getini("quintain_paths"):
        stash[STUB_SERVER] = request.getfixturevalue("quintain")
        yield stash[STUB_SERVER]
        return
    server = stash[STUB_SERVER] = started(request.config, [str(tmp_path_factory.mktemp("no-routes"))])
    yield server
    server.close()


def _answering(_quintain_stubs: Server) -> Iterator[Routes]:
    """Stubs, which answer any number of requests in any order: those of `routes` until the test ends, those of
    `class_routes`, `module_routes`, `package_routes` and `session_routes` as long as these last, all at one address."""
    routes = Routes(_quintain_stubs)
    yield routes
    routes._forget()


routes = pytest.fixture()(_answering)
class_routes = pytest.fixture(scope="class")(_answering)
module_routes = pytest.fixture(scope="module")(_answering)
package_routes = pytest.fixture(scope="package")(_answering)
session_routes = pytest.fixture(scope="session")(_answering)


def elsewhere(item: pytest.Item) -> Iterator[tuple[str, Request]]:
    """The requests of a test that have come to no play, each with who took it."""
    stubs, before = item.stash.get(STUBS, (None, 0))
    server = item.config.stash.get(SERVER, None)
    if stubs is not None:
        yield from (("routes", one) for one in stubs.requests_behind(before))
    if server is not None and not (stubs and stubs.are_at(server)):
        yield from (("httpbin", one) for one in server.requests)


def explain(item: pytest.Item, own: BaseException) -> None:
    """Notes the client's breaches when a test fails by itself: an `assert` sees only the 500 that they led to."""
    if isinstance(own, (Broken, ServerEnded, pytest.skip.Exception, pytest.xfail.Exception, pytest.exit.Exception)):
        return
    try:
        # A client has no other reason then.
        for server in item.config.stash.get(SERVERS, []):
            server.check()
        for one in item.stash[PLAYS].all if PLAYS in item.stash else []:
            for text in one.failures()[:1]:
                note(item, own, text, one.hints())
                return
    except ServerEnded as fault:
        note(item, own, str(fault))
    except FAULTS:
        # The test keeps its own reason, and the report says what cannot be asked.
        pass


def warn_of_skip(item: pytest.Item, own: BaseException) -> None:
    """Tells what the client had done wrong before the test skipped itself: nothing else does."""
    if not isinstance(own, pytest.skip.Exception):
        return
    try:
        for one in item.stash[PLAYS].all if PLAYS in item.stash else []:
            one.warn_of_failure(SKIPPED)
    except QuintainWarning as fault:
        # Warnings are errors here.
        if fault.place is not None:
            fault.place.throw(fault)
        raise
    except FAULTS:
        # The server has ended, or cannot be asked: the test stays skipped.
        pass


def note(item: pytest.Item, own: BaseException, text: str, more: Sequence[str] = ()) -> None:
    item.stash[REASON] = text.split("\n")[0]
    setattr(own, "__notes__", [*getattr(own, "__notes__", []), "\n".join([NOTE + text, *more])])


def let_end(item: pytest.Item) -> None:
    """Ends the plays of a test that has failed by itself, for what is told of them."""
    try:
        if PLAYS in item.stash:
            item.stash[PLAYS].end()
    except FAULTS:
        # The report says so.
        pass


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """The requests of `httpbin` are those of one test, though its server is the same for all; another one, if it has ended."""
    # The marker may have been added since the test was collected.
    ask_for_play(item)
    revive(item.config)
    if SERVER in item.config.stash:
        item.config.stash[SERVER].begin()
    if STUB_SERVER in item.config.stash and any(name.endswith("routes") for name in getattr(item, "fixturenames", ())):
        item.config.stash[STUB_SERVER].overlook()


def revive(config: pytest.Config) -> None:
    try:
        told = [how for how in (one.revive() for one in config.stash.get(SERVERS, [])) if how is not None]
    except (NotStarted, ServerEnded) as fault:
        why = str(fault)
    else:
        if told:
            # Both may have ended in the same way.
            warning = QuintainWarning("\n".join(dict.fromkeys("\n".join(told).split("\n"))))
            try:
                warnings.warn(warning, stacklevel=1)
            except QuintainWarning:
                # Warnings are errors here, and the test that begins has done nothing wrong.
                config.stash[TERMINAL].tell(str(warning))
        return
    pytest.fail(why, pytrace=False)


def has_code(item: pytest.Item) -> bool:
    """Whether lines of a file are those of the test."""
    return isinstance(item, pytest.Function) and hasattr(inspect.unwrap(item.function), "__code__")


def names_play(item: pytest.Item) -> bool:
    """Whether the test itself asks for the fixture; one that another fixture asks for may be of use to other tests."""
    code = inspect.unwrap(item.function).__code__ if isinstance(item, pytest.Function) and has_code(item) else None
    return code is not None and "play" in code.co_varnames[:code.co_argcount + code.co_kwonlyargcount]


def is_unexpected(item: Any, own: BaseException) -> bool:
    """Whether a method under `unittest.expectedFailure` has succeeded, as far as unittest knows."""
    expects = any(getattr(one, "__unittest_expecting_failure__", False) for one in (item.obj, item.instance))
    return expects and isinstance(own, pytest.fail.Exception) and str(own).startswith("Unexpected success")


def expect(item: Any, plays: Plays) -> None:
    """Takes a play that was broken as the failure that unittest has expected."""
    try:
        plays.verify()
    except (Broken, QuintainWarning) as fault:
        item._excinfo.clear()
        item.addExpectedFailure(item.instance, (type(fault), fault, fault.__traceback__))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Verifies what was played as a part of the test, so that it fails at the line that armed it."""
    __tracebackhide__ = True
    # The stubs of the test itself come last.
    for _, one in sorted(getattr(item, "funcargs", {}).items(), key=lambda named: named[0] == "routes"):
        if isinstance(one, Routes):
            item.stash[STUBS] = one, one.asked()
    item.stash[IS_CALLED] = True
    try:
        try:
            result = yield
        finally:
            item.stash[IS_CALLED] = False
    except KeyboardInterrupt:
        interrupt(item)
        raise
    except BaseException as own:
        explain(item, own)
        warn_of_skip(item, own)
        let_end(item)
        if isinstance(own, Broken) and own.is_at_place and own.place is not None:
            own.place.throw(own)
        raise
    # The test may have asked for the fixture by its name.
    plays = item.stash.get(PLAYS, None)
    marker = item.get_closest_marker(item.config.getini("quintain_marker"))
    if plays is None and marker is not None:
        pytest.fail(UNARMED.format(marker=marker.name, own=OWN_MARKER), pytrace=False)
    # A failure in a TestCase is not raised, but stored.
    for kept in getattr(item, "_excinfo", None) or []:
        if plays is not None and is_unexpected(item, kept.value):
            expect(item, plays)
            return result
        explain(item, kept.value)
        warn_of_skip(item, kept.value)
        let_end(item)
        return result
    fault: Broken | QuintainWarning | ServerEnded | None = None
    try:
        if plays is not None:
            plays.conclude()
            if not plays.was_asked and names_play(item):
                pytest.fail(NOTHING.format(test=item.name), pytrace=False)
        tell_unmatched(item)
    except (Broken, QuintainWarning, ServerEnded) as found:
        fault = found
    if isinstance(fault, ServerEnded):
        (plays.all[0].place if plays is not None and plays.all else Place.of(item)).throw(fault)
    if fault is not None and fault.place is not None:
        fault.place.throw(fault)
    if fault is not None:
        raise fault
    return result


def tell_unmatched(item: pytest.Item) -> None:
    """Tells of requests that no stub took: a 404 may be what the client was to see, and a slip of the stub looks the same."""
    what, stubs = item.config.getini("quintain_unmatched"), item.stash.get(STUBS, (None, 0))[0]
    told = stubs.unmatched() if stubs is not None and what != "ignore" else None
    if stubs is None or told is None:
        return
    place = stubs.place(Place.of(item) if has_code(item) else None)
    if what == "error":
        raise Broken(told, told, place)
    if place is not None:
        place.warn(told)
    else:
        warnings.warn(QuintainWarning(told), stacklevel=1)


def interrupt(item: pytest.Item) -> None:
    """Keeps both sides of what a test was playing, for the summary: pytest makes no report of it."""
    try:
        plays = item.stash[PLAYS].all if PLAYS in item.stash else []
        kept = [(f"{item.nodeid}: {called(one, plays)} was interrupted", one.sides()) for one in plays]
    except FAULTS:
        return
    item.config.stash.setdefault(INTERRUPTED, []).extend(kept)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    for title, text in config.stash.get(INTERRUPTED, []):
        terminalreporter.section(title, "-")
        terminalreporter.write_line(text.strip("\n"))
    count = linted_alone(config)
    if count:
        terminalreporter.section("nothing was played", "-")
        terminalreporter.write_line(f"{files(count)} linted alone: {NO_DRIVER}")


def linted_alone(config: pytest.Config) -> int:
    """How many files were linted, and not played, in a run in which nothing else ran."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    reports = [report for end in RUN for report in getattr(reporter, "stats", {}).get(end, []) if report.when == "call" or not report.passed]
    return len(reports) if all(getattr(report, LINTED, False) for report in reports) else 0


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """A job in which nothing was played must not be green, any more than one without tests."""
    if exitstatus == pytest.ExitCode.OK and linted_alone(session.config):
        session.exitstatus = pytest.ExitCode.NO_TESTS_COLLECTED


def both_sides(item: pytest.Item, reason: str, is_own: bool) -> list[tuple[str, str]]:
    """What is shown of a test, or of a subtest, that has failed for this reason, perhaps one of its own, each with its title."""
    is_over = not item.stash.get(IS_CALLED, False)
    sections = []
    plays = item.stash[PLAYS].all if PLAYS in item.stash else []
    for one in plays:
        # A line that is kept may be what the test failed for, such as a request without a reply; warnings may be filtered.
        sections += known(
            f"both sides of {one.name}",
            lambda: (f"{called(one, plays)} {state(one, is_over, is_own)}",
                     "\n".join([one.sides().rstrip("\n"), *(text for text in [*one.ways(), *one.warned()] if text not in reason)])))
    stubs, before = item.stash.get(STUBS, (None, 0))
    server = item.config.stash.get(SERVER, None)
    if stubs is not None:
        sections += known(NO_STUB, lambda: (NO_STUB, "\n".join(refused(stubs.requests_behind(before)))))
    # With `quintain_paths` stubs answer at the same server.
    if server is not None and not (stubs and stubs.are_at(server)):
        sections += known(NO_ROUTE, lambda: (NO_ROUTE, "\n".join(refused(server.requests))))
    return sections


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """Shows both sides, once: below the reason of a test that failed, and of one that passed if those are shown."""
    fault = call.excinfo.value if call.excinfo is not None else None
    mismatch = MISMATCH.search(getattr(fault, "msg", None) or "") if isinstance(fault, pytest.fail.Exception) else None
    if mismatch is not None and isinstance(fault, pytest.fail.Exception):
        fault.msg = f"{fault.msg}\n\n{WIDER[mismatch[1]].format(scope=mismatch[2])}"
    elif fault is not None and call.when == "setup":
        explain(item, fault)
    report = yield
    if isinstance(item, ScenarioItem) and report.skipped and isinstance(report.longrepr, tuple):
        # Reports the file as skipped, and not the line of this plugin that skips it.
        report.longrepr = (str(item.path), 1, report.longrepr[2])
        # Reports of workers keep it.
        setattr(report, QUIET, item.is_quiet)
        setattr(report, LINTED, not item.file.driver)
    if call.when == "teardown" or report.skipped:
        return report
    plays = item.stash[PLAYS].all if PLAYS in item.stash else []
    if item.stash.get(IS_CALLED, False):
        for one in plays:
            one.report(fault)
    shown = report.longrepr
    if call.excinfo is None:
        if call.when == "call" and set("PA") & set(item.config.getoption("reportchars") or ""):
            for one in plays:
                title = f"scenario {called(one, plays)}".rstrip(",")
                report.sections += known(title, lambda: (title, one.sides()))
        return report
    # As the report has it: with notes, if this Python shows any.
    for title, text in both_sides(item, call.excinfo.exconly(), not isinstance(fault, Broken)):
        # Text in the reason is in reports of JUnit as well, and needs no --show-capture.
        if hasattr(shown, "addsection"):
            shown.addsection(title, text, "-")
        else:
            report.sections.append((title, text))
    crash = getattr(shown, "reprcrash", None)
    if isinstance(call.excinfo.value, (Broken, ServerEnded)) and crash is not None:
        # The line of the summary is short, and begins with what matters.
        crash.message = getattr(call.excinfo.value, "summary", str(call.excinfo.value))
    elif REASON in item.stash and crash is not None:
        # What came first stands first; the note has told the rest already.
        crash.message = f"{item.stash[REASON]}; {crash.message.partition(f'{chr(10)}{NOTE}')[0]}"
    return report


def pytest_report_teststatus(report: Any, config: pytest.Config) -> tuple[str, str, str] | None:
    """Counts no file that nobody was to play, unless skips are asked for: it is in the way of those that tell something."""
    if report.skipped and getattr(report, QUIET, False) and not set("saA") & set(config.getoption("reportchars") or ""):
        return "", "", "LINTED"
    return None


def files(count: int) -> str:
    return "1 file was" if count == 1 else f"{count} files were"


def pytest_collect_file(parent: pytest.Collector, file_path: Any) -> ScenarioFile | None:
    if file_path.suffix == ".scenario":
        return ScenarioFile.from_parent(parent, path=file_path)
    return None
