# test_several.py: tests with several plays, and plays of a block.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import pytest


def line(project, text):
    lines = next(project.path.glob("test_*.py")).read_text().split("\n")
    return next(number for number, line in enumerate(lines, 1) if text in line)


@pytest.mark.parametrize("asked, missing, why", [
    ("> GET /a", "> GET /b", "`> GET /b` did not happen before the client ended: all connections are closed"),
    ("> GET /a\n> X: 1", "> X: 1", "X is missing")])
def test_a_play_of_a_block_fails_at_its_line_that_was_not_kept(project, asked, missing, why):
    asked, more = asked.replace("\n", "\n                "), "> GET /b" if "/b" in missing else "# The end"
    tests = project(f"""
    def test_it(play):
        with play('''
                {asked}
                < 200
                {more}
                # Nothing else
                ''') as one:
            fetch(one.url("/a"))
        assert 0, "behind the block"
    """)
    at = line(tests, missing)
    result = tests.runpytest_subprocess("-k", "test_it", "--tb=short")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([f"test_*.py:{at}: in test_it", f"    {missing}", f"E   *Broken: line {at}: {why}", f"FAILED *::test_it - line {at}: *"])
    assert result.stdout.str().count(": in test_it") == 1


def test_a_verdict_that_the_test_asks_for_is_at_its_call(project):
    result = project("""
    def test_it(play):
        one = play("> GET /a\\n< 200\\n> GET /b\\n< 200\\n")
        fetch(one.url("/a"))
        one.verify()
    """).runpytest_subprocess("-k", "test_it")
    result.stdout.fnmatch_lines([
        ">       one.verify()", "E *Broken: the text:3: `> GET /b` did not happen before the client ended: all connections are closed"])


def test_texts_of_one_test_are_told_by_their_order_and_by_the_lines_that_armed_them(project):
    tests = project("""
    def test_it(play):
        first = play("> GET /a\\n< 200\\n")
        fetch(first.url("/a"))
        play("followed.scenario", case=None)
        play("> GET /b\\n< 200\\n")
    """)
    path, first = next(tests.path.glob("test_*.py")).name, line(tests, "first = ")
    result = tests.runpytest_subprocess("-k", "test_it")
    result.stdout.fnmatch_lines([
        f"*- test_it, play 1 of 2 at {path}:{first}, was kept -*", "*- followed.scenario was not kept -*",
        f"*- test_it, play 2 of 2 at {path}:{first + 3}, was not kept -*"])


def test_the_marker_next_to_the_function_arms_the_first_play(project):
    project("""
    import pytest
    @pytest.mark.scenario("> GET /second\\n< 200\\n")
    @pytest.mark.scenario("> GET /first\\n< 200\\n")
    def test_it(play):
        for one, path in zip(play.all, ["/first", "/second"]):
            fetch(one.url(path))
    """).runpytest_subprocess("-k", "test_it").assert_outcomes(passed=1)


def test_two_servers_that_have_ended_are_warned_of_once(project):
    result = project("""
    import gc, os, signal
    from pytest_quintain import Server
    def test_kill(play, routes):
        play("> GET /a\\n< 200\\n")
        fetch(play.url("/a"))
        play.verify()
        for one in [one for one in gc.get_objects() if type(one) is Server]:
            os.kill(one._process.pid, signal.SIGKILL)
            os.waitid(os.P_PID, one._process.pid, os.WEXITED | os.WNOWAIT)
    def test_next(routes):
        pass
    """).runpytest_subprocess("-k", "test_kill or test_next")
    result.assert_outcomes(passed=2, warnings=1)
    assert result.stdout.str().count("the server has ended by the signal SIGKILL") == 1


def test_both_sides_are_as_wide_in_a_worker_as_in_the_session(project, monkeypatch):
    monkeypatch.delenv("COLUMNS")
    pytest.importorskip("xdist")
    tests = project("""
    def test_it(play):
        play("> GET /a\\n< 200\\n")
    """)
    heads = [
        [line for line in tests.runpytest_subprocess("-k", "test_it", *options).outlines if line.startswith("  expected")]
        for options in ((), ("-n", "1"))]
    assert heads[0] == heads[1] and len(heads[0]) == 1


def test_plays_that_are_armed_cannot_be_taken_away(project):
    result = project("""
    import pytest
    def test_it(play):
        play("> GET /a\\n< 200")
        with pytest.raises(AttributeError):
            play.all.clear()
        with pytest.raises(AttributeError):
            play.all = []
    """).runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*`> GET /a` did not happen*"])
