# test_names.py: what `help` says of the package, and what a test finds at its fixtures.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import inspect
import pathlib

import pytest

import pytest_quintain

MEMBERS = [
    pytest.param(value, id=f"{kind.__name__}.{name}")
    for kind in (getattr(pytest_quintain, name) for name in pytest_quintain.__all__) if inspect.isclass(kind)
    for name, value in vars(kind).items() if name[0] != "_" and (isinstance(value, property) or inspect.isfunction(value))]


@pytest.mark.parametrize("name", pytest_quintain.__all__)
def test_each_public_name_has_a_help(name):
    assert inspect.getdoc(getattr(pytest_quintain, name))


@pytest.mark.parametrize("member", MEMBERS)
def test_each_public_member_has_a_help(member):
    assert inspect.getdoc(member)


REFERENCE = (pathlib.Path(__file__).parents[1] / "reference.md").read_text()


@pytest.mark.parametrize("kind", [pytest_quintain.Play, pytest_quintain.Plays, pytest_quintain.Routes, pytest_quintain.Server])
def test_completion_shows_what_the_reference_tells(kind):
    shown = [name for name in dir(object.__new__(kind)) if name[0] != "_"]
    assert shown and all(f"`{name}" in REFERENCE or f".{name}`" in REFERENCE for name in shown)
    assert all(hasattr(kind, name) or name in ("url", "https_url", "ca", "command", "all") for name in shown)
    assert [name for name in dir(pytest_quintain) if name[0] != "_"] == sorted(pytest_quintain.__all__)


def test_the_command_of_the_server_is_one_that_a_test_can_run(project):
    project("""
    import subprocess
    def test_it(quintain, monkeypatch):
        monkeypatch.setenv("PATH", "/none")
        assert subprocess.run([quintain.command, "--version"], stdout=subprocess.PIPE).stdout.startswith(b"quintain ")
    """).runpytest_subprocess("-k", "test_it").assert_outcomes(passed=1)


TURNS = r"> GET /a\n< 202\n<\n< one\n\n> GET /a\n< 200\n<\n< two\n"


def test_stubs_in_turn_answer_one_after_the_other(project):
    result = project(f"""
    def test_all(routes):
        routes("{TURNS}", in_turn=True)
        assert [fetch(routes.url("/a")).strip() for _ in range(3)] == ["one", "two", "two"]
        routes.verify()
    def test_some(routes):
        routes("{TURNS}", in_turn=True)
        fetch(routes.url("/a"))
        routes.verify()
    """).runpytest_subprocess("-k", "test_all or test_some")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["E *Broken: GET /a came so often: 1, and the stub of test_*.py:* has not had its turn"])


def test_equal_stubs_are_warned_of_with_what_a_test_in_python_writes(project):
    result = project(f"""
    def test_it(routes):
        routes("{TURNS}")
    """).runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(passed=1, warnings=1)
    result.stdout.fnmatch_lines(["*QuintainWarning: the text:6, *this exchange is never chosen: the one of line 1 asks the same*"])
