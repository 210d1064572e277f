# test_endings.py: a server that ends in the middle, a client that works on behind its test, and Ctrl-C.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import re
import subprocess
import sys

import pytest

KILL = """
    import gc, os, signal
    from pytest_quintain import Server
    def kill(number=0, how=signal.SIGKILL):
        servers = [one for one in gc.get_objects() if type(one) is Server]
        os.kill(servers[number]._process.pid, how)
        # The zombie is left to the plugin.
        os.waitid(os.P_PID, servers[number]._process.pid, os.WEXITED | os.WNOWAIT)
"""


def test_a_server_that_ends_fails_the_test_that_runs_and_the_next_has_another(project):
    result = project(KILL + """
    def test_before():
        assert 0, "a failure of its own"
    def test_kill(play):
        play("followed.scenario")
        kill()
    def test_call(play):
        kill()
        play("followed.scenario")
    def test_client(play, httpbin):
        play("followed.scenario")
        kill()
        fetch(httpbin.url("/get"))
    def test_after(play, httpbin):
        play("followed.scenario")
        assert fetch(play.url("/old")) == "here"
        assert fetch(httpbin.url("/get")) and [one.path for one in httpbin.requests] == ["/get"]
    """).runpytest_subprocess("-k", "test_before or test_kill or test_call or test_client or test_after")
    result.assert_outcomes(failed=4, passed=1)
    text = result.stdout.str()
    assert "INTERNALERROR" not in text and "plugin.py" not in text and "server.py" not in text
    ended = "the server has ended by the signal SIGKILL, and another is started for the next test"
    result.stdout.fnmatch_lines([
        "*a failure of its own*", ">       play(\"followed.scenario\")", f"E       pytest_quintain.ServerEnded: {ended}",
        "FAILED *::test_before - *a failure of its own*",
        *(f"FAILED *::test_{name} - the server has ended by the signal SIGKILL*" for name in ("kill", "call", "client"))])
    assert "warning" not in result.outlines[-1]


def test_stubs_of_a_module_are_those_of_the_next_server_too(project):
    result = project(KILL + """
    import pytest
    @pytest.fixture(scope="module", autouse=True)
    def url(module_routes):
        module_routes("> GET /a\\n< 200\\n<\\n< of the module\\n")
        return module_routes.url("/a")
    def test_first(url, routes):
        routes("> GET /b\\n< 200\\n")
        fetch(url)
        fetch(url)
        assert len(routes.requests) == 2
        kill()
    def test_second(url, routes):
        assert fetch(url).strip() == "of the module"
        assert [one["n"] for one in routes.requests] == [3]
        with pytest.raises(OSError):
            fetch(routes.url("/b"))
    def test_third(url, routes, module_routes):
        assert fetch(url).strip() == "of the module"
        assert len(routes.requests) == 1 and len(module_routes.requests) == 3
    """).runpytest_subprocess("-k", "first or second or third")
    # What no test has failed by is told.
    result.assert_outcomes(passed=3, warnings=2)
    result.stdout.fnmatch_lines([
        "*QuintainWarning: the server has ended by the signal SIGKILL, and another is started *", "*QuintainWarning: no stub answered GET /b"])


def test_a_test_that_ends_before_its_thread_is_told_how_to_wait(project):
    result = project("""
    import threading
    def test_never(play):
        play("followed.scenario")
    def test_at_work(play):
        play("> GET /a\\n< 200\\n> GET /b\\n< 200\\n")
        fetch(play.url("/a"))
        on = threading.Event()
        threading.Thread(target=on.wait, args=(1,), daemon=True).start()
    def test_no_thread(play):
        play("> GET /a\\n< 200\\n> GET /b\\n< 200\\n")
        fetch(play.url("/a"))
    """).runpytest_subprocess("-k", "never or at_work or no_thread")
    result.assert_outcomes(failed=3)
    result.stdout.fnmatch_lines([
        "E *followed.scenario:2: `> GET /old` did not happen before the client ended: no connection came",
        "E *the text:3: `> GET /b` did not happen before the client ended: *"])
    hint = [line for line in result.outlines if "is waited for by play.wait()" in line]
    assert len(hint) == 2


def test_a_play_is_waited_for(project):
    result = project("""
    import threading, pytest
    from pytest_quintain import Broken
    TEXT = "> GET /a\\n< 200\\n> GET /b\\n< 200\\n"
    def later(*urls):
        def work():
            for url in urls:
                try:
                    fetch(url)
                except OSError:
                    pass
        thread = threading.Thread(target=work, daemon=True)
        threading.Timer(0.2, thread.start).start()
    def test_done(play):
        play(TEXT)
        later(play.url("/a"), play.url("/b"))
        play.wait()
        assert len(play.requests) == 2
    def test_wrong(play):
        play(TEXT)
        later(play.url("/b"))
        with pytest.raises(Broken, match="^the text:3, `> GET /b`: GET /b came too soon"):
            play.wait(timeout=60)
        pytest.skip("told")
    def test_late(play):
        play(TEXT)
        fetch(play.url("/a"))
        with pytest.raises(Broken, match=r"was not done after 0.3 s: the text:3, `> GET /b` did not happen yet$"):
            play.wait(timeout=0.3)
        fetch(play.url("/b"))
        play.wait(0)
    def test_held(play):
        play("> GET /a\\n! hold\\n< 200\\n")
        with pytest.raises(ValueError, match=r"^play.go\\(\\) ends a '! hold', and .* is not held at one: the text:1, `> GET /a` did not happen yet$"):
            play.go()
        later(play.url("/a"))
        with pytest.raises(Broken, match=r": it is held, until play.go\\(\\)$"):
            play.wait(1)
        play.go()
        play.wait()
        with pytest.raises(ValueError, match="is not held at one: all of its lines have happened$"):
            play.go()
    def test_never(play):
        play(TEXT)
        for wrong in "3", None, -1, 601, True:
            with pytest.raises(ValueError, match="^a play is waited for from 0 to 600 seconds, and not for "):
                play.wait(wrong)
        play.wait(timeout=0)
    """).runpytest_subprocess("-k", "done or wrong or late or held or never", "-rs")
    result.assert_outcomes(passed=3, failed=1, skipped=1)
    result.stdout.fnmatch_lines([
        ">       play.wait(timeout=0)", "E *Broken: test_never was not done after 0 s: the text:1, `> GET /a` did not happen yet",
        "*expected*happened*"])


def test_an_interrupt_shows_what_was_played(project):
    tests = project("""
    import os, signal
    # A job in the background of a shell inherits that it is ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    def test_it(play):
        play("> GET /a\\n! stall\\n")
        try:
            OPENER.open(play.url("/a"), timeout=0.2)
        except OSError:
            os.kill(os.getpid(), signal.SIGINT)
    """)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-k", "test_it"], cwd=tests.path, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 2, done.stdout
    assert re.search(r"-+ test_\w+\.py::test_it: test_it was interrupted -+\s+expected +│ happened\n", done.stdout), done.stdout
    assert "✓ > GET /a" in done.stdout and "KeyboardInterrupt" in done.stdout


PATCHED = """
    import http.client, socket
    import pytest
    class Guarded(socket.socket):
        def __new__(cls, *words, **named):
            raise RuntimeError("a socket was opened")
    def refuse(*words, **named):
        raise RuntimeError("the network is blocked")
    @pytest.fixture
    def blocked(monkeypatch):
        monkeypatch.setattr(socket.socket, "connect", refuse)
        monkeypatch.setattr(socket, "socket", Guarded)
        for name in "create_connection", "getaddrinfo":
            monkeypatch.setattr(socket, name, refuse)
        monkeypatch.setattr(http.client, "HTTPConnection", refuse)
"""


def test_sockets_that_a_library_has_patched_do_not_keep_the_plugin_from_its_server(project):
    result = project(PATCHED + """
    def test_verdict(blocked, play):
        play("followed.scenario")
    def test_no_request(blocked, play, routes, httpbin):
        play("! quiet 10ms")
        play.wait()
        routes("> GET /a\\n< 200\\n")
        assert play.requests == routes.requests == httpbin.requests == []
    def test_client(blocked, play):
        play("followed.scenario")
        fetch(play.url("/old"))
    """).runpytest_subprocess("-k", "verdict or no_request or client")
    result.assert_outcomes(failed=2, passed=1)
    result.stdout.fnmatch_lines([
        "E *followed.scenario:2: `> GET /old` did not happen *", "*- followed.scenario was not kept -*", "E *RuntimeError: *"])


@pytest.mark.parametrize("options", [(), ("-n", "1"), ("-rP",)])
def test_whatever_a_call_of_the_server_raises_the_test_is_reported_and_the_session_goes_on(project, options):
    result = project("""
    import pytest
    from pytest_quintain import Server
    KINDS = [RuntimeError, OSError, ValueError, pytest.fail.Exception]
    @pytest.fixture
    def deaf(monkeypatch):
        def make(kind):
            def call(*words, **named):
                raise kind("the server is not to be asked")
            monkeypatch.setattr(Server, "call", call)
        yield make
        monkeypatch.undo()
    @pytest.mark.parametrize("kind", KINDS)
    def test_verdict(play, routes, httpbin, deaf, kind):
        play("followed.scenario")
        deaf(kind)
    @pytest.mark.parametrize("kind", KINDS)
    def test_own(play, routes, httpbin, deaf, kind):
        play("followed.scenario")
        deaf(kind)
        assert 0, "a reason of its own"
    @pytest.fixture
    def broken(play, deaf):
        play("followed.scenario")
        deaf(RuntimeError)
        raise ValueError("the fixture's reason")
    def test_setup(broken):
        pass
    def test_passed(play, deaf):
        play("! quiet 10ms")
        play.verify()
        deaf(RuntimeError)
        play._is_over, play.verify = True, lambda: None
    def test_after(play):
        play("followed.scenario")
        assert fetch(play.url("/old")) == "here"
    """).runpytest_subprocess("-k", "verdict or own or setup or passed or after", *options)
    result.assert_outcomes(failed=8, errors=1, passed=2)
    text = result.stdout.str()
    assert "INTERNALERROR" not in text
    told = "this could not be asked: RuntimeError: the server is not to be asked"
    result.stdout.fnmatch_lines(["E *the fixture's reason", "*- both sides of followed.scenario -*", told])
    result.stdout.fnmatch_lines(["E *RuntimeError: the server is not to be asked", "*- both sides of followed.scenario -*", told])
    result.stdout.fnmatch_lines(["E *a reason of its own", "*- both sides of followed.scenario -*", told, "*- no stub answered -*", told])
    if "-rP" in options:
        result.stdout.fnmatch_lines(["*- scenario test_passed -*", told])


def test_a_wait_in_a_coroutine_is_refused_and_one_in_a_thread_is_not(project):
    result = project("""
    import asyncio, threading
    import pytest
    async def on_the_loop(play):
        with pytest.raises(RuntimeError, match="write 'await asyncio.to_thread.play.wait.'"):
            play.wait()
        client = threading.Thread(target=fetch, args=(play.url("/old"),))
        client.start()
        await asyncio.get_running_loop().run_in_executor(None, play.wait)
        client.join()
    def test_loop(play):
        play("followed.scenario")
        asyncio.run(on_the_loop(play))
    def test_loop_that_is_elsewhere(play):
        # As Playwright's synchronous API has it: a loop is said to run, and no coroutine of this stack waits for it.
        play("! quiet 10ms")
        loop = asyncio.new_event_loop()
        asyncio._set_running_loop(loop)
        try:
            play.wait()
        finally:
            asyncio._set_running_loop(None)
            loop.close()
    """).runpytest_subprocess("-k", "loop")
    result.assert_outcomes(passed=2)


def test_what_the_server_has_given_up_is_told_as_that_with_what_to_do(project):
    result = project("""
    def test_hold(play):
        play("> GET /a\\n! hold\\n< 200\\n", deadline=2)
        try:
            fetch(play.url("/a"))
        except urllib.error.HTTPError as refused:
            assert refused.code == 500
    def test_stall(play):
        play("> GET /a\\n! stall\\n! await close\\n", deadline=2)
        fetch(play.url("/a"))
    """).runpytest_subprocess("-k", "hold or stall")
    result.assert_outcomes(failed=2)
    told = "*the play was given up at its deadline, after 2 s, and the test went on: give the client a timeout*"
    result.stdout.fnmatch_lines([
        "E *the text:3: line 2, `! hold`, kept `< 200` back to the end: nothing let it go on", f"E {told}", "*# connection 1 closed by the server",
        "FAILED *::test_hold - the text:3: line 2, `! hold`, kept `< 200` back*",
        "FAILED *::test_stall - the text:3: `! await close` did not happen before the de*"])
    if sys.version_info >= (3, 11):
        result.stdout.fnmatch_lines(["E *Quintain: the text:3: `! await close` did not happen before the deadline came*", f"E {told}"])
    assert "the client ended" not in result.stdout.str()


def test_a_line_whose_time_was_over_is_told_with_what_gives_it_more(project, monkeypatch):
    monkeypatch.setenv("CI", "1")
    result = project("""
    import time
    TEXT = "within 50ms\\n> GET /a\\n< 200\\n> GET /b\\n< 200\\n"
    def test_pause(play):
        play(TEXT)
        fetch(play.url("/a"))
        time.sleep(0.5)
    def test_no_pause(play):
        play(TEXT)
        fetch(play.url("/c"))
    """).runpytest_subprocess("-k", "pause")
    result.assert_outcomes(failed=2)
    help = "'within 30s' above the line gives the client more time"
    result.stdout.fnmatch_lines([
        "E *the text:4: `> GET /b` did not happen within 50 ms*", f"E *{help}", "FAILED *::test_pause - the text:4: *within 50 ms*"])
    assert result.stdout.str().count(help) == 1


def test_fixtures_show_what_they_have(project):
    project("""
    def test_it(play, routes):
        assert repr(play) == "<Plays: none is armed>"
        one = play("followed.scenario")
        assert repr(one) == f"<Play followed.scenario at {one.url()}>" and repr(play) == f"<Plays: {one!r}>"
        routes("> GET /a\\n< 200\\n")
        assert repr(routes) == f"<Routes at {routes.url}, of 1 text>"
        fetch(play.url("/old"))
    """).runpytest_subprocess("-k", "test_it").assert_outcomes(passed=1)


@pytest.mark.parametrize("options", [(), ("-s",), ("-n", "1")], ids=["captured", "bare", "worker"])
def test_who_waits_for_long_is_told_what_for_while_the_test_runs(project, options):
    result = project("""
    import pytest, threading
    import pytest_quintain.play as module
    def test_long(play, monkeypatch):
        monkeypatch.setattr(module, "LONG", 1)
        play("> GET /a\\n< 200\\n> GET /b\\n< 200\\n")
        def ask():
            fetch(play.url("/a"))
            told.wait(5)
            fetch(play.url("/b"))
        told = threading.Event()
        monkeypatch.setattr(play._server, "tell", lambda text, tell=play._server.tell: (tell(text), told.set()))
        threading.Thread(target=ask).start()
        play.wait(timeout=4)
    def test_short(play):
        play("> GET /short\\n< 200\\n")
        with pytest.raises(AssertionError):
            play.wait(timeout=0.5)
        fetch(play.url("/short"))
    """).runpytest_subprocess("-k", "test_long or test_short", *options)
    result.assert_outcomes(passed=2)
    told = [line for line in result.errlines if line.startswith("quintain: ")]
    assert told == ["quintain: test_long is waited for, 2 s more: the text:3, `> GET /b` did not happen yet"]


def test_nothing_is_left_of_tests_that_are_killed(project, tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    tests = project("""
    import os, signal
    def test_it(httpbin, routes, pytestconfig):
        routes("> GET /a\\n< 200\\n")
        assert fetch(routes.url("/a")) == ""
        os.kill(os.getpid(), signal.SIGKILL)
    """)
    tests.runpytest_subprocess("-k", "test_it", f"--basetemp={tests.path / 'base'}")
    assert list(tmp_path.iterdir()) == []


def test_warnings_may_be_errors(project):
    result = project(KILL + """
    import pytest
    @pytest.mark.scenario("followed")
    def test_it(play, routes, httpbin):
        routes("> GET /a\\n< 200\\n")
        assert fetch(routes.url("/a")) == ""
        assert '"url"' in fetch(httpbin.url("/get"))
        assert fetch(play.url("/old")) == "here"
    def test_tls(play):
        play("origin main https\\n! quiet 10ms\\n")
        with open(play.ca) as file:
            assert file.read()
    def test_skipped(play):
        play("followed")
        with pytest.raises(OSError):
            fetch(play.url("/none")).close()
        pytest.skip("for a reason")
    def test_kill(quintain):
        kill()
    def test_after(httpbin):
        assert fetch(httpbin.url("/get"))
    """, ini="filterwarnings = error\n").runpytest_subprocess("-k", "test_")
    result.assert_outcomes(passed=4, failed=1)
    result.stdout.fnmatch_lines([">       play(\"followed\")", "FAILED *::test_skipped - *QuintainWarning: the play was not judged*"])
