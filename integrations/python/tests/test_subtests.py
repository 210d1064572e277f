# test_subtests.py: plays in subtests, and plays that must be broken.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import pytest

WITHOUT = int(pytest.__version__.split(".")[0]) < 9


@pytest.mark.skipif(WITHOUT, reason="pytest has subtests from version 9 on")
def test_a_play_that_is_broken_in_a_subtest_is_told_once(project, told):
    result = project("""
    import contextlib, urllib.error
    def test_it(play, subtests):
        for path in "/a", "/b", "/a":
            with subtests.test(path=path):
                with play("> GET /a\\n< 200") as one, contextlib.suppress(urllib.error.HTTPError):
                    fetch(one.url(path))
    def test_verify(play, subtests):
        one = play("> GET /a\\n< 200")
        with subtests.test():
            one.verify()
    """).runpytest_subprocess("-k", "test_it or test_verify")
    sentence = told(result, "GET /b")
    result.stdout.fnmatch_lines([
        f"E *Broken: the text: {sentence}", f"SUBFAILED*'/b'* *::test_it - the text: {sentence[:20]}*", "FAILED *::test_it - contains 1 failed subtest",
        "FAILED *::test_verify - contains 1 failed subtest"])
    assert result.stdout.str().count(" pytest_quintain.Broken: ") == 2


@pytest.mark.skipif(WITHOUT, reason="pytest has subtests from version 9 on")
def test_a_subtest_that_fails_ends_no_play_of_the_others(project):
    result = project("""
    def test_it(play, subtests):
        play("> GET /a\\n< 200\\n> GET /b\\n< 200\\n<\\n< here")
        with subtests.test("first"):
            fetch(play.url("/a"))
            assert 0
        with subtests.test("second"):
            assert fetch(play.url("/b")) == "here"
    def test_broken(play, subtests):
        play("> GET /a\\n< 200\\n> GET /b\\n< 200")
        with subtests.test("first"):
            assert 0
        fetch(play.url("/a"))
    """).runpytest_subprocess("-k", "test_it or test_broken")
    result.stdout.fnmatch_lines([
        "E * assert 0", "*- test_it until then -*", "not over yet: the verdict comes with the end",
        "*- test_broken until then -*", "E *Broken: *`> GET /b` did not happen*", "*- test_broken was not kept -*",
        "SUBFAILED*first* *::test_it - assert 0", "FAILED *::test_it - contains 1 failed subtest", "FAILED *::test_broken - *`> GET /b` did not*"])
    result.stdout.no_fnmatch_line("SUBFAILED*second*")


def test_a_verdict_that_a_test_catches_is_that_of_the_test_all_the_same(project):
    result = project("""
    import pytest
    from pytest_quintain import Broken
    def test_caught(play):
        with pytest.raises(Broken):
            with play("> GET /a\\n< 200"):
                pass
    @pytest.mark.xfail(raises=Broken, strict=True)
    def test_broken(play):
        play("> GET /a\\n< 200")
    @pytest.mark.xfail(raises=Broken, strict=True)
    def test_kept(play):
        play("> GET /a\\n< 200")
        fetch(play.url("/a"))
    """).runpytest_subprocess("-k", "test_")
    result.assert_outcomes(failed=2, xfailed=1)
    result.stdout.fnmatch_lines(["FAILED *::test_caught - *did not happen*", "FAILED *::test_kept*"])
