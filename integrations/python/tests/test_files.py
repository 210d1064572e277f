# test_files.py: scenarios that are collected as tests, and the options of the configuration.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import os
import sys

import pytest
from conftest import FOLLOWED

PLAYED = FOLLOWED.replace("> GET /new", "* redirect 302 /new\n> GET /new") + "* response 200\n* data \"here\"\n* finish\n"
TABLE = """\
# Redirects
cases  code
       302
       303
       200
> GET /old
< {{code}}
< Location: /new
> GET /new
< 200
"""


@pytest.fixture
def driven(project):
    driver = f"{sys.executable} {os.environ['QUINTAIN_DRIVERS']}/python-httpclient/driver.py"
    tests = project("", ini=f"quintain_driver = {driver}\n")
    # Its callbacks are judged, too.
    tests.makefile(".scenario", followed=PLAYED)
    return tests


def test_scenarios_are_collected_and_played_to_the_driver(driven):
    driven.runpytest_subprocess().assert_outcomes(passed=1)
    driven.makefile(".scenario", broken=PLAYED.replace("data \"here", "data \"there"))
    result = driven.runpytest_subprocess()
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*byte 0 differs*"])


def test_a_scenario_without_a_driver_is_linted_and_no_test_that_passed(project):
    tests = project("")
    tests.makefile(".scenario", wrong="# t\nclinet GET /a\n")
    result = tests.runpytest_subprocess("-rs")
    result.assert_outcomes(skipped=1, failed=1)
    result.stdout.fnmatch_lines([
        "*wrong.scenario:2*clinet*",
        "SKIPPED * followed.scenario:1: lint found nothing; 'quintain_driver' in the configuration says which client plays scenarios"])
    tests.makefile(".scenario", silent="# t\n> GET /{{a = any}}\n")
    result = tests.runpytest_subprocess("-rs", "-k", "silent")
    result.assert_outcomes(skipped=1, warnings=1)
    result.stdout.fnmatch_lines([
        "*silent.scenario:2: QuintainWarning: *'a' is captured but never used*", "SKIPPED * lint found no error; *"])


@pytest.mark.parametrize("options", [(), ("-n", "1")])
def test_a_file_in_which_lint_finds_nothing_is_not_counted(project, options):
    tests = project("""
    def test_it(play):
        play("followed")
        fetch(play.url("/old"))
    """)
    result = tests.runpytest_subprocess(*options)
    result.assert_outcomes(passed=1)
    assert "skipped" not in result.stdout.str() and result.ret == 0
    tests.runpytest_subprocess("-v", "-k", "followed", *options).stdout.fnmatch_lines(["*LINTED*"])
    for asked in ["-rs"], ["-ra"], ["followed.scenario"]:
        result = tests.runpytest_subprocess(*asked, *options)
        result.assert_outcomes(skipped=1, passed=int(asked[0][0] == "-"))


@pytest.mark.parametrize("options", [(), ("-n", "1")])
def test_a_run_in_which_nothing_was_played_says_so(project, options):
    told = "'quintain_driver' in the configuration says which client plays scenarios"
    tests = project("""
    def test_it():
        pass
    """)
    tests.makefile(".scenario", other=PLAYED)
    for asked, said in [(["-k", "followed"], "1 file was"), (["-k", "not it"], "2 files were"), (["followed.scenario"], "1 file was"),
                        (["-rs", "-k", "not it"], "2 files were")]:
        result = tests.runpytest_subprocess(*asked, *options)
        result.stdout.fnmatch_lines(["*nothing was played*", f"{said} linted alone: {told}"])
        assert result.ret == pytest.ExitCode.NO_TESTS_COLLECTED
    result = tests.runpytest_subprocess(*options)
    assert "linted" not in result.stdout.str() and result.ret == 0


def test_each_case_of_a_table_is_a_test(driven):
    driven.makefile(".scenario", table=TABLE, one=TABLE.replace("       303\n       200\n", ""))
    result = driven.runpytest_subprocess("-v")
    result.assert_outcomes(passed=4, failed=1)
    result.stdout.fnmatch_lines([
        "one.scenario::one PASSED*", "table.scenario::table?302? PASSED*", "table.scenario::table?303? PASSED*",
        "table.scenario::table?200? FAILED*"])
    assert "table.scenario#303" not in result.stdout.str()
    driven.runpytest_subprocess("-k", "303").assert_outcomes(passed=1, deselected=4)
    driven.runpytest_subprocess("table.scenario::table[302]").assert_outcomes(passed=1)


def test_the_cases_are_asked_for_once_a_file(driven):
    driven.makefile(".scenario", table=TABLE.replace("       200\n", "       304\n"))
    driven.makepyfile(counted="""
        from pytest_quintain import files
        run, words = files.ScenarioFile.run, []
        def counting(self, *given):
            words.append(given[:2] if given[1] == "--list" else given[:1])
            return run(self, *given)
        files.ScenarioFile.run = counting
        def pytest_sessionfinish():
            print(f"listed {words.count(('check', '--list'))}, linted {words.count(('lint',))}")
    """)
    result = driven.runpytest_subprocess("-p", "counted", "--collect-only", "table.scenario")
    result.stdout.fnmatch_lines(["*listed 1, linted 0"])
    result = driven.runpytest_subprocess("-p", "counted", "table.scenario")
    result.stdout.fnmatch_lines(["*listed 1, linted 1"])


def test_what_lint_warns_of_stands_below_a_failure(driven):
    driven.makefile(".scenario", followed=PLAYED.replace('"here"', '"there"') + "! rate 1KB/s\n")
    result = driven.runpytest_subprocess()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["fail *", "followed.scenario:*:1: warning: this '! rate' has no effect*", "*help: it applies from its line down*"])
    assert result.stdout.str().count("has no effect") == 1


def test_what_lint_warns_of_is_a_warning_of_a_file_that_passes(driven):
    driven.makefile(".scenario", followed=PLAYED + "! rate 1KB/s\n")
    result = driven.runpytest_subprocess()
    result.assert_outcomes(passed=1, warnings=1)
    result.stdout.fnmatch_lines(["*followed.scenario:*: QuintainWarning: *this '! rate' has no effect*"])


def test_a_file_that_does_not_apply_to_the_client_is_skipped(driven):
    driven.makefile(".scenario", streams="# t\nneeds cache\n> GET /a\n< 200\n")
    result = driven.runpytest_subprocess("-rs", "-k", "streams")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED * streams.scenario:1: the scenario needs 'cache', which the client does not have"])


@pytest.mark.parametrize("driver, told", [
    ("no-such-command", "*no-such-command*"),
    (f"{sys.executable} -c pass", "*"),
    (f"{sys.executable} -c 'import sys; sys.exit(69)'", "*")], ids=["missing", "mute", "lacking"])
def test_a_driver_that_cannot_be_started_fails(project, driver, told):
    result = project("", ini=f"quintain_driver = {driver}\n").runpytest_subprocess()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([told])


@pytest.mark.parametrize("name, told", [
    ("quintain_drivers", "there is no option 'quintain_drivers': write 'quintain_driver'"),
    ("quintan_path", "there is no option 'quintan_path': write 'quintain_paths'"),
    ("quintain-paths", "there is no option 'quintain-paths': write 'quintain_paths'"),
    ("quintain_timeout", "there is no option 'quintain_timeout': there are 'quintain_driver', 'quintain_marker', 'quintain_paths' and 'quintain_unmatched'")])
def test_an_option_that_is_nearly_ours_is_an_error(project, name, told):
    result = project("", ini=f"{name} = x\n").runpytest_subprocess()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: *tox.ini: {told}"])


def test_an_option_of_the_project_file_is_looked_at_too(project):
    tests = project("")
    tests.makepyprojecttoml('[tool.pytest.ini_options]\nquintain_drivers = "x"\n')
    tests.runpytest_subprocess().stderr.fnmatch_lines(["ERROR: *pyproject.toml: *write 'quintain_driver'"])


@pytest.mark.parametrize("driver, told", [
    ("no-such-command", "no command 'no-such-command' was found"),
    (f"{sys.executable} -c pass", "it ended before it greeted"),
    (f"{sys.executable} -c 'import sys; sys.exit(69)'", "cannot be started")], ids=["missing", "mute", "lacking"])
def test_a_driver_that_cannot_be_started_is_told_of_once(project, driver, told):
    tests = project("", ini=f"quintain_driver = {driver}\n")
    tests.makefile(".scenario", table=TABLE, wrong="# t\nclinet GET /a\n")
    result = tests.runpytest_subprocess()
    result.assert_outcomes(failed=5)
    text = result.stdout.str().split("short test summary")[0]
    assert text.count(told) == 1 and text.count("clinet GET") == 1 and "what stands behind" not in text
    assert text.count("the driver could not be started, as followed.scenario::followed says") == 3


@pytest.mark.parametrize("text, is_foreign", [("Feature: login\n  Given a user\n", True), ("> GET /a\n< 20\n", False)])
def test_a_file_of_another_tool_is_told_how_it_is_left_out(pytester, text, is_foreign):
    pytester.makefile(".scenario", login=text)
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(failed=1)
    assert ("addopts = --ignore-glob=" in result.stdout.str()) == is_foreign


MARKED = """
    import pytest
    @pytest.mark.scenario({words})
    def test_it():
        pass
    """


@pytest.mark.parametrize("words", ["'the user logs in'", "id=7", "7"])
def test_a_marker_of_the_tests_own_takes_the_place_of_the_plugins(project, words):
    result = project(MARKED.format(words=words)).runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["E *if the marker is one of your own, 'quintain_marker = NAME' in the configuration *"])
    ini = "markers = scenario: what is told\nquintain_marker = plays\n"
    project(MARKED.format(words=words), ini=ini).runpytest_subprocess("-k", "test_it", "--strict-markers").assert_outcomes(passed=1)
    project("""
    import pytest
    @pytest.mark.plays("followed")
    def test_it(play):
        assert fetch(play.url("/old")) == "here"
    """, ini=ini).runpytest_subprocess("-k", "test_it", "--strict-markers").assert_outcomes(passed=1)


def test_a_misspelt_scenario_of_the_marker_is_no_marker_of_the_tests_own(project):
    result = project(MARKED.format(words="'folowed'")).runpytest_subprocess("-k", "test_it")
    result.stdout.fnmatch_lines(["*did you mean 'followed.scenario'?*"])


def test_a_marker_that_comes_later_arms_as_well(project):
    tests = project("""
    def test_it():
        pass
    """)
    tests.makeconftest("""
    import pytest
    def pytest_collection_modifyitems(items):
        for item in items:
            if item.name == "test_it":
                item.add_marker(pytest.mark.scenario("redirects/followed", case="302"))
    """)
    result = tests.runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E *Broken: redirects/followed.scenario:*"])


@pytest.mark.parametrize("conftest", [
    "@pytest.fixture(autouse=True)\ndef late(request):\n    request.node.add_marker(pytest.mark.scenario('redirects/followed', case='302'))",
    "@pytest.fixture\ndef play():\n    return None\ndef pytest_itemcollected(item):\n    item.add_marker(pytest.mark.scenario('redirects/followed', case='302'))"])
def test_a_marker_that_arms_nothing_fails_its_test(project, conftest):
    tests = project("""
    def test_it():
        pass
    """)
    tests.makeconftest(f"import pytest\n{conftest}\n")
    result = tests.runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["the marker 'scenario' has armed nothing: it was added while the test ran, *"])


def test_a_file_warns_of_what_its_client_should_do(driven):
    driven.makefile(".scenario", should="# Should\nlevel  should\n> GET /a\n> X-Never: {{any}}\n< 200\n")
    result = driven.runpytest_subprocess("should.scenario")
    result.assert_outcomes(passed=1, warnings=1)
    result.stdout.fnmatch_lines(["*QuintainWarning: should.scenario:4: X-Never is missing [[]wrong-field[]]"])
    driven.runpytest_subprocess("should.scenario", "-W", "error").assert_outcomes(failed=1)
