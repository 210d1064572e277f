# test_reports.py: what pytest shows of plays that were not kept, and of faults in scenarios.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import subprocess
import sys

import pytest
from pytest_quintain import Play


def test_a_failure_is_at_the_line_that_armed_and_shows_both_sides_once(project):
    result = project("""
    def test_it(play):
        play("followed.scenario")
        assert play
    """).runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([
        "    def test_it(play):",
        ">       play(\"followed.scenario\")",
        "E       pytest_quintain.Broken: followed.scenario:2: `> GET /old` did not happen *",
        "test_*.py:*: Broken",
        "*- followed.scenario was not kept -*",
        "*expected*happened",
    ])
    text = result.stdout.str()
    assert text.count("│ happened") == 1
    assert not [word for word in ("play.py", "plugin.py", "hidden", "^^^") if word in text]


def test_a_sentence_stands_at_the_line_beside_it_and_in_the_summary(project):
    text = project("""
    def test_it(play):
        play("> GET /a\\n> X-Trace: 1\\n< 200\\n")
        fetch(play.url("/a"))
    """).runpytest_subprocess("-k", "test_it").stdout.str()
    assert text.count("X-Trace is missing") == 3
    assert text.count("`quintain explain wrong-field` tells more") == 1
    assert "ended when it was told to" not in text


@pytest.mark.parametrize("options", [(), ("-q",), ("-v",), ("--tb=short",), ("--tb=line",), ("-n", "1")])
def test_the_summary_begins_with_the_first_failure(project, options):
    result = project("""
    def test_it(play):
        play("followed.scenario")
    """).runpytest_subprocess("-k", "test_it", *options)
    result.stdout.fnmatch_lines(["FAILED *::test_it - followed.scenario:2: `> GET*"])


@pytest.mark.parametrize("width", ["80", "120"])
def test_the_summary_has_one_line_for_a_test_in_ci_too(project, monkeypatch, width):
    monkeypatch.setenv("CI", "1")
    monkeypatch.setenv("COLUMNS", width)
    result = project("""
    def test_it(play):
        play("followed.scenario")
    """).runpytest_subprocess("-k", "test_it")
    at = next(number for number, line in enumerate(result.outlines) if line.startswith("FAILED"))
    assert "no connection came" in result.outlines[at]
    assert "1 failed" in result.outlines[at + 1]


def test_a_report_of_junit_has_both_sides(project):
    tests = project("""
    def test_it(play):
        play("followed.scenario")
    """)
    tests.runpytest_subprocess("-k", "test_it", "--junitxml=report.xml", "--show-capture=no")
    report = (tests.path / "report.xml").read_text(encoding="utf-8")
    assert '<failure message="followed.scenario:2: `&gt; GET /old` did not happen' in report
    assert report.count("│ happened") == 1


def test_the_reason_of_the_test_itself_comes_first(project, told):
    result = project("""
    def test_it(play):
        play("followed.scenario")
        assert fetch(play.url("/old")) == "there"
    """).runpytest_subprocess("-k", "test_it")
    result.stdout.fnmatch_lines(
        ["*AssertionError: assert 'here' == 'there'", "*- followed.scenario was kept until the test failed -*", "FAILED *'there'*"])
    result = project("""
    def test_it(play):
        play("followed.scenario")
        assert fetch(play.url("/old/")) == "there"
    """).runpytest_subprocess("-k", "test_it")
    sentence = told(result, "GET /old/")
    result.stdout.fnmatch_lines([
        "E *HTTPError*500*", f"E *Quintain: followed.scenario: {sentence}", "*- followed.scenario was not kept -*", f"*{sentence}",
        "FAILED *"])


@pytest.mark.parametrize("options", [(), ("-q",), ("--tb=short",), ("--tb=line",), ("--tb=no",), ("-n", "1")])
def test_what_the_client_did_wrong_before_a_test_failed_by_itself_is_told(project, options):
    result = project("""
    def test_it(play):
        play("followed.scenario")
        status = 200
        try:
            fetch(play.url("/new"))
        except OSError as error:
            status = error.code
        assert status == 200
    """).runpytest_subprocess("-k", "test_it", *options)
    reason = "followed.scenario:5: GET /new came too soon: line 2, `> GET /old`, had not happened"
    result.stdout.fnmatch_lines(["FAILED *::test_it - followed.scenario:5: GET /new came too soon: *"])
    if "--tb=no" not in options and sys.version_info >= (3, 11):
        result.stdout.fnmatch_lines(["E *assert 500 == 200", f"*Quintain: {reason}"])


def test_the_reason_of_the_test_itself_stands_behind_it(project, monkeypatch):
    monkeypatch.setenv("CI", "1")
    result = project("""
    def test_it(play):
        play("followed.scenario")
        OPENER.open(play.url("/new"))
    """).runpytest_subprocess("-k", "test_it")
    result.stdout.fnmatch_lines(
        ["FAILED * - followed.scenario:5: GET /new came too soon: *; urllib.error.HTTPError: HTTP Error 500*"])
    result.stdout.no_fnmatch_line("FAILED *Quintain: *")


def test_a_test_that_asks_for_the_verdict_itself_is_told_the_reason_once(project):
    result = project("""
    def test_it(play):
        play("followed.scenario")
        play.verify()
    """).runpytest_subprocess("-k", "test_it")
    result.stdout.fnmatch_lines(["E *Broken: followed.scenario:2: *", "FAILED *::test_it - followed.scenario:2: *"])
    result.stdout.no_fnmatch_line("*Quintain: *")


def test_a_fixture_that_fails_shows_both_sides_too(project):
    result = project("""
    import pytest
    @pytest.fixture
    def client(play):
        play("followed.scenario")
        fetch(play.url("/new"))
    def test_it(client):
        pass
    """).runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(
        ["*- followed.scenario was not kept -*", "ERROR * - followed.scenario:5: GET /new came too soon: *"])


def test_a_test_case_of_unittest_is_told_the_same(project):
    result = project("""
    import pytest, unittest
    class TestCase(unittest.TestCase):
        @pytest.fixture(autouse=True)
        def arm(self, play):
            self.play = play
        def test_own(self):
            self.play("followed.scenario")
            with self.assertRaises(ValueError):
                fetch(self.play.url("/new"))
        def test_silent(self):
            self.play("followed.scenario")
        def test_kept(self):
            self.play("followed.scenario")
            assert fetch(self.play.url("/old")) == "here"
        def test_skipped(self):
            self.skipTest("for a reason")
    """).runpytest_subprocess("-k", "TestCase")
    result.assert_outcomes(failed=2, passed=1, skipped=1)
    result.stdout.fnmatch_lines([
        "FAILED *::test_own - followed.scenario:5: GET /new came too soon: *",
        "FAILED *::test_silent - followed.scenario:2: `> GET /old` did not happen *"])


def test_what_did_not_happen_since_a_test_failed_is_not_its_reason(project):
    result = project("""
    import pytest
    def test_it(play):
        play("followed.scenario")
        assert fetch("data:,x") == "here"
    def test_skipped(play):
        play("followed.scenario")
        with pytest.raises(OSError):
            fetch(play.url("/new"))
        pytest.skip("for a reason")
    """).runpytest_subprocess("-k", "test_", "-rfs")
    result.stdout.fnmatch_lines(["FAILED *::test_it - AssertionError: assert 'x' == 'here'*", "SKIPPED *: for a reason"])
    result.stdout.no_fnmatch_line("*Quintain: *")


def test_requests_that_no_stub_answered_are_told_of_a_test_that_fails(project):
    result = project("""
    import pytest, urllib.error
    def ask(url):
        with pytest.raises(urllib.error.HTTPError):
            fetch(url)
    def test_passes(module_routes):
        ask(module_routes.url("/other"))
    def test_it(module_routes):
        module_routes("> GET /greeting\\n< 200\\n")
        fetch(module_routes.url("/greeting"))
        ask(module_routes.url("/gretting?a=b"))
        assert 0
    def test_without(module_routes):
        assert 0
    """).runpytest_subprocess("-k", "test_")
    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines(["*- no stub answered -*", "GET /gretting[?]a=b"])
    assert result.stdout.str().count("- no stub answered -") == 1


def test_the_reason_why_no_stub_answered_names_the_line_of_the_test(project):
    tests = project("""
    def test_it(routes):
        routes("> POST /pets\\n> X-Kind: dog\\n< 201\\n")
        OPENER.open(urllib.request.Request(routes.url("/pets"), b"x", {"X-Kind": "cat"}))
    """)
    source = next(tests.path.glob("test_*.py"))
    line = next(number for number, text in enumerate(source.read_text().splitlines(), 1) if "routes(" in text and "POST" in text)
    result = tests.runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([
        "*- no stub answered -*", "POST /pets", f"  no route matches POST /pets; the nearest is POST /pets ({source.name}:{line} text:1): *X-Kind*"])


def test_of_several_plays_each_is_shown(project):
    result = project("""
    def test_it(play):
        first, second = play("followed.scenario"), play("redirects/followed#302")
        fetch(first.url("/old"))
    """).runpytest_subprocess("-k", "test_it")
    result.stdout.fnmatch_lines(["*- followed.scenario was kept -*", "*- redirects/followed.scenario#302 was not kept -*"])


def test_a_marker_is_the_line_of_what_it_arms(project):
    result = project("""
    import pytest
    @pytest.mark.scenario("followed")
    def test_it():
        pass
    @pytest.mark.scenario("folowed")
    def test_error():
        pass
    """).runpytest_subprocess("-k", "test_")
    result.assert_outcomes(failed=1, errors=1)
    result.stdout.fnmatch_lines([
        ">   @pytest.mark.scenario(\"folowed\")", "E   ValueError: folowed: there is no such file in *",
        ">   @pytest.mark.scenario(\"followed\")", "E   pytest_quintain.Broken: followed.scenario:2: *"])
    assert "plugin.py" not in result.stdout.str()


def test_a_client_that_goes_with_the_function_has_closed(project):
    # No frame of the test may outlive it.
    tests = project("""
    import socket
    from urllib.parse import urlsplit
    def test_it(play):
        play("closing")
        place = urlsplit(play.url())
        client = socket.create_connection((place.hostname, place.port))
        client.sendall(f"GET / HTTP/1.1\\r\\nHost: {place.netloc}\\r\\n\\r\\n".encode())
        assert client.recv(1000)
    """)
    tests.makefile(".scenario", closing="# t\n> GET /\n< 200\n! await close\n")
    tests.runpytest_subprocess("-k", "test_it", "-W", "ignore::pytest.PytestUnraisableExceptionWarning").assert_outcomes(passed=1)


def test_a_test_that_passes_shows_both_sides_if_asked(project):
    result = project("""
    def test_it(play):
        play("followed.scenario")
        fetch(play.url("/old"))
    """).runpytest_subprocess("-k", "test_it", "-rP")
    result.stdout.fnmatch_lines(["*scenario followed.scenario*", "*expected*happened"])


SILENT = """
    from contextlib import suppress
    def test_it(play):
        play("silent")
        with suppress(OSError):
            OPENER.open(play.url("/a"), timeout=0.2)
"""


def test_what_lint_warns_of_is_a_warning_at_the_line_that_arms(project):
    tests = project(SILENT)
    tests.makefile(".scenario", silent="# No reply\n> GET /{{a = any}}\n")
    result = tests.runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(passed=1, warnings=1)
    result.stdout.fnmatch_lines([
        "*test_*.py:*: QuintainWarning: silent.scenario:2: 'a' is captured but never used*", "    play(\"silent\")"])
    result = tests.runpytest_subprocess("-k", "test_it", "-W", "error::pytest_quintain.QuintainWarning")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([">       play(\"silent\")", "E *QuintainWarning: silent.scenario:2: *"])
    assert "play.py" not in result.stdout.str()


def test_what_lint_warns_of_a_served_file_is_a_warning_too(project):
    tests = project(SILENT, ini="quintain_paths = served\n")
    (tests.path / "served").mkdir()
    (tests.path / "served" / "silent.scenario").write_text("# No reply\n> GET /{{a = any}}\n")
    result = tests.runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(passed=1, warnings=1)
    result.stdout.fnmatch_lines(["*QuintainWarning: silent.scenario:2: 'a' is captured but never used*"])


def test_a_deviation_from_what_should_be_is_a_warning(project):
    tests = project("""
    def test_it(play):
        play("traced")
        fetch(play.url("/a"))
    """)
    tests.makefile(".scenario", traced="# t\nlevel should\n> GET /a\n> X-Trace: 1\n< 200\n")
    result = tests.runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(passed=1, warnings=1)
    result.stdout.fnmatch_lines(["*test_*.py:*: QuintainWarning: traced.scenario:4: X-Trace is missing*"])
    result = tests.runpytest_subprocess("-k", "test_it", "-W", "error")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([">       play(\"traced\")", "E *QuintainWarning: traced.scenario:4: X-Trace is missing*"])
    assert "plugin.py" not in result.stdout.str()


def test_a_test_that_names_the_fixture_and_arms_nothing_fails(project):
    tests = project("""
    import pytest
    def test_it(play):
        pass
    class TestMethods:
        def test_method(self, *, play):
            pass
    @pytest.fixture
    def client(play):
        return lambda: play("followed")
    def test_fixture(client):
        pass
    def test_skipped(play):
        pytest.skip("for a reason")
    @pytest.mark.scenario("> GET /a\\n< 200\\n")
    def test_marked(play):
        fetch(play.url("/a"))
    def test_armed(play):
        play("followed")
        fetch(play.url("/old"))
        play._forget()
    """)
    result = tests.runpytest_subprocess("-k", "test_")
    result.assert_outcomes(passed=3, failed=2, skipped=1)
    result.stdout.fnmatch_lines([
        "test_it names 'play' and arms nothing, so nothing is verified: call play(SCENARIO), *",
        "test_method names 'play' and arms nothing*"])


def test_a_refused_scenario_is_warned_of_where_the_test_takes_its_error_for_another(project):
    tests = project("""
    import pytest
    def test_it(play):
        with pytest.raises(ValueError):
            play("> GET /a\\n! sleep\\n< 200\\n")
            fetch(play.url("/a"))
    def test_seen(play):
        play("> GET /a\\n! sleep\\n< 200\\n")
    """)
    result = tests.runpytest_subprocess()
    result.assert_outcomes(passed=1, failed=1, warnings=1)
    result.stdout.fnmatch_lines([
        "*QuintainWarning: the test has passed, and this scenario was refused and not played: the text:2: error: no act is called 'sleep'*"])


def test_a_play_that_was_given_up_fails_the_test(project):
    tests = project("""
    import pytest
    STALLED = "> GET /a\\n! stall\\n"
    def test_it(play):
        play(STALLED, deadline=1)
        with pytest.raises(Exception):
            fetch(play.url("/a"))
    def test_own(play):
        play(STALLED, deadline=1)
        fetch(play.url("/a"))
    def test_patient(play):
        play(STALLED)
        with pytest.raises(OSError):
            OPENER.open(play.url("/a"), timeout=0.1)
    """)
    result = tests.runpytest_subprocess("-k", "test_it or test_own or test_patient")
    result.assert_outcomes(passed=1, failed=2)
    given_up = "the play was given up at its deadline, after 1 s, and the test went on: give the client a timeout, *"
    result.stdout.fnmatch_lines([
        ">       play(STALLED, deadline=1)", f"E *Broken: {given_up}", "*test_it was not kept*", f"E *Quintain: {given_up}"])


def test_callbacks_of_a_text_that_nobody_has_reported_are_warned_of(project):
    tests = project("""
    import pytest
    TEXT = "> GET /a\\n< 200\\n* response 200\\n* finish\\n"
    def test_it(play):
        play(TEXT)
        fetch(play.url("/a"))
    def test_broken(play):
        play(TEXT)
        fetch(play.url("/b"))
    @pytest.mark.parametrize("name", ["told", "redirects/followed#302"])
    def test_a_file_that_others_play_too(play, name):
        play(name)
        fetch(play.url("/old"))
    """)
    tests.makefile(".scenario", told="# t\n> GET /old\n< 200\n* response 200\n* finish\n")
    result = tests.runpytest_subprocess("-k", "test_")
    result.assert_outcomes(passed=3, failed=1, warnings=1)
    result.stdout.fnmatch_lines([
        "*test_*.py:*: QuintainWarning: 2 `[*]` lines were not judged, because nothing reports callbacks here: assert in Python *"])
    result = tests.runpytest_subprocess("-k", "test_it", "-W", "error::pytest_quintain.QuintainWarning")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([">       play(TEXT)", "E *QuintainWarning: 2 `[*]` lines were not judged*"])


def test_timeouts_of_the_test_are_those_of_its_client_alone(project):
    project("""
    import pytest, socket
    @pytest.fixture(autouse=True)
    def fast():
        socket.setdefaulttimeout(0.1)
        yield
        socket.setdefaulttimeout(None)
    def test_it(play):
        play("> GET /a\\n< 200\\n! quiet 300ms\\n")
        fetch(play.url("/a"))
    """).runpytest_subprocess("-k", "test_it").assert_outcomes(passed=1)


def test_a_line_is_waited_for_as_long_as_a_debugger_needs(project, monkeypatch):
    tests = project("""
    import time
    def test_it(play):
        play("within 10ms\\n> GET /a\\n< 200\\n> GET /b\\n< 200\\n")
        fetch(play.url("/a"))
        time.sleep(0.1)
        fetch(play.url("/b"))
    def test_given_up(play):
        play("> GET /a\\n! stall\\n", deadline=1)
        try:
            OPENER.open(play.url("/a"), timeout=1.5)
        except OSError:
            pass
    """)
    tests.runpytest_subprocess("-k", "test_").assert_outcomes(failed=2)
    tests.runpytest_subprocess("-k", "test_", "--quintain-patience=60").assert_outcomes(passed=2)
    monkeypatch.setenv("QUINTAIN_PATIENCE", "60")
    tests.runpytest_subprocess("-k", "test_").assert_outcomes(passed=2)
    result = tests.runpytest_subprocess("-k", "test_", "--quintain-patience=1h")
    result.stderr.fnmatch_lines(["*'1h' is no number of seconds from 0 to 86400: write 3600 for an hour"])


def test_a_test_case_may_expect_that_its_play_breaks(project):
    result = project("""
    import pytest, unittest
    class TestCase(unittest.TestCase):
        @pytest.fixture(autouse=True)
        def given(self, play):
            self.play = play
            play("> GET /a\\n< 200\\n")
        @unittest.expectedFailure
        def test_broken(self):
            pass
        @unittest.expectedFailure
        def test_own(self):
            assert not fetch
        @unittest.expectedFailure
        def test_kept(self):
            fetch(self.play.url("/a"))
        def test_unexpected(self):
            pass
    @unittest.expectedFailure
    class TestAll(TestCase):
        def test_kept(self):
            assert not fetch
        def test_unexpected(self):
            pass
    """).runpytest_subprocess("-k", "TestCase or TestAll")
    result.assert_outcomes(xfailed=6, failed=2)
    result.stdout.fnmatch_lines(["FAILED *TestCase::test_kept - *Unexpected success", "FAILED *TestCase::test_unexpected - the text:1: *"])


def test_requests_that_no_route_of_httpbin_takes_are_listed(project):
    result = project("""
    import urllib.error
    def test_it(httpbin):
        try:
            fetch(httpbin + "/gett")
        except urllib.error.HTTPError:
            assert not "found"
    def test_other(httpbin):
        assert not fetch(httpbin + "/get")
    """).runpytest_subprocess("-k", "test_it or test_other")
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(["*no route answered*", "GET /gett", "*GET /get*"])
    assert result.stdout.str().count("no route answered") == 1


def test_stubs_are_verified_if_the_test_asks_for_it(project):
    result = project("""
    import urllib.error
    def ask(url):
        try:
            fetch(url)
        except urllib.error.HTTPError:
            pass
    def test_kept(routes):
        routes("> GET /a\\n< 200\\n")
        ask(routes.url("/a"))
        routes.verify()
    def test_it(routes):
        routes("> GET /a\\n< 200\\n")
        ask(routes.url("/b"))
        routes.verify()
    """).runpytest_subprocess("-k", "test_kept or test_it")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines([
        ">       routes.verify()", "E       pytest_quintain.Broken: no stub answered GET /b", "FAILED *::test_it - no stub answered GET /b*"])


def test_a_server_that_cannot_start_is_told_without_a_traceback(project):
    tests = project("""
    def test_it(play):
        pass
    """)
    tests.makeconftest("""
    from pytest_quintain import NotStarted, plugin
    def none(paths, **named):
        raise NotStarted("there is no command 'quintain'")
    plugin.Server = none
    """)
    result = tests.runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["there is no command 'quintain'"])
    assert "plugin.py" not in result.stdout.str()


def test_an_interrupted_test_still_tells_what_lint_warns_of(project):
    tests = project("""
    import os, signal, threading
    # A shell lets what it starts in the background ignore the signal.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    def test_it(play):
        play("silent")
        group = os.getpgrp()
        threading.Timer(0.3, lambda: os.killpg(group, signal.SIGINT)).start()
        fetch(play.url("/a"))
    """)
    tests.makefile(".scenario", silent="# No reply\n> GET /{{a = any}}\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-k", "test_it"], cwd=tests.path, text=True, timeout=30, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert "KeyboardInterrupt" in done.stdout and "is captured but never used" in done.stdout, done.stdout
    assert "INTERNALERROR" not in done.stdout and "URLError" not in done.stdout, done.stdout


def test_a_play_is_given_up_after_a_minute_unless_told_otherwise():
    orders = []

    class Recorder:
        def call(self, method, path, **order):
            orders.append(order)
            return {"id": 1, "scenario": order["text"], "origins": {}}

    Play(Recorder(), {"text": "a"})
    Play(Recorder(), {"text": "b", "deadline": 300})
    assert [order["deadline"] for order in orders] == [60, 300]


HINT = "a value stands between '{{' and '}}', and '{any}' is text [[]stray-brace[]]; *; in an f-string write four braces for two, as '{{{{any}}}}', *"


def test_what_lint_warns_of_the_broken_line_is_part_of_the_failure(project):
    result = project("""
    def test_it(play):
        play(f\"""
            > GET /a/{{any}}
            < 200
            \""")
        try:
            fetch(play.url("/a/7"))
        except OSError:
            pass
    def test_its_own(play):
        play(f\"""
            > GET /a/{{any}}
            < 200
            \""")
        fetch(play.url("/a/7"))
    def test_file(play):
        play("braced")
    def test_other_line(play):
        play("> GET /a\\n> X: 1\\n< 200\\n> GET /b\\n> X: {any}\\n< 200\\n")
        fetch(play.url("/a"))
        fetch(play.url("/b"))
    """)
    result.makefile(".scenario", braced="# t\n> GET /a/{any}\n< 200\n")
    run = result.runpytest_subprocess("-k", "test_")
    run.assert_outcomes(failed=4, warnings=4)
    run.stdout.fnmatch_lines([
        "E *Broken: *GET /a/7*", "E * lint of line 9: " + HINT,
        "E *Quintain: *GET /a/7*", "E * lint of line 18: " + HINT,
        "E *Broken: braced.scenario:2: *", "E * lint of braced.scenario:2: a value stands *",
        "E *Broken: the text:2, `> X: 1`: X is missing*"])
    assert "in an f-string" not in run.stdout.str().split("braced.scenario:2: ")[1].split("\n")[1]


@pytest.mark.parametrize("options", [(), ("-W", "ignore"), ("--tb=short",), ("-n", "1")])
def test_warnings_of_lint_stand_below_a_failure_whichever_line_was_broken(project, options):
    result = project("""
    def test_forgotten(play):
        play('''
            > GET /{{a = any}}
            < 200
            ''')
        assert OPENER.open(play.url("/a")) is None
    def test_other(play):
        play("forgotten")
        fetch(play.url("/b"))
    def test_same(play):
        play("> GET /{{a = any}}\\n> X: 1\\n< 200\\n")
        fetch(play.url("/b"))
    """)
    result.makefile(".scenario", forgotten="# t\n> GET /a\n< 200\n> GET /c\n> X: {{a = any}}\n< 200\n")
    run = result.runpytest_subprocess("-k", "test_", *options)
    run.assert_outcomes(failed=3)
    told = "'a' is captured but never used *[[]unused-capture]; '{{any}}' takes anything and keeps nothing*"
    run.stdout.fnmatch_lines([
        "*- test_forgotten was kept until the test failed -*", "✓ > GET /{{a = any}} *", "lint of line 9: " + told,
        "*- forgotten.scenario was not kept -*", "lint of forgotten.scenario:5: " + told,
        "*lint of the text:1: " + told])
    # What the reason has said in a note, where notes are shown, is not said again.
    shown = run.stdout.str().split("_ test_same _")[1].split("warnings summary")[0].split("short test summary")[0]
    assert shown.count("unused-capture") == 1


def test_a_request_that_no_line_of_a_file_takes_is_told_with_the_name_of_the_file(project, told):
    result = project("""
    def test_it(play):
        play("followed")
        fetch(play.url("/none"))
    """).runpytest_subprocess("-k", "test_it")
    sentence = told(result, "GET /none")
    result.stdout.fnmatch_lines([
        f"E *Quintain: followed.scenario: {sentence}", f"FAILED *::test_it - followed.scenario: {sentence[:20]}*"])


def test_a_host_that_no_line_has_is_told_with_the_line_that_allows_it(project):
    result = project("""
    def ask(play):
        fetch(urllib.request.Request(play.url("/a"), headers={"Host": "api.example.com"}))
    def test_unwritten(play):
        play("> GET /a\\n< 200")
        ask(play)
    def test_written(play):
        play("> GET /a\\n> Host: other\\n< 200")
        ask(play)
    def test_allowed(play):
        play("> GET /a\\n> Host: {{any}}\\n< 200\\n> GET /a\\n> Host: api.example.com\\n< 200")
        ask(play)
        ask(play)
    """).runpytest_subprocess("-k", "test_")
    result.assert_outcomes(failed=2, passed=1)
    result.stdout.fnmatch_lines([
        "E *Broken: *: Host is \"api.example.com\", not \"127.0.0.1:*\"; '> Host: {{any}}' below the request takes any",
        "E *Broken: *: Host is \"api.example.com\", not \"other\""])


def test_a_client_that_leaves_a_body_unread_is_told_how_that_is_written(project):
    result = project("""
    def leave(url):
        with OPENER.open(url) as reply:
            assert len(reply.read(1000)) == 1000
    def test_broken(play):
        play("> GET /a\\n< 200\\n<\\n< {{bytes 20MB}}")
        leave(play.url("/a"))
    def test_right(play):
        for _ in range(20):
            with play("> GET /a\\n! stall at=20KB\\n< 200\\n<\\n< {{bytes 20MB}}\\n! await close") as one:
                leave(one.url("/a"))
    """).runpytest_subprocess("-k", "test_")
    result.assert_outcomes(failed=1, passed=1)
    result.stdout.fnmatch_lines([
        "E *Broken: *: only * of 20000* bytes left: the client had reset connection 1*",
        "E * a client that means to read only a part of the reply has '! stall at=20KB' above it and '! await close' below it"])


def test_a_form_that_is_shown_as_digits_is_told_by_its_parts(project):
    result = project("""
    import urllib.request
    def part(head, content):
        return b"--b\\r\\nContent-Disposition: form-data; " + head + b"\\r\\n\\r\\n" + content + b"\\r\\n"
    def send(url, content):
        picture = b'name="pic"; filename="a.png"\\r\\nContent-Type: image/png'
        body = part(b'name="kind"', b"c" * 100) + part(picture, content) + b"--b--\\r\\n"
        fetch(urllib.request.Request(url, body, {"Content-Type": "multipart/form-data; boundary=b"}))
    def test_it(play):
        play('''
            > POST /first
            >
            > {{multipart kind={{any}} pic={{any}}}}
            < 200
            > POST /digits
            >
            > {{multipart kind=dog}}
            < 200
            > POST /text
            >
            > {{multipart kind=dog}}
            < 200
            ''')
        for path, content in ("/first", bytes(range(256))), ("/digits", bytes(range(256)) * 8), ("/text", b"text"):
            send(play + path, content)
    """).runpytest_subprocess("-k", "test_it", "-vv")
    result.assert_outcomes(failed=1)
    # Quotes count as well.
    result.stdout.fnmatch_lines([
        "the form of POST /digits, as it came:", f"  kind: '{'c' * 79}", "  pic: the file 'a.png', image/png, 2,048 bytes"])
    assert result.stdout.str().count("as it came") == 1


def test_stubs_of_an_f_string_are_warned_of(project):
    result = project("""
    def test_it(routes):
        routes(f"> GET /a\\n< 200\\n< X: {{nonce a}}\\n")
    """).runpytest_subprocess("-k", "test_it")
    result.stdout.fnmatch_lines(["*QuintainWarning: the text:3, `< X: {nonce a}`: *'{nonce a}' is text*; in an f-string write four braces for two, *"])


@pytest.mark.parametrize("name", ["", "CURL_CA_BUNDLE"])
def test_a_client_that_does_not_trust_the_authority_is_told_of_it(project, monkeypatch, name):
    for one in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"):
        monkeypatch.delenv(one, raising=False)
    if name:
        monkeypatch.setenv(name, "/nowhere.pem")
    result = project("""
    import pytest
    def test_it(play):
        play("origin main https\\n> GET /a\\n< 200\\n")
        fetch(play.url("/a"))
    def test_refused(play):
        play("origin main https certificate=self-signed\\n! await tls-alert\\n")
        with pytest.raises(OSError):
            fetch(play.url("/a"))
    def test_unsigned(play):
        play("origin main https certificate=self-signed\\n> GET /a\\n< 200\\n")
        fetch(play.url("/a"))
    """).runpytest_subprocess("-k", "test_it or test_refused or test_unsigned", "-rP")
    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines(["the client has to trust our authority: *play.ca in a test*"])


def test_long_lines_are_cut_to_the_terminal_and_whole_with_more_words(project):
    tests = project("""
    def test_it(play):
        play("> GET /\\n> X-Long: " + 20 * "expected " + "end\\n< 200\\n")
        OPENER.open(urllib.request.Request(play.url("/"), headers={"X-Long": 20 * "happened " + "end"}))
    """)
    ours, theirs = "> X-Long: " + 20 * "expected " + "end", "X-Long: " + 20 * "happened " + "end"
    short = tests.runpytest_subprocess("-k", "test_it").stdout.str()
    assert ours not in short and "…" in short
    long = tests.runpytest_subprocess("-vv", "-k", "test_it").stdout.str()
    shown = [line for line in long.splitlines() if line.startswith("✗ " + ours)]
    assert len(shown) == 1 and theirs in shown[0].lower().replace("x-long", "X-Long")


def test_a_play_without_tls_says_how_it_gets_an_authority(project):
    project("""
    import pytest
    from pytest_quintain.server import Refused
    def test_it(play):
        play("> GET /\\n< 200\\n")
        fetch(play.url("/"))
        with pytest.raises(Refused, match="no origin with TLS\\nwrite 'origin main https' above the first line"):
            play.ca
    """).runpytest_subprocess("-k", "test_it").assert_outcomes(passed=1)


def test_what_is_no_http_fails_the_verification_of_stubs(project):
    result = project("""
    import socket
    def test_it(routes):
        routes("> GET /a\\n< 200\\n")
        fetch(routes.url("/a"))
        host, port = routes.url().partition("://")[2].split(":")
        for line in b"GET /a b HTTP/1.1\\r\\n\\r\\n", b"\\x01\\r\\n\\r\\n":
            with socket.create_connection((host, int(port)), timeout=10) as one:
                one.sendall(line)
                assert b" 400 " in one.recv(1000)
        assert [one.get("malformed") for one in routes.requests] == [None, "request-line-syntax", "control-character"]
        routes.verify()
    """).runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([
        ">       routes.verify()", "E *Broken: no stub answered GET /a", "E   * (RFC 9112 section *)", "E * what is no request", "E   * (RFC 9*)"])


def test_the_body_that_no_stub_takes_is_told_by_what_differs(project):
    result = project("""
    def test_it(routes):
        routes("> POST /a\\n>\\n> name=fido\\n< 200\\n")
        try:
            fetch(urllib.request.Request(routes.url("/a"), b"name=Fido"))
        except OSError:
            pass
        routes.verify()
    """).runpytest_subprocess("-k", "test_it")
    result.stdout.fnmatch_lines(['E *only the body differs: at byte 5 "Fido" came, not "fido"'])


def test_a_path_of_the_configuration_that_is_not_there_is_told_once(project):
    result = project("""
    def test_it(httpbin):
        pass
    """, ini="quintain_paths = nope").runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(errors=1)
    assert result.stdout.str().count("help: name a file or a folder") == 1


def test_a_field_that_an_f_string_leaves_without_a_value_is_told_with_what_to_write(project):
    result = project("""
    FIELD = ""
    def test_value(play):
        play(f'''
            > GET /a
            > X: {FIELD}
            < 200
            ''')
    """).runpytest_subprocess("-k", "value")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([
        "E *ValueError: line *: error: blanks at the end of a line *", "E * > X:*",
        "E *for a field that an f-string may leave without a value, put in all of the line: '> X: 1', or else '#', a comment"])


def test_a_test_that_skips_itself_behind_a_broken_play_is_warned_of(project):
    tests = project("""
    import pytest, unittest
    TEXT = '''
        > GET /a
        < 200
        '''
    def ask(play):
        play(TEXT)
        with pytest.raises(OSError):
            fetch(play.url("/b"))
    def test_broken(play):
        ask(play)
        pytest.skip("no network")
    class TestCase(unittest.TestCase):
        @pytest.fixture(autouse=True)
        def arm(self, play):
            self.play = play
        def test_case(self):
            ask(self.play)
            self.skipTest("no network")
    def test_right(play):
        play(TEXT)
        fetch(play.url("/a"))
        pytest.skip()
    def test_nothing_yet(play):
        play(TEXT)
        pytest.skip()
    def test_expected(play):
        ask(play)
        pytest.xfail("known")
    """)
    result = tests.runpytest_subprocess("-k", "test_")
    result.assert_outcomes(skipped=4, xfailed=1, warnings=2)
    told = "*QuintainWarning: the play was not judged, because the test skipped itself, and until then it was broken: *GET /b*"
    # Both stand at the line that was due, which they share.
    result.stdout.fnmatch_lines(["*.py::test_broken", "*.py::TestCase::test_case", told])
    strict = tests.runpytest_subprocess("-k", "test_broken or test_right", "-W", "error::pytest_quintain.QuintainWarning")
    strict.assert_outcomes(failed=1, skipped=1)
