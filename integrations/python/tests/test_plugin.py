# test_plugin.py: the messages that authors of tests see.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import subprocess
import sys
import textwrap

import pytest
from conftest import FETCH, FOLLOWED

from pytest_quintain.texts import written


def test_a_client_that_keeps_to_the_scenario_passes(project):
    tests = project("""
    def test_it(play):
        play("followed.scenario")
        assert fetch(play.url("/old")) == "here"
    """)
    tests.runpytest_subprocess("-k", "test_it").assert_outcomes(passed=1)


def test_a_client_that_does_not_fails_and_both_sides_are_shown(project):
    tests = project("""
    def test_it(play):
        play("followed.scenario")
        assert fetch(play.url("/new"))
    """)
    result = tests.runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*expected*happened", "*> GET /new", "*GET /new came too soon*"])


def test_a_request_that_never_came_fails_the_test(project):
    result = project("""
    def test_it(play):
        play("followed.scenario")
    """).runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*was not kept*", "*`> GET /old` did not happen*"])


def test_a_play_that_the_test_asks_for_by_its_name_is_verified(project):
    result = project("""
    def test_it(request):
        play = request.getfixturevalue("play")
        play("followed.scenario")
    """).runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E *followed.scenario:2: `> GET /old` did not happen*"])


def test_no_play_is_armed_behind_the_verdict(project):
    result = project("""
    import pytest
    @pytest.fixture
    def late(play):
        yield
        play("followed.scenario")
    def test_it(late):
        pass
    def test_it_fails(late):
        assert not fetch
    """).runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(passed=1, failed=1, errors=2)
    result.stdout.fnmatch_lines(["*ValueError: the test has ended, and so has its verdict: *"])


def test_a_text_may_begin_on_the_line_of_its_quotes(project):
    project('''
    def test_it(play):
        play("""> GET /a
                < 200
                <
                < it
                """)
        assert fetch(play.url("/a")) == "it"
    ''').runpytest_subprocess("-k", "test_it").assert_outcomes(passed=1)
    # A continuation of the line above stays indented.
    assert written("client GET /a\n       X: 1\n> GET /a") == "client GET /a\n       X: 1\n> GET /a"


def test_a_request_too_many_fails_the_test_however_late_it_comes(project, told):
    tests = project("""
    import time, pytest, urllib.error
    @pytest.mark.parametrize("pause", [0, 0.4])
    def test_it(play, pause):
        play("followed.scenario", settle=20)
        fetch(play.url("/old"))
        time.sleep(pause)
        with pytest.raises(urllib.error.HTTPError):
            fetch(play.url("/old"))
    """)
    result = tests.runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines([f"E *Broken: followed.scenario: {told(result, 'GET /old')}"])


def test_a_marked_test_is_played_with_the_fixture_or_without(project):
    tests = project("""
    import pytest
    @pytest.mark.scenario("followed")
    def test_it():
        pass
    """)
    result = tests.runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*followed.scenario was not kept*"])


@pytest.mark.parametrize("folder", ["", "tests/deep"])
def test_a_scenario_may_name_files_beside_it(project, folder):
    tests = project("")
    place = tests.path / folder
    place.mkdir(parents=True, exist_ok=True)
    (place / "answer.txt").write_text("from a file")
    (place / "filed.scenario").write_text('# t\n> GET /a\n< 200\n<\n< {{file "answer.txt"}}\n')
    (place / "test_filed.py").write_text(textwrap.dedent("""
        import urllib.request, pytest
        OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        TEXT = '> GET /a\\\\n< 200\\\\n<\\\\n< {{file "answer.txt"}}\\\\n'
        @pytest.mark.parametrize("scenario", ["filed", TEXT, "./filed.scenario"], ids=["name", "text", "path"])
        def test_it(play, scenario):
            play(scenario)
            assert OPENER.open(play.url("/a")).read() == b"from a file"
    """).replace("\\\\n", "\\n"))
    tests.runpytest_subprocess(str(place / "test_filed.py")).assert_outcomes(passed=3)


def test_a_held_scenario_goes_on_by_the_fixture(project):
    tests = project("""
    import threading
    def test_it(play, tmp_path):
        play("held")
        answer = threading.Thread(target=lambda: fetch(play.url("/")))
        answer.start()
        while answer.is_alive():
            try:
                play.go()
            except Exception as error:
                assert "not held" in str(error)
            answer.join(0.01)
    """)
    tests.makefile(".scenario", held="# Held\n> GET /\n! hold\n< 200\n")
    tests.runpytest_subprocess("-k", "test_it").assert_outcomes(passed=1)


def test_a_test_that_fails_by_itself_keeps_its_reason(project):
    result = project("""
    def test_it(play):
        play("followed.scenario")
        assert fetch(play.url("/old")) == "there"
    """).runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*AssertionError*", "*scenario*", "*expected*happened"])


def test_the_marker_arms_a_scenario(project):
    project("""
    import pytest
    @pytest.mark.scenario("redirects/followed#302")
    def test_it(play):
        assert play.url("/")
        play.conclude = lambda: None
    """).runpytest_subprocess("-k", "test_it").assert_outcomes(passed=1)


def test_the_verdict_comes_with_the_end_of_a_block(project, told):
    result = project("""
    import pytest
    def test_kept(play):
        with play("> GET /a\\n< 200\\n") as one:
            fetch(one.url("/a"))
        with play("> GET /b\\n< 200\\n") as other:
            fetch(other.url("/b"))
    def test_missed(play):
        with play("> GET /a\\n< 200\\n"):
            pass
        pytest.fail("not here")
    def test_own(play):
        with play("> GET /a\\n< 200\\n") as one:
            fetch(one.url("/b"))
    """).runpytest_subprocess("-k", "test_")
    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines([
        "E *pytest_quintain.Broken: the text:1: `> GET /a` did not happen*", "E *HTTPError: *",
        f"E *Quintain: the text: {told(result, 'GET /b')}"])
    result.stdout.no_fnmatch_line("*not here")


def test_an_origin_that_is_not_there_names_those_that_are(project):
    result = project("""
    def test_it(play):
        play("followed.scenario")
        play.url("/", origin="mian")
    """).runpytest_subprocess("-k", "test_it")
    result.stdout.fnmatch_lines(["*has no origin 'mian'; there are: 'main'*"])


def test_httpbin_answers_by_its_usual_name(project):
    project("""
    def test_it(httpbin):
        assert '"url"' in fetch(httpbin.url + "/get")
    """).runpytest_subprocess("-k", "test_it").assert_outcomes(passed=1)


def test_httpbin_answers_over_tls_by_its_usual_names(project):
    project("""
    import os, ssl
    def get(url, ca):
        trusting = urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=ca))
        return urllib.request.build_opener(urllib.request.ProxyHandler({}), trusting).open(url).read().decode()
    def test_secure(httpbin_secure, httpbin_ca_bundle):
        assert httpbin_secure.url.startswith("https://") and httpbin_secure + "/get" == f"{httpbin_secure}/get"
        assert '"url"' in get(httpbin_secure.url + "/get", os.environ["REQUESTS_CA_BUNDLE"])
        assert os.environ["REQUESTS_CA_BUNDLE"] == httpbin_secure.ca
    def test_both(httpbin_both):
        assert '"url"' in get(httpbin_both + "/get", httpbin_both.ca)
    """).runpytest_subprocess("-k", "test_secure or test_both").assert_outcomes(passed=3)


def test_an_address_is_called_or_added_to_wherever_it_is_had(project):
    project("""
    def test_it(play, routes, httpbin, quintain):
        one = play("origin other http\\n> GET /a\\n< 200\\n> GET //other/a\\n< 200\\n")
        routes("> GET /a\\n< 200\\n")
        for of in play, one, routes, httpbin, quintain:
            assert of.url("/a") == of.url("a") == of.url + "/a" == of.url + "a" == of + "a" == f"{of.url}/a" and of.url("?b") == of.url + "/?b"
            assert of.url() == of.url and of.url("http://a.example/") == "http://a.example/"
        assert routes.https_url("/a") == routes.https_url + "/a" and httpbin.https_url("a") == httpbin.https_url + "/a"
        assert play.url("/a", origin="other") != play.url("/a")
        fetch(play.url + "/a")
        fetch(one.url("a", origin="other"))
        fetch(f"{routes.url}/a")
    """).runpytest_subprocess("-k", "test_it").assert_outcomes(passed=1)


def test_the_server_stands_for_its_address(project):
    project("""
    def test_it(httpbin, quintain, play):
        play("> GET /a\\n< 200\\n")
        for server in httpbin, quintain:
            assert server + "/get" == f"{server}/get" == str(server) + "/get" == server.url + "/get"
            assert '"url"' in fetch(server + "/get")
        fetch(play.url("/a"))
    """).runpytest_subprocess("-k", "test_it").assert_outcomes(passed=1)


def test_workers_have_servers_of_their_own(project):
    body = "".join(f"""
    def test_{number}(play):
        play("followed.scenario")
        assert fetch(play.url("/old")) == "here"
    """ for number in range(6))
    project(body).runpytest_subprocess("-n", "3", "-k", "test_").assert_outcomes(passed=6)


def test_the_server_ends_with_a_session_that_is_killed(project):
    tests = project("""
    import os, signal
    def test_it(quintain):
        print(quintain._process.pid, file=open("pid", "w"), flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    """)
    subprocess.run([sys.executable, "-m", "pytest", "-k", "test_it"], cwd=tests.path, capture_output=True)
    server = int((tests.path / "pid").read_text())
    # It ends once the pipe does; a second is more than it needs.
    for _ in range(1000):
        try:
            with open(f"/proc/{server}/stat") as file:
                if file.read().rsplit(")", 1)[1].split()[0] == "Z":
                    return
        except FileNotFoundError:
            return
        subprocess.run(["true"])
    raise AssertionError("the server outlives its session")


def test_a_text_of_several_lines_is_a_scenario_named_after_the_test(project):
    tests = project("""
    import pytest
    TEXT = "> GET /a\\n< 200\\n<\\n< here\\n"
    @pytest.mark.parametrize("mark", ["#1", "x\\x7f"])
    def test_it(play, mark):
        play(TEXT)
        assert fetch(play.url("/a")) == "here"
    def test_indented(play):
        play('''
            cases  name | status
                   good | 200
                   made | 201
            > GET /a
            < {{status}}
            <
            <   here
            < there
            ''', case="made")
        assert fetch(play.url("/a")) == "  here\\nthere"
    @pytest.mark.scenario("> GET /a\\n< 200\\n")
    def test_marked(play):
        fetch(play.url("/a"))
    """)
    tests.runpytest_subprocess("-k", "test_").assert_outcomes(passed=4)
    result = project("""
    def test_it(play):
        play('''
            > GET /a
            <200
            ''')
    def test_broken(play):
        play('''
            > GET /a
            < 200
            ''')
    """).runpytest_subprocess("-k", "test_")
    result.stdout.fnmatch_lines(["E       ValueError: line 10: error: a blank stands between a mark and its text *mark-spacing]", "FAILED * - line 14: `> GET /a` did not happen *"])


def test_a_text_of_one_line_is_a_scenario_and_a_path_is_a_file(project):
    tests = project("""
    from pathlib import Path
    import pytest, re
    @pytest.mark.filterwarnings("ignore::pytest_quintain.QuintainWarning")
    @pytest.mark.parametrize(
        "text", ["> GET /a", "  > GET /a", "! quiet 10ms", "# Nothing", "* redirect", "<200", "a > GET /a"])
    def test_texts(play, text):
        try:
            play(text)
        except ValueError as fault:
            # Each stands once in this file, in its eleventh line.
            assert re.match("test_a_text_of_one_line.*[.]py:11: error: ", str(fault)), fault
        play._forget()
    @pytest.mark.parametrize(
        "path", [Path("followed"), Path(__file__).parent / "followed.scenario", "odd > name.scenario"], ids=str)
    def test_paths(play, path):
        play(path)
        assert fetch(play.url("/old")) == "here"
    """)
    (tests.path / "odd > name.scenario").write_text(FOLLOWED)
    tests.runpytest_subprocess("-k", "test_").assert_outcomes(passed=10)


def test_addresses_are_what_was_meant(project):
    project("""
    def test_it(play, routes):
        one = play("> GET /a\\n< 200\\n")
        origin = one.origins["main"]
        for path, url in {"": "", "/": "/", "a": "/a", "/a?b": "/a?b", "?x=1": "/?x=1", "#f": "/#f", "a//b:c": "/a//b:c"}.items():
            assert play.url(path) == origin + url
            assert routes.url(path) == routes.url() + url
        assert play.url("http://localhost:1/a") == "http://localhost:1/a"
        fetch(play.url("a"))
    """).runpytest_subprocess("-k", "test_it").assert_outcomes(passed=1)


def test_routes_answer_until_the_test_ends_and_tell_what_they_were_asked(project):
    project("""
    import pytest, urllib.error
    def test_one(routes):
        routes('''
            > GET /greeting
            < 200
            <
            < hello
            ''')
        for _ in range(2):
            assert fetch(routes.url("greeting")) == "hello"
        assert [(one["method"], one["target"]) for one in routes.requests] == [("GET", "/greeting")] * 2
        routes("> GET /greeting\\n< 200\\n<\\n< newer\\n")
        assert fetch(routes.url("greeting")) == "newer"
        with pytest.raises(ValueError, match="the text:1: error: this exchange has no reply"):
            routes("> GET /a\\n")
    def test_two(routes):
        assert routes.requests == []
        with pytest.raises(urllib.error.HTTPError, match="404"):
            fetch(routes.url("greeting"))
    """).runpytest_subprocess("-k", "test_").assert_outcomes(passed=2)


def test_routes_name_files_beside_the_test_and_beside_their_own_file(project):
    tests = project("")
    stub = '> GET /own\n< 200\n<\n< {{file "data.txt"}}\n'
    for folder in (tests.path / "sub", tests.path / "sub" / "deep"):
        folder.mkdir()
        (folder / "stubs.routes").write_text("# t\nroutes\n" + stub)
        (folder / "data.txt").write_text(folder.name)
    (tests.path / "sub" / "test_sub.py").write_text(f"""
import pathlib, urllib.request
import pytest
HERE = pathlib.Path(__file__).parent
@pytest.mark.parametrize("given, came", [
    ({stub!r}, "sub"), ("stubs", "sub"), ("deep/stubs", "deep"), ("deep/../stubs.routes", "sub"),
    (HERE / "deep" / "stubs.routes", "deep"), (str(HERE / "stubs"), "sub")])
def test_it(routes, given, came):
    routes(given)
    with urllib.request.urlopen(routes.url("own")) as reply:
        assert reply.read().decode() == came
def test_missing(routes):
    with pytest.raises(ValueError, match="^the text:4: error: '/none.txt': there is no such file"):
        routes('> GET /own\\n< 200\\n<\\n< {{{{file "/none.txt"}}}}\\n')
""")
    tests.runpytest_subprocess("sub").assert_outcomes(passed=7)


@pytest.mark.parametrize("is_inside", [True, False])
def test_files_may_be_named_wherever_the_test_has_written_them(project, tmp_path, is_inside):
    tests = project("""
    import pytest
    @pytest.fixture
    def folder(tmp_path):
        (tmp_path / "sub").mkdir()
        (tmp_path / "sub" / "data.txt").write_text("data")
        return tmp_path
    SAYS = '> GET /a\\n< 200\\n<\\n< {{file "%s"}}\\n'
    def test_a_file(play, folder):
        (folder / "a.scenario").write_text(SAYS % "sub/data.txt")
        play(folder / "a.scenario")
        assert fetch(play.url("a")) == "data"
    def test_stubs(routes, folder):
        (folder / "a.routes").write_text(SAYS % "sub/data.txt")
        routes(folder / "a.routes")
        assert fetch(routes.url("a")) == "data"
    @pytest.mark.parametrize("path", ["/a/b", "../a"])
    def test_a_text(play, routes, folder, path):
        text = SAYS % (folder / "sub" / "data.txt")
        play(text)
        routes(text)
        assert fetch(play.url("a")) == fetch(routes.url("a")) == "data"
    @pytest.mark.parametrize("path", ["/a/b", "../a"])
    def test_a_row_is_no_folder(play, path):
        play(SAYS % "beside.txt")
        assert fetch(play.url("a")) == "beside"
    """)
    (tests.path / "beside.txt").write_text("beside")
    tests.makeini("[pytest]")
    written = (tests.path if is_inside else tmp_path) / "written"
    tests.runpytest_subprocess("-k", "test_a or test_s", "--basetemp", written).assert_outcomes(passed=6)


def test_nobody_else_can_have_the_server_read_files(project):
    project("""
    import urllib.error, pytest
    def test_it(quintain):
        with pytest.raises(urllib.error.HTTPError, match="401"):
            OPENER.open(urllib.request.Request(quintain._control + "/sessions", b"{}"))
    """).runpytest_subprocess("-k", "test_it").assert_outcomes(passed=1)


def test_no_route_of_the_server_answers_beside_stubs_unless_asked_for(project):
    body = """
    import pytest, urllib.error
    def test_alone(routes, httpbin):
        routes("> GET /gets\\n< 200\\n")
        with pytest.raises(urllib.error.HTTPError, match="404") as fault:
            fetch(routes.url("get"))
        assert "the nearest is GET /gets" in fault.value.read().decode()
        assert '"url"' in fetch(httpbin.url + "/get")
    def test_beside(routes, httpbin):
        routes("> GET /own\\n< 200\\n<\\n< stub\\n")
        assert routes.url() == httpbin.url
        assert fetch(routes.url("own")) == "stub"
        assert fetch(routes.url("file")) == "file"
        assert '"url"' in fetch(routes.url("get"))
    """
    project(body).runpytest_subprocess("-k", "test_alone").assert_outcomes(passed=1)
    tests = project(body, ini="quintain_paths = httpbin mocks\n")
    (tests.path / "mocks").mkdir()
    for name in ("file", "own"):
        (tests.path / "mocks" / f"{name}.routes").write_text(f"# t\nroutes\n> GET /{name}\n< 200\n<\n< file\n")
    tests.runpytest_subprocess("-k", "test_beside").assert_outcomes(passed=1)


def test_stubs_last_as_long_as_the_scope_of_their_fixture(project):
    tests = project("")
    tests.makeconftest("""
    import pytest
    from test_one import fetch
    @pytest.fixture(scope="session")
    def api(session_routes):
        session_routes("> GET /a\\n< 200\\n<\\n< session\\n")
        return session_routes
    """)
    first = """
    def test_the_newest_answers(api, module_routes, class_routes, routes):
        assert api.url() == module_routes.url() == class_routes.url() == routes.url()
        for stubs, text in (module_routes, "module"), (class_routes, "class"), (routes, "test"):
            stubs(f"> GET /a\\n< 200\\n<\\n< {text}\\n")
            assert fetch(api.url("a")) == text
        assert len(routes.requests) == 3
    def test_what_is_of_the_test_is_gone(api, module_routes, routes):
        assert routes.requests == []
        assert fetch(api.url("a")) == "module"
        assert len(routes.requests) == 1
        assert len(module_routes.requests) == 4
    """
    second = """
    from test_one import fetch
    def test_what_is_of_the_session_stays(api, module_routes):
        assert fetch(api.url("a")) == "session"
        assert len(module_routes.requests) == 1
        assert len(api.requests) == 5
        for _ in range(1100):
            fetch(api.url("a"))
        assert len(module_routes.requests) == 1101
    """
    tests.makepyfile(test_one=FETCH + first, test_two=second)
    tests.runpytest_subprocess("test_one.py", "test_two.py").assert_outcomes(passed=3)


def test_stubs_answer_over_tls(project):
    project("""
    import ssl
    def test_it(routes):
        routes("> GET /a\\n< 200\\n<\\n< here\\n")
        trusting = urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=routes.ca))
        with urllib.request.build_opener(urllib.request.ProxyHandler({}), trusting).open(routes.https_url("a")) as reply:
            assert reply.read() == b"here"
    """).runpytest_subprocess("-k", "test_it").assert_outcomes(passed=1)


def test_stubs_may_be_a_file_beside_the_test(project):
    tests = project("""
    import pytest
    from pathlib import Path
    @pytest.mark.parametrize("file", ["stubs", "stubs.routes", Path(__file__).parent / "stubs.routes"], ids=str)
    def test_it(routes, file):
        routes(file)
        assert fetch(routes.url("a")) == "here"
    def test_faults(routes):
        with pytest.raises(ValueError, match="^broken.routes:3: error: this exchange has no reply"):
            routes("broken")
        with pytest.raises(ValueError, match="^nowhere: there is no such file in .*\\nthere are: broken.routes, stubs.routes$"):
            routes("nowhere")
        with pytest.raises(ValueError, match="^line 19: error: this exchange has no reply"):
            routes("> GET /a")
    """)
    tests.makefile(".routes", stubs="# t\nroutes\n> GET /a\n< 200\n<\n< here\n", broken="# t\nroutes\n> GET /a\n")
    tests.runpytest_subprocess("-k", "test_").assert_outcomes(passed=4)


def test_a_fixture_may_ask_stubs_when_it_is_torn_down(project):
    project("""
    import pytest
    @pytest.fixture
    def client(routes):
        routes("> GET /bye\\n< 200\\n<\\n< bye\\n")
        yield
        assert fetch(routes.url("bye")) == "bye"
    def test_it(client):
        pass
    """).runpytest_subprocess("-k", "test_it").assert_outcomes(passed=1)


def test_a_fixture_that_lasts_too_long_is_told_what_to_write(project):
    result = project("""
    import pytest
    @pytest.fixture(scope="module")
    def api(routes):
        return routes
    @pytest.fixture(scope="session")
    def armed(play):
        return play
    @pytest.fixture(scope="session")
    def own(monkeypatch):
        return monkeypatch
    def test_routes(api):
        pass
    def test_play(armed):
        pass
    def test_own(own):
        pass
    """).runpytest_subprocess("-k", "test_")
    result.assert_outcomes(errors=3)
    result.stdout.fnmatch_lines(["*ScopeMismatch*routes*", "*'module_routes' is the same for a module.*"])
    result.stdout.fnmatch_lines(["*ScopeMismatch*play*", "*A play is of one test*'session_routes' has stubs*"])
    assert "monkeypatch with" in result.stdout.str()
