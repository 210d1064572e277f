# test_hints.py: what a report says beside the first failure, so that the next run passes.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import json
import pathlib

import pytest


def test_a_request_that_went_elsewhere_is_told_with_the_address_of_the_play(project):
    result = project("""
    TEXT = "> GET /get\\n< 200\\n"
    def test_of_stubs(play, routes):
        routes(TEXT)
        play(TEXT)
        fetch(routes.url("/get"))
    def test_of_httpbin(play, httpbin):
        play(TEXT)
        fetch(httpbin.url("/get"))
    def test_of_another(play):
        play(TEXT)
        fetch(play("> GET /get\\n< 200\\n> GET /get\\n< 200\\n").url("/get"))
    def test_of_the_test_before(play, httpbin):
        play(TEXT)
        fetch(httpbin.url("/get?a=1"))
    """).runpytest_subprocess("-k", "test_of")
    result.assert_outcomes(failed=4)
    text = result.stdout.str()
    for who in "routes", "httpbin", "another play":
        assert text.count(f"  {who} took GET /get, and not this play, whose address is play.url('/get')") == 1
    # What else may be the reason is told where nothing is known.
    assert text.count("is waited for by play.wait()") == 1


def test_a_request_of_another_play_is_told_with_its_address(project):
    result = project("""
    def test_it(play):
        first = play("> GET /a\\n< 200\\n")
        second = play("> GET /b\\n< 200\\n")
        print("its address is", second.url())
        fetch(first.url("/a"))
        fetch(first.url("/b"))
    """).runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(failed=1)
    address = next(line.split()[-1] for line in result.outlines if line.startswith("its address is"))
    assert f"  the play at {address} has `> GET /b`: each play has an address of its own" in result.stdout.str()


@pytest.mark.parametrize("name, passed", [("http_proxy", False), ("ALL_PROXY", False), ("https_proxy", True)])
def test_a_proxy_of_the_environment_is_named_where_no_connection_came(project, monkeypatch, name, passed):
    for one in "http_proxy", "https_proxy", "all_proxy", "no_proxy":
        monkeypatch.delenv(one, raising=False)
        monkeypatch.delenv(one.upper(), raising=False)
    monkeypatch.setenv(name, "http://127.0.0.1:9")
    tests = project("""
    def test_it(play):
        play("> GET /a\\n< 200\\n")
    """)
    told = f"  the variable {name.upper()} of the environment sends clients to a proxy: NO_PROXY=127.0.0.1 leaves plays out"
    result = tests.runpytest_subprocess("-k", "test_it")
    assert (told in result.stdout.str()) is not passed
    # The client's own error ends a test as well.
    raising = project("""
    def test_it(play):
        play("> GET /a\\n< 200\\n")
        raise ConnectionRefusedError
    """)
    assert (told[2:] in raising.runpytest_subprocess("-k", "test_it").stdout.str()) is not passed
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    assert "NO_PROXY" not in tests.runpytest_subprocess("-k", "test_it").stdout.str()


def test_a_client_that_keeps_its_connection_open_is_told_of_timeouts_and_not_of_time(project, monkeypatch):
    monkeypatch.setenv("CI", "1")
    result = project("""
    import pytest
    def test_it(play):
        play("within 400ms\\n> GET /a\\n! stall\\n! await close\\n")
        with pytest.raises(Exception):
            fetch(play.url("/a"))
    """).runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([
        "E *`! await close` did not happen within 400 ms: the client keeps connection 1 open",
        "E *  a client without a timeout waits for ever: give it one that is shorter than the time of the line*"])
    assert "more time" not in result.stdout.str()


def test_requests_in_another_order_are_told_how_any_order_is_written(project):
    result = project("""
    import pytest
    def test_it(play):
        play("within 50ms\\n> GET /a\\n< 200\\n> GET /b\\n< 200\\n")
        with pytest.raises(OSError):
            fetch(play.url("/b"))
    """).runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([
        "E *GET /b came too soon: line 2, `> GET /a`, had not happened", "E *if their order does not matter: 'any-order' above *"])


HINTS = json.loads((pathlib.Path(__file__).parent / "hints.json").read_text())


@pytest.mark.parametrize("case", HINTS, ids=lambda one: one["name"])
def test_the_hint_of_a_finding_is_that_of_the_command_and_of_the_library(project, monkeypatch, case):
    for one in "http_proxy", "https_proxy", "all_proxy", "no_proxy":
        monkeypatch.delenv(one, raising=False)
        monkeypatch.delenv(one.upper(), raising=False)
    result = project(f"""
    import os, subprocess
    def test_it(play):
        play({case["text"]!r})
        subprocess.run({case["client"]!r}, shell=True, env=dict(os.environ, QUINTAIN_ORIGIN=play.url().rstrip("/")))
    """).runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(failed=1)
    assert f"  {case['hint']}" in result.stdout.str()
