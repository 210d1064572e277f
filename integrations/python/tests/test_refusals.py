# test_refusals.py: what a test is told of a scenario that cannot be armed.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import pytest
from conftest import FOLLOWED

from pytest_quintain.nearby import meant
from pytest_quintain.texts import orders_nothing, slip

TABLE = "# t\ncases  code | text\n       301 | a\n       302 | b\n       303 | c\n       307 | d\n       308 | e\n{}> GET /a\n< {{{{code}}}} {{{{text}}}}\n"
SEVERAL = TABLE.format("")
MANY = TABLE.format("       399 | f\n       398 | g\n")


@pytest.fixture
def refused(project):
    """Arms each, and returns what is said of it."""
    def ask(calls, **files):
        tests = project(f"""
    import pytest
    def test_it(play):
        for words, named in {calls!r}:
            with pytest.raises(ValueError) as fault:
                play(*words, **named)
            with open("told", "a", encoding="utf-8", newline="") as file:
                print(str(fault.value), file=file, end="\\0")
    """)
        tests.makefile(".scenario", several=SEVERAL, many=MANY, **files)
        tests.runpytest_subprocess("-k", "test_it", "-W", "ignore").assert_outcomes(passed=1)
        return (tests.path / "told").read_text(encoding="utf-8").split("\0")[:-1]
    return ask


def test_a_refusal_says_what_is_done_in_a_test(refused):
    told = refused([
        (["redirects/followed"], {}), (["redirects/followed", "3"], {}), (["routes\n> GET /a\n< 200\n"], {}),
        (["redirects/folowed"], {})])
    assert len(told) == 4
    for text, begin in zip(told, [
            "'redirects/followed.scenario' has 5 cases\n", "there is no case 'redirects/followed.scenario#3'",
            "the text is no scenario", "redirects/folowed: there is no such file in "]):
        assert text.startswith(begin)
    assert "did you mean 'redirects/followed.scenario'?" in told[3]


def test_a_table_without_its_case_names_the_file_and_its_cases(refused):
    assert refused([(["several"], {}), ([SEVERAL], {})]) == [
        f"{name}'the text' has 5 cases\nname one by 'case': 301, 302, 303, 307, 308" for name in ("several.scenario: ", "")]


def test_a_case_that_is_not_there_names_the_file_and_the_nearest(refused):
    told = refused([(["several", "30x"], {}), (["many#39"], {}), ([SEVERAL, "zzz"], {}), (["redirects/chain", "301"], {})])
    assert [text.partition("\n")[0] for text in told] == [
        "several.scenario: the text has no case '30x'", "many.scenario: the text has no case '39'", "the text has no case 'zzz'",
        "there is no case 'redirects/chain.scenario#301'"]
    assert "\ndid you mean '30" in told[0]


def test_a_case_of_a_table_is_told_too(refused):
    tabled = "# t\ncases  code\n       301\n       302\n> GET /a\n< {{code}}\n"
    told = refused([(["tabled"], {}), (["tabled", "303"], {}), (["tabled", "xyz"], {})], tabled=tabled)
    assert told[0] == "tabled.scenario: 'the text' has 2 cases\nname one by 'case': 301, 302"
    assert told[1].startswith("tabled.scenario: the text has no case '303'\ndid you mean '30")
    assert told[2].startswith("tabled.scenario: the text has no case 'xyz'")


def test_a_file_that_is_not_there_is_told_with_its_folder_and_its_neighbour(refused, pytester):
    (pytester.path / "deep").mkdir()
    (pytester.path / "deep" / "followed.scenario").write_text(FOLLOWED)
    told = refused([
        (["folowed.scenario"], {}), (["folowed"], {}), (["deep/folowed"], {}), (["nowhere/at-all"], {})])
    assert len(told) == 4
    there = "followed.scenario, many.scenario, several.scenario, deep/followed.scenario"
    for text, given, nearest in zip(
            told, ["folowed.scenario", "folowed", "deep/folowed", "nowhere/at-all"],
            ["followed.scenario"] * 2 + ["deep/followed.scenario", None]):
        name = given.replace(".scenario", "")
        said = f"{given}: there is no such file in {pytester.path}, and there is no scenario '{name}.scenario'"
        help = f"did you mean '{nearest}'?" if nearest else f"there are: {there}"
        assert text == f"{said}\n{help}"


@pytest.mark.parametrize("given, help", [
    ("stbs", "did you mean 'stubs.routes'?"),
    ("stubs.route", "did you mean 'stubs.routes'?"),
    ("Stubs", "did you mean 'stubs.routes'?"),
    ("mocks", "did you mean 'deep/mocks.routes'?"),
    ("deep/mock", "did you mean 'deep/mocks.routes'?"),
    ("deep/../stbs", "did you mean 'deep/../stubs.routes'?"),
    ("/nowhere/stubs",
     "is it what the client asks for? a text has marks: '> GET /nowhere/stubs', and '< 200' on the line below"),
    ("wholly-else", "there are: stubs.routes, deep/mocks.routes"),
    ("followed", "'followed.scenario' is a scenario: write play('followed')"),
    ("followed.routes", "'followed.scenario' is a scenario: write play('followed')"),
    ("GET /a", "each line of a text has a mark: '> GET /a' is that of a request, '< 200' that of a reply")])
def test_stubs_that_are_not_there_are_told_with_their_neighbours(tmp_path, given, help):
    (tmp_path / "deep").mkdir()
    for name in "stubs.routes", "deep/mocks.routes", "followed.scenario":
        (tmp_path / name).touch()
    given = given.replace("deep/..", str(tmp_path / "deep" / ".."))
    help = help and help.replace("deep/..", str(tmp_path / "deep" / ".."))
    assert meant(given, str(tmp_path), ".routes") == (f"\n{help}" if help else "")


def test_a_scenario_that_has_the_name_of_stubs_is_told_what_takes_it(tmp_path):
    (tmp_path / "stubs.routes").touch()
    assert meant("stubs", str(tmp_path), ".scenario") == "\n'stubs.routes' has routes: write routes('stubs')"
    # The ending is no part of what is compared.
    (tmp_path / "first.scenario").touch()
    assert meant("fifty", str(tmp_path), ".scenario") == "\nthere are: first.scenario"
    for number in range(6):
        (tmp_path / f"other-{number}.scenario").touch()
    assert meant("x", str(tmp_path), ".scenario").endswith(", other-3.scenario and 2 more")


def test_a_request_without_its_mark_is_told_where_the_mark_stands(refused):
    for text in refused([(["GET /a"], {}), (["POST http://a.example/b"], {})]):
        assert "each line of a text has a mark: '> " in text
    assert "has a mark" not in refused([(["get a"], {})])[-1]


def test_a_path_without_its_mark_is_told_where_the_marks_stand(refused):
    for given in "/a", "/nowhere/b":
        assert refused([([given], {})])[-1].endswith(
            f"\nis it what the client asks for? a text has marks: '> GET {given}', and '< 200' on the line below")


def test_what_is_blank_is_refused_with_what_to_write(refused):
    assert refused([([""], {}), (["\n  "], {})]) == [
        "play wants a text such as '> GET /a', or the name of a file, and '' is blank",
        "play wants a text such as '> GET /a', or the name of a file, and '\\n  ' is blank"]


def test_the_fixture_of_several_plays_says_how_each_is_had(project):
    result = project("""
    import pytest
    @pytest.mark.scenario("> GET /a\\n< 200\\n")
    @pytest.mark.scenario("> GET /b\\n< 200\\n")
    def test_it(play):
        assert len({one.url for one in play.all}) == 2
        play.url("/a")
    """).runpytest_subprocess("-k", "test_it")
    result.stdout.fnmatch_lines(["E *several scenarios are armed: use what play(NAME) returned, or one of play.all, such as play.all[[]0[]]"])


def test_a_certificate_may_lie_where_the_test_has_written_it(project):
    project("""
    import json, ssl, subprocess
    from pytest_quintain.server import find
    def test_it(play, tmp_path):
        subprocess.run([find(), "certificate", "localhost"], cwd=tmp_path, check=True)
        both = tmp_path / "both.pem"
        both.write_text("".join((tmp_path / f"localhost.{kind}").read_text() for kind in ("pem", "key")))
        play(f"origin main https certificate={both}\\n> GET /a\\n< 200\\n")
        trusting = urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=play.ca))
        urllib.request.build_opener(urllib.request.ProxyHandler({}), trusting).open(play.url("/a").replace("127.0.0.1", "localhost"))
    """).runpytest_subprocess("-k", "test_it").assert_outcomes(passed=1)


BROKEN = """
        > POST /a
        >
        > one{}two
        < 200
        """


RAW = 'a backslash sequence in a string that is not raw? write play(r"""…""")'


@pytest.mark.parametrize("text, said", [
    (BROKEN.format("\r\n"), ["the text:4: stands in the first column, and the text is indented: ", "3 |         > one", "4 | two"]),
    (BROKEN.format("\n"), ["the text:4: stands in the first column, and the text is indented: ", "3 |         > one", "4 | two"]),
    (BROKEN.format("\n").strip(), [
        "the text:4: stands in the first column, and the text is indented: ", "3 |         > one", "4 | two"]),
    (BROKEN.format("\r\n       "), ["the text:3: ends with a CR, and others do not: ", "3 |         > one", "4 |        two"]),
    ("> POST /a\n> X: {{raw \"a\r\nb\"}}\n< 200\n", [
        "the text:2: ends with a CR, and others do not: ", "2 | > X: {{raw \"a", "3 | b\"}}"])],
    ids=["both", "line", "quotes", "return", "plain"])
def test_a_line_that_python_has_broken_is_all_that_is_told(refused, text, said):
    more = "; or a value of several lines in an f-string? each line of it needs a mark, such as '< ', and as_json(VALUE) has one line"
    raw = RAW + (more if "first column" in said[0] else "")
    assert refused([([text], {})]) == ["\n  ".join([said[0] + raw, *said[1:]])]


def test_a_backslash_that_python_has_taken_is_told_what_to_write(refused):
    escaped, = refused([(['> GET /a\n> X: {{"\d+"}}\n< 200\n'], {})])
    assert "[bad-escape]" in escaped and 'write it as r"""…"""' in escaped


def test_what_is_wrong_besides_is_told_too(refused):
    told = refused([(["> POST /a\n> X: {{raw \"a\r\nb\"}}\n< 200\n! sleep\n"], {})])[0].split("\n")
    assert [line for line in told if not line.startswith(" ")] == [
        "the text:2: ends with a CR, and others do not: " + RAW, "the text:5: error: no act is called 'sleep' [unknown-act]"]
    assert told[-1].startswith("  help: one of: ")


def test_a_line_without_the_indentation_of_the_others_is_no_broken_string(refused):
    assert refused([(["\n    > GET /a\n> X: 1\n    < 200\n"], {})]) == [
        "the text:2: stands in the first column, and the text is indented: indent it as the others are, also if an "
        "f-string has put it there\n"
        "  1 |     > GET /a\n  2 | > X: 1"]


@pytest.mark.parametrize("text", [
    "\n    > GET /a\n    <200\n", "> GET /a\n    <200\n", "> GET /a\r\n<200\r\n", "client GET /a\n       X: 1\n<200", "<200", "", "\n",
    "    client GET /a\n        X: 1\n    <200"])
def test_nothing_is_said_of_raw_strings_where_no_line_is_broken(text):
    assert slip(text, "play") is None


def test_stubs_say_it_of_their_own_texts(project):
    project(f"""
    import pytest
    def test_it(routes):
        with pytest.raises(ValueError, match="^the text:4: stands in the first column.* write routes.r"):
            routes({BROKEN.format(chr(10))!r})
        with pytest.raises(ValueError, match="^the text:1: error"):
            routes("> GET /a\\n<200\\n")
    """).runpytest_subprocess("-k", "test_it").assert_outcomes(passed=1)


def test_a_marker_may_name_its_parameter(project):
    result = project("""
    import pytest
    @pytest.mark.scenario(name="followed")
    def test_named():
        pass
    @pytest.mark.scenario(name="redirects/followed", case="302")
    def test_case(play):
        assert play.all[0].name.endswith("#302")
    @pytest.mark.scenario(case="302")
    def test_nothing():
        pass
    """).runpytest_subprocess("-k", "test_")
    result.assert_outcomes(failed=2, errors=1)
    result.stdout.fnmatch_lines([
        "E   ValueError: the marker names no scenario: write @pytest.mark.scenario(\"NAME\")",
        "E   pytest_quintain.Broken: followed.scenario:2: *"])
    assert "plugin.py" not in result.stdout.str()


def test_the_name_of_a_row_may_be_a_number(project):
    result = project("""
    import http, pytest
    @pytest.mark.parametrize("case", ["302", 302, http.HTTPStatus.FOUND])
    def test_it(play, case):
        play("redirects/followed", case=case)
        fetch(play.url("/old"))
    @pytest.mark.scenario("redirects/followed", case=302)
    def test_marked(play):
        fetch(play.url("/old"))
    """).runpytest_subprocess("-k", "test_it or test_marked")
    result.assert_outcomes(passed=4)


def test_what_is_no_scenario_and_no_row_is_told_with_what_to_write(project):
    result = project("""
    import pytest
    WRONG = [
        (404, "play wants a text such as '> GET /a', the name of a file or its Path, and 404 is of the type 'int'"),
        (None, "play wants .* and None is of the type 'NoneType'"),
        (["> GET /a", "< 200"], "play wants .* is of the type 'list'"),
        (b"> GET /a", "of the type 'bytes': write play.TEXT.decode"),
    ]
    @pytest.mark.parametrize("wrong, said", WRONG)
    def test_it(play, wrong, said):
        with pytest.raises(TypeError, match=said):
            play(wrong)
    def test_stubs(routes):
        with pytest.raises(TypeError, match="^routes wants a text such as .* and 404 is"):
            routes(404)
    @pytest.mark.parametrize("case", [True, ["302"]])
    def test_case(play, case):
        with pytest.raises(TypeError, match="^'case' is the name of one row of the table, such as case='302', and not .?(True|'302')"):
            play("redirects/followed", case=case)
    @pytest.mark.scenario(404)
    def test_marked():
        pass
    def test_shown(play):
        play(404)
    """).runpytest_subprocess("-k", "test_")
    result.assert_outcomes(passed=7, failed=1, errors=1)
    result.stdout.fnmatch_lines([
        ">   @pytest.mark.scenario(404)", "E   TypeError: play wants *", ">       play(404)", "E       TypeError: play wants *"])
    assert "texts.py" not in result.stdout.str() and "plugin.py" not in result.stdout.str()


def test_a_text_over_both_versions_has_a_case_of_each(refused):
    text = "over 1.1, 2\n> GET /a\n< 200\n"
    assert refused([([text], {}), ([text, "2"], {}), ([text, "h1"], {})]) == [
        "'the text' has 2 cases\nname one by 'case': 1.1, h2", "the text has no case '2'\none of: 1.1, h2",
        "the text has no case 'h1'\none of: 1.1, h2"]


def test_a_version_is_chosen_as_a_case(project):
    project("""
    def test_it(play):
        one = play("over 1.1, 2\\n> GET /a\\n< 200\\n", case="1.1")
        two = play("over 1.1, 2\\n! quiet 10ms\\n", case="h2")
        fetch(one.url("/a"))
        assert "#" not in one.name and two.name.endswith("#h2")
    """).runpytest_subprocess("-k", "test_it").assert_outcomes(passed=1)


def test_an_argument_that_there_is_not_names_the_one_that_was_meant(project):
    project("""
    import pytest
    @pytest.mark.parametrize("order, said", [
        ({"timeout": 3}, "^a play is not armed with 'timeout': did you mean 'deadline'[?]$"),
        ({"deadlin": 3}, "^a play is not armed with 'deadlin': did you mean 'deadline'[?]$"),
        ({"row": "a"}, "did you mean 'case'[?]$"), ({"text": "a"}, "'text': there are 'case', 'callbacks', 'style', 'deadline'"),
        ({"deadline": "3"}, "^'deadline' is a whole number of seconds, such as deadline=3, and '3' is a text$"),
        ({"settle": 0.5}, "^'settle' is a whole number of milliseconds, such as settle=500, and 0.5 is of the type 'float'$"),
        ({"deadline": 0.5}, "^'deadline' is a whole number of seconds, such as deadline=1, and 0.5 is of the type 'float'$"),
        ({"deadline": 2.5}, "such as deadline=3, and 2.5"), ({"settle": 200.0}, "such as settle=200, and 200.0"),
        ({"deadline": float("nan")}, "^'deadline' is a whole number of seconds, and nan"), ({"deadline": float("inf")}, "seconds, and inf"),
        ({"port": 18080}, "^a play is not armed with 'port': did you mean 'ports'[?]$"),
        ({"ports": 18080}, "^'ports' has the ports of origins by their names, such as {'main': 18080}; 18080 has none$"),
        ({"patience": True}, "'patience' is a whole number of seconds, and True is of the type 'bool'")])
    def test_it(play, order, said):
        with pytest.raises(TypeError, match=said):
            play("> GET /a\\n< 200\\n", **order)
    """).runpytest_subprocess("-k", "test_it").assert_outcomes(passed=14)


def test_a_play_has_the_port_that_is_asked_for_until_its_verdict(project):
    project("""
    import random
    from pytest_quintain import Refused
    def test_it(play):
        # Below the ports that the system gives to others.
        for port in random.sample(range(20000, 32000), 40):
            try:
                one = play("> GET /a\\n< 200\\n", ports={"main": port})
            except Refused as refused:
                assert "is in use" in str(refused)
                continue
            assert one.url("/a") == f"http://127.0.0.1:{port}/a"
            fetch(one.url("/a"))
            one.verify()
            play("> GET /b\\n< 200\\n", ports={"main": port})
            fetch(f"http://127.0.0.1:{port}/b")
            return
        raise AssertionError("40 ports are in use")
    """).runpytest_subprocess("-k", "test_it").assert_outcomes(passed=1)


def test_of_many_faults_the_first_are_told(project):
    for kind, text in ("play", "nonsense\n" * 40), ("routes", "routes\n" + "nonsense\n" * 40):
        tests = project(f"""
    import pytest
    def test_it({kind}):
        with pytest.raises(ValueError) as fault:
            {kind}({text!r})
        faults = [line for line in str(fault.value).splitlines() if line[:1] != " "]
        assert len(faults) == 11 and faults[-1].startswith("and ") and faults[-1].endswith(" more")
    """)
        tests.runpytest_subprocess("-k", "test_it").assert_outcomes(passed=1)


def test_a_play_that_is_asked_behind_its_test_says_so(project):
    project("""
    import pytest
    kept = []
    def test_first(play):
        play("> GET /a\\n< 200\\n")
        kept.append(play)
        pytest.skip("nothing is asked")
    def test_second():
        with pytest.raises(ValueError, match="the test has ended, and its plays with it"):
            kept[0].url("/a")
    """).runpytest_subprocess().assert_outcomes(passed=1, skipped=1)


def test_fixtures_are_addresses_and_name_what_is_written_for_other_names(project):
    project("""
    import pytest, re
    def test_it(play, routes, httpbin):
        with pytest.raises(ValueError, match="no scenario is armed"):
            f"{play}/a"
        one = play("> GET /a\\n< 200\\n")
        assert f"{play}/a" == play + "/a" == f"{one}/a" == one + "/a" == play.url("/a")
        assert f"{routes}/a" == routes + "/a" == routes.url("/a")
        for of in play, one, routes, httpbin:
            name = "routes" if of is routes else "httpbin" if of is httpbin else "play"
            text = "write routes('> GET /a" if of is httpbin else f"what is expected and answered is a text, such as {name}('> GET /a"
            for word, said in ("url_for", f"write {name}.url('/a')"), ("port", f"write {name}.url('/a') for an address"), (
                    "expect_request", text), ("reqests", "did you mean 'requests'?"):
                with pytest.raises(AttributeError, match=re.escape(f"has no attribute '{word}': {said}")):
                    getattr(of, word)
            assert not hasattr(of, "__wrapped__") and not hasattr(of, "nothing")
        for of in play, one, routes, httpbin:
            with pytest.raises(TypeError, match="^a path is a text such as '/a', and None is of the type 'NoneType'$"):
                of.url(None)
        with pytest.raises(TypeError, match="write httpbin.url.'/get'"):
            httpbin("/get")
        fetch(play + "/a")
    """).runpytest_subprocess("-k", "test_it").assert_outcomes(passed=1)


@pytest.mark.parametrize("text, said", [
    ("client GET /b\n", [(1, "GET /b")]), ("client GET /a\nclient GET /b\n> GET /b\n< 200\n", [(1, "GET /a")]),
    ("client GET /a\n> GET /a\n< 200\nclient POST /b\n> X\n", []), ("> GET /a\n< 200\nclient POST /b\n", [(3, "POST /b")]),
    ("client GET /b\n! quiet 1s\n", []), ("client GET /a\n> GET /a\n< 200\n! quiet 1s\nclient GET /a\n", [(5, "GET /a")]),
    ("client GET /a lane=a\nclient GET /b lane=b\n>a GET /a\n>b GET /b\n", []),
    ("client GET /a lane=a\nclient GET /b lane=b\n>a GET /a\n", [(2, "GET /b")]), ("client cancel\n", []), ("> GET /a\n< 200\n", [])])
def test_a_client_line_that_no_request_follows_orders_nothing(text, said):
    assert orders_nothing(text) == said


def test_a_text_with_such_a_line_is_warned_of(project):
    result = project("""
    def test_it(play):
        play("client GET /b\\n")
    """).runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(failed=1, warnings=1)
    result.stdout.fnmatch_lines(["*QuintainWarning: the text:1, `client GET /b`: no request follows this `client` line*Write '> GET /b' for the request*"])


def test_a_file_that_is_not_utf_8_is_told(pytester):
    pytester.makepyfile("""
        def test_it(play):
            play("latin")
    """)
    (pytester.path / "latin.scenario").write_bytes(b"# \xfc\n> GET /a\n< 200\n")
    result = pytester.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(['*latin.scenario is not UTF-8: byte 2 of it is 0xfc. Such bytes are written as a value, {{hex "fc"}}, *'])
