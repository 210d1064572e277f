# test_unmatched.py: requests that no stub answers.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import pytest

PRELUDE = """
    import socket
    import urllib.error
    import pytest
    from pytest_quintain import Broken
    def ask(url):
        with pytest.raises(urllib.error.HTTPError, match="40[45]"):
            fetch(url)
    def send(routes, data):
        with socket.create_connection(routes.url().split("//")[1].split(":")) as client:
            client.sendall(data)
            client.shutdown(socket.SHUT_WR)
            client.recv(1000)
"""
SLIP = PRELUDE + """
    def test_it(routes):
        routes('''
            > GET /v1/prise/7
            < 404
            ''')
        for _ in range(3):
            ask(routes.url("/v1/price/7"))
"""
TOLD = "no stub answered GET /v1/price/7"
NEAREST = "  no route matches GET /v1/price/7; the nearest is GET /v1/prise/7 (*.py:22): segment 'price' differs from 'prise'"
ADVICE = "if that is meant, write a stub with '< 404' for it, or quintain_unmatched = ignore in the configuration"


def test_a_request_that_no_stub_answers_is_a_warning_at_the_end_of_the_test(project):
    result = project(SLIP).runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(passed=1, warnings=1)
    result.stdout.fnmatch_lines([
        "*.py:21: QuintainWarning: " + TOLD, "  " + NEAREST, "  " + ADVICE, "    routes('''"])
    assert result.stdout.str().count(TOLD) == 1


@pytest.mark.parametrize("options", [("-o", "quintain_unmatched=error"), ("-W", "error::pytest_quintain.QuintainWarning")])
def test_the_test_fails_for_it_where_the_configuration_says_so(project, options):
    result = project(SLIP).runpytest_subprocess("-k", "test_it", *options)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([">*   routes('''", "E *: " + TOLD, "E  *" + NEAREST, "E  *" + ADVICE, "*.py:21: *"])


def test_nothing_is_said_of_it_where_the_configuration_says_so(project):
    result = project(SLIP, ini="quintain_unmatched = ignore\n").runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(passed=1, warnings=0)


def test_another_word_in_the_configuration_is_refused(project):
    result = project("", ini="quintain_unmatched = eror\n").runpytest_subprocess()
    result.stderr.fnmatch_lines(["ERROR: *tox.ini: 'quintain_unmatched' cannot be 'eror': did you mean 'error'?"])
    result = project("", ini="quintain_unmatched = on\n").runpytest_subprocess()
    result.stderr.fnmatch_lines(["ERROR: *'quintain_unmatched' cannot be 'on': write 'warn', 'error' or 'ignore'"])


def test_what_a_test_says_of_its_requests_is_not_warned_of(project):
    project(PRELUDE + """
    def test_a_stub_answers(routes):
        routes("> GET /a\\n< 404")
        ask(routes.url("/a"))
    def test_it_is_verified(routes):
        ask(routes.url("/none"))
        with pytest.raises(Broken):
            routes.verify()
    def test_the_client_breaks_off(routes):
        send(routes, b"GET /none HTT")
    def test_nothing_is_asked(routes):
        routes("> GET /a\\n< 404")
    def test_no_stub_is_used(httpbin):
        ask(httpbin.url("/none"))
    @pytest.mark.filterwarnings("ignore:no stub answered")
    def test_the_warning_is_filtered(routes):
        ask(routes.url("/none"))
    """).runpytest_subprocess("-k", "test_", "-W", "error").assert_outcomes(passed=6)


def test_what_comes_behind_a_call_of_verify_is_warned_of(project):
    result = project(PRELUDE + """
    def test_it(routes):
        ask(routes.url("/first"))
        with pytest.raises(Broken):
            routes.verify()
        ask(routes.url("/second"))
    """).runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(passed=1, warnings=1)
    result.stdout.fnmatch_lines(["*.py:20: QuintainWarning: no stub answered GET /second"])
    result.stdout.no_fnmatch_line("*/first*")


@pytest.mark.parametrize("ini", ["", "quintain_paths = httpbin\n"])
def test_a_test_is_warned_of_its_own_requests_alone(project, ini):
    result = project(PRELUDE + """
    @pytest.fixture(scope="module")
    def api(module_routes):
        module_routes("> GET /a\\n< 200")
        return module_routes
    def test_one(api):
        ask(api.url("/one"))
    def test_two(api, httpbin):
        fetch(api.url("/a"))
    def test_three(api, routes):
        routes("> GET /three\\n< 200\\n")
        ask(api.url("/other"))
    """, ini=ini).runpytest_subprocess("-k", "test_")
    result.assert_outcomes(passed=3, warnings=2)
    result.stdout.fnmatch_lines(["*QuintainWarning: no stub answered GET /one", "*QuintainWarning: no stub answered GET /other"])


def test_what_is_no_http_is_warned_of(project):
    result = project(PRELUDE + """
    def test_it(routes):
        send(routes, b"HELLO\\r\\n\\r\\n")
    """).runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(passed=1, warnings=1)
    result.stdout.fnmatch_lines(["*QuintainWarning: no stub answered what is no request", "*the request line is not *"])
    result.stdout.no_fnmatch_line("*write a stub*")


def test_the_newest_of_many_are_told(project):
    result = project(PRELUDE + """
    def test_it(routes):
        for number in range(130):
            ask(routes.url(f"/{number}"))
    """).runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(passed=1, warnings=1)
    result.stdout.fnmatch_lines(["*no stub answered GET /30", "  GET /34", "  and 95 more"])


@pytest.mark.parametrize("what, outcome", [("warn", {"passed": 1, "warnings": 1}), ("error", {"failed": 1})])
def test_a_test_without_lines_of_its_own_is_told_as_well(project, what, outcome):
    result = project(PRELUDE + """
    import functools
    def function(routes, path):
        ask(routes.url(path))
    test_it = functools.partial(function, path="/none")
    """).runpytest_subprocess("-k", "test_it", "-o", f"quintain_unmatched={what}")
    result.assert_outcomes(**outcome)
    result.stdout.fnmatch_lines(["*no stub answered GET /none"])


def test_a_test_that_fails_by_itself_is_not_warned_of_as_well(project):
    result = project(PRELUDE + """
    import unittest
    def test_it(routes):
        ask(routes.url("/none"))
        assert False
    class TestCase(unittest.TestCase):
        @pytest.fixture(autouse=True)
        def stubs(self, routes):
            self.routes = routes
        def test_fails(self):
            ask(self.routes.url("/none"))
            self.fail()
        def test_passes(self):
            ask(self.routes.url("/case"))
    """).runpytest_subprocess("-k", "test_")
    result.assert_outcomes(passed=1, failed=2, warnings=1)
    result.stdout.fnmatch_lines(["*QuintainWarning: no stub answered GET /case"])
