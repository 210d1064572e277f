# test_lines.py: the lines of a text are told by the numbers of the file in which it stands, and else by its own.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import textwrap
import zipfile

import pytest
from conftest import FETCH
from pytest_quintain.place import Place
from pytest_quintain.stand import stand

THREE = '"""\n    > GET /a\n    < 200\n    """'
HELPER = "def arm(text):\n    return where(text)\n"


@pytest.fixture
def found(tmp_path):
    """Runs a file that asks where its texts stand, as `where(TEXT)`, and returns what was found."""
    def run(source, name="asks.py"):
        path, stands = tmp_path / name, []
        path.write_text(source, encoding="utf-8")

        def where(text):
            stands.append(stand(text, [one for one in Place.callers() if one.path == str(path)]))

        exec(compile(source, str(path), "exec"), {"where": where, "textwrap": textwrap})
        return stands
    return run


@pytest.mark.parametrize("source, first", [
    (f"where({THREE})", 2), (f"\n\nwhere(\n    text={THREE})", 5), ('where("> GET /a")', 1), ('where("> GET" " /a")', 1),
    ('where("""> GET /a\n         < 200\n         """)', 1), ("where('''\n\n> GET /a\n\n< 200''')", 3),
    ('where(r"""\n    > GET /a\n    > X: {{"a\\nb"}}\n    < 200\n    """)', 2),
    ('where("""\n    > GET /a\n    > X: "\\t\\"\\\\"\n    < 200\n    """)', 2),
    ('x = "é"; where("""\n    > GET /é\n    < 200\n    """)', 2),
    (f"where(textwrap.dedent({THREE}))", 2), (f"where({THREE}.strip())", 2),
    (f"where(textwrap.dedent({THREE}).lstrip().replace('none', ''))", 2),
    (f"for one in [1]:\n    where({THREE})", 3), (f"if where({THREE}):\n    pass", 2), (f"(lambda: where({THREE}))()", 2),
    (f"def one(): where({THREE})\none()", 2), (f"{HELPER}arm({THREE})", 4),
    ('x = 7\nwhere(f"""\n    > GET /{x}\n    < 200 {x:>3}\n    """)', 3),
    ('x = "#"\nwhere(f"""\n    > GET /a\n    {x}\n    < 200\n    """)', 3), ('x = ""\nwhere(f"""\n    > GET /a\n    {x}\n    < 200\n    """)', 3),
    ('x = 7\nwhere(textwrap.dedent(f"""\n    > GET /{x + 1}\n    > X: {{{{any}}}}\n    < 200\n    """))', 3)],
    ids=str)
def test_a_text_of_the_call_is_found_in_it(found, source, first):
    one, = found(source)
    assert (one.first, one.is_called) == (first, True)
    assert one.at(first).line == first


@pytest.mark.parametrize("source, first", [
    (f"TEXT = {THREE}\nwhere(TEXT)", 2), (f"def one():\n    text = {THREE}\n    where(text)\none()", 3),
    (f"class Texts:\n    ONE = {THREE}\nwhere(Texts.ONE)", 3), (f"for text in [{THREE}]:\n    where(text)", 2),
    (f"TEXT = textwrap.dedent({THREE}).strip()\nwhere(TEXT)", 2), (f"def one(text={THREE}):\n    where(text)\none()", 2),
    ('x = 7\ntext = f"""\n> GET /{x}\n< 200\n"""\nwhere(text)', 3), ('def one(x):\n    return f"""\n    > GET /{x}\n    < 200\n    """\nwhere(one(7))', 3),
    ('def one(x):\n    text = f"> GET /{x}"\n    where(text)\none(7)', 2),
    (f'TEXT = {THREE}\nwhere(f"{{TEXT}}")', 2), (f"{HELPER}TEXT = {THREE}\narm(TEXT)", 4)],
    ids=str)
def test_a_text_that_stands_elsewhere_in_the_file_is_found_if_it_stands_there_once(found, source, first):
    one, = found(source)
    assert (one.first, one.is_called) == (first, False)
    # The line that was called says which call it was.
    assert one.at(first) == one.place


@pytest.mark.parametrize("source", [
    # One line of the file is several of the text, several are one, or both.
    'where("> GET /a\\n< 200\\n")', 'where("> GET /a\\n"\n      "< 200")', 'where("""\n> GET /a\\n< 200\n""")',
    'where("""\n> GET \\\n/a\n< 200\n""")', 'where("""\n> GET \\\n/a\\n< 200\n""")',
    'where("""\n> GET /a\\x0a> X: \\\n1\n< 200\n""")', 'where("""\n> GET /a\\12> X: \\\n1\n< 200\n""")',
    'where("""\n> GET /a\\N{LINE FEED}> X: \\\n1\n< 200\n""")', 'where("""\n> GET /a\\n> X: 1""" """\n< 200 \\\nOK\n""")',
    'where("""\n> GET /a\n""" "< 200")', 'where("""\n> GET /a\n"""\n"""< 200\\n""")', 'where("""\n> GET /a\r\n< 200\r\n""".replace("\\n", "\\r\\n"))',
    # It stands there twice, or not at all.
    f"where({THREE}) or where({THREE})", f"ONE = {THREE}\nTWO = {THREE}\nwhere(ONE)", f"ONE = {THREE}\nTWO = {THREE}.strip()\nwhere(ONE)",
    f"ONE = {THREE}\nTWO = '> GET /a\\n< 200'\nwhere(ONE)", f"where({THREE}.replace('a', 'b'))", f"where({THREE} + '> GET /b')",
    "where('> GET /' + 'a')", "where(('''\n> GET /{}\n< 200\n''').format('a'))",
    # An f-string has put lines in, may be one of two, or is any text.
    'x = "> X: 1\\n    < 200"\nwhere(f"""\n    > GET /a\n    {x}\n    """)',
    f'x = "a"\nTEXT = {THREE}\ntext = f"""\n> GET /{{x}}\n< 200\n"""\nwhere(text)', 'x, y = "> GET /a", "< 200"\nwhere(f"""{x}\n{y}""")',
    f'x = ["GET", "/a"]\nwhere(f"""\n    > {{\n    " ".join(x)}}\n    < 200\n    """)'],
    ids=str)
def test_a_text_whose_lines_are_not_known_for_sure_keeps_its_own_numbers(found, source):
    for one in found(source):
        assert (one.path, one.first, one.mark(None), one.at(2)) == (None, 1, "the text:", one.place)


def test_the_same_text_twice_in_a_file_is_the_one_of_the_call(found):
    one, two = found(f"where({THREE})\nwhere({THREE})")
    assert (one.first, two.first) == (2, 6)


def test_a_text_of_the_statement_around_the_call_is_none_of_the_call(found):
    one, = found(f"with open(__import__('os').devnull, 'r', -1, None, None, None) as file, open(file.name) as other:\n    TEXT = {THREE}\n    where(TEXT)")
    assert (one.first, one.is_called) == (3, False)


def test_a_line_above_the_function_that_has_called_is_not_marked(found):
    one, = found(f"def run(text, call):\n    call(text)\nrun({THREE}, lambda text:\n    where(text))")
    assert (one.first, one.is_called, one.place.function, one.at(4)) == (4, True, "<lambda>", one.place)


def test_a_file_that_cannot_be_read_leaves_the_numbers_of_the_text(tmp_path):
    source = f"where({THREE})"
    place = Place(str(tmp_path / "gone.py"), 1, "<module>", 1, "gone")

    def first(content):
        if content is not None:
            (tmp_path / "gone.py").write_bytes(content)
        __import__("linecache").checkcache()
        return stand(textwrap.dedent("\n    > GET /a\n    < 200\n"), [place]).first

    assert first(None) == 1
    assert first(source.encode()) == 2
    assert [first(content) for content in (b"where(", b"where(\0)", b"\xff", b"# coding: none\n" + source.encode(), b"", b"# > GET /a\n")] == [1] * 6
    for path in "<stdin>", "<doctest asks.py[0]>", str(tmp_path):
        assert stand("> GET /a", [place._replace(path=path)]).path is None


def test_a_module_in_an_archive_leaves_the_numbers_of_the_text(tmp_path, monkeypatch):
    with zipfile.ZipFile(tmp_path / "texts.zip", "w") as archive:
        archive.writestr("zipped_texts.py", f"def ask(where):\n    where({THREE})\n")
    monkeypatch.syspath_prepend(str(tmp_path / "texts.zip"))
    import zipped_texts
    stands = []
    zipped_texts.ask(lambda text: stands.append(stand(text, Place.callers()[1:2])))
    assert [one.path for one in stands] == [None]


PLAYS = """
    import contextlib, pytest, textwrap, unittest
    def ask(url):
        with contextlib.suppress(OSError):
            fetch(url)
    def test_called(play):
        play('''
            > GET /called
            > X: 1
            < 200
            ''')
        ask(play + "/called")
    def test_several(play):
        first, second = play('''
            > GET /first
            > X: 2
            < 200
            '''), play('''
            > GET /second
            < 200
            ''')
        ask(second + "/other")
        ask(first + "/first")
    TEXT = '''
        > GET /constant
        > X: 3
        < 200
        '''
    def arm(play, text=TEXT):
        return play(text)
    def test_constant(play):
        one = play(TEXT)
        ask(one + "/constant")
    def test_helper(play):
        one = arm(play)
        ask(one + "/constant")
    def test_through(play):
        one = arm(play, '''
            > GET /through
            > X: 4
            < 200
            ''')
        ask(one + "/through")
    @pytest.mark.parametrize("text", [
        '''
        > GET /parameter
        > X: 5
        < 200
        '''])
    def test_parameter(play, text):
        play(text)
        ask(play + "/parameter")
    @pytest.mark.scenario('''
        > GET /marked
        > X: 6
        < 200
        ''')
    def test_marked(play):
        ask(play + "/marked")
    def test_fixture(armed):
        ask(armed + "/fixture")
    def test_own(play):
        play('''
            > GET /own
            > X: 8
            < 200
            ''')
        ask(play + "/own")
        assert "own" == "other"
    def test_method(play):
        with play('''
            > GET /block
            > X: 9
            < 200
            '''):
            ask(play + "/block")
    class TestCase(unittest.TestCase):
        @pytest.fixture(autouse=True)
        def given(self, play):
            self.play = play
        def test_case(self):
            self.play('''
                > GET /case
                > X: 10
                < 200
                ''')
            ask(self.play + "/case")
    def test_nearest(play):
        play(TEXT)
        ask(play + "/none")
    def test_written(play):
        play("> GET /written\\n> X: 11\\n< 200\\n")
        ask(play + "/written")
"""
CONFTEST = """
    import pytest
    @pytest.fixture
    def armed(play):
        return play('''
            > GET /fixture
            > X: 7
            < 200
            ''')
"""


def number(path, part, which=0):
    """The line of a file that has this."""
    return [at for at, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if part in line][which]


@pytest.fixture
def plays(pytester, monkeypatch):
    monkeypatch.setenv("COLUMNS", "150")
    pytester.makepyfile(test_plays=FETCH + PLAYS)
    pytester.makeconftest(CONFTEST)
    return pytester, pytester.path / "test_plays.py"


@pytest.mark.parametrize("name, field", [
    ("called", "> X: 1"), ("several", "> X: 2"), ("through", "> X: 4"), ("marked", "> X: 6"), ("case", "> X: 10")])
@pytest.mark.parametrize("options", [[], ["-p", "no:assertion"], ["-n", "1"], ["--tb=short"]], ids=str)
def test_a_fault_of_a_text_is_at_its_line_of_the_file(plays, name, field, options):
    tests, file = plays
    at = number(file, field)
    result = tests.runpytest_subprocess("-k", f"test_{name}", *options)
    result.assert_outcomes(failed=1)
    lines = [f"E *Broken: line {at}: X is missing", f"FAILED *::test_{name} - line {at}: X is missing"]
    if "--tb=short" in options:
        lines[:0] = [f"{file.name}:{at}: in test_{name}", f"    {field}"]
    else:
        lines[:0] = [f">  *{field}"]
        lines[2:2] = [f"{file.name}:{at}: Broken"]
    result.stdout.fnmatch_lines(lines)
    # One place, and no other.
    assert len([line for line in result.outlines if line.startswith(f"{file.name}:")]) == 1


@pytest.mark.parametrize("name, field, call", [
    ("constant", "> X: 3", "one = play(TEXT)"), ("helper", "> X: 3", "one = arm(play)"), ("parameter", "> X: 5", "play(text)")])
def test_a_fault_of_a_text_that_stands_elsewhere_names_its_file_and_is_at_the_call(plays, name, field, call):
    tests, file = plays
    at, called = number(file, field), number(file, call, -1)
    result = tests.runpytest_subprocess("-k", f"test_{name}")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([
        f">       {call}", f"E *Broken: {file.name}:{at}: X is missing", f"{file.name}:{called}: Broken",
        f"FAILED *::test_{name}* - {file.name}:{at}: X is missing"])


def test_a_fault_that_names_a_line_of_a_text_elsewhere_names_its_file(plays, told):
    tests, file = plays
    result = tests.runpytest_subprocess("-k", "test_nearest")
    sentence = told(result, "GET /none")
    assert f"line {number(file, '> GET /constant')}" in sentence
    result.stdout.fnmatch_lines([f"E *Broken: {file.name}: {sentence}"])


def test_a_text_of_a_fixture_is_marked_in_the_file_of_the_fixture(plays):
    tests, file = plays
    at = number(tests.path / "conftest.py", "> X: 7")
    tests.runpytest_subprocess("-k", "test_fixture").stdout.fnmatch_lines([
        ">           > X: 7", f"E *Broken: line {at}: X is missing", f"conftest.py:{at}: Broken"])


def test_a_test_that_fails_before_its_verdict_names_the_line_of_the_file(plays):
    tests, file = plays
    result = tests.runpytest_subprocess("-k", "test_own or test_method")
    own, block = number(file, "> X: 8"), number(file, "> X: 9")
    result.stdout.fnmatch_lines([
        f"E *Broken: line {block}: X is missing", f"FAILED *::test_own - line {own}: X is missing; *", f"FAILED *::test_method - line {block}: X *"])


def test_a_text_with_newlines_in_one_line_keeps_its_own_numbers(plays):
    tests, file = plays
    at = number(file, "/written")
    tests.runpytest_subprocess("-k", "test_written").stdout.fnmatch_lines([
        ">       play(\"> GET /written*", "E *Broken: the text:2, `> X: 11`: X is missing", f"{file.name}:{at}: Broken"])


def test_a_file_that_was_compiled_alone_leaves_the_numbers_of_the_text(plays):
    tests, file = plays
    tests.makepyfile(compiled="""
        def arm(play):
            return play('''
                > GET /compiled
                > X: 12
                < 200
                ''')
    """)
    import py_compile
    py_compile.compile(str(tests.path / "compiled.py"), cfile=str(tests.path / "compiled.pyc"), doraise=True)
    (tests.path / "compiled.py").unlink()
    file.write_text(file.read_text(encoding="utf-8") + "\ndef test_compiled(play):\n    import compiled\n    ask(compiled.arm(play) + '/compiled')\n", encoding="utf-8")
    tests.runpytest_subprocess("-k", "test_compiled").stdout.fnmatch_lines(["E *Broken: the text:2, `> X: 12`: X is missing"])


TEXTS = """
    import textwrap
    PLAIN = '''
        > GET /plain
        > X: 1
        < 200
        '''
    class Texts:
        MEMBER = textwrap.dedent('''
            > GET /member
            > X: 2
            < 200
            ''')
    LISTED = ['''
        > GET /listed
        > X: 3
        < 200
        ''']
    TWICE = '''
        > GET /twice
        > X: 4
        < 200
        '''
    def again():
        return '''
        > GET /twice
        > X: 4
        < 200
        '''
    CHANGED = '''
        > GET /old
        > X: 5
        < 200
        '''.replace("old", "changed")
    STUB = '''
        > GET /stub
        < 200
        < X: {nonce a}
        '''
"""
IMPORTS = """
    import contextlib
    import shared_texts
    from shared_texts import PLAIN, Texts
    def ask(play, text):
        play(text)
        with contextlib.suppress(OSError):
            fetch(play + "/" + text.split("/")[1].split()[0])
    def test_plain(play):
        ask(play, PLAIN)
    def test_member(play):
        ask(play, Texts.MEMBER)
    def test_listed(play):
        ask(play, shared_texts.LISTED[0])
    def test_twice(play):
        ask(play, shared_texts.TWICE)
    def test_changed(play):
        ask(play, shared_texts.CHANGED)
    def test_stub(routes):
        routes(shared_texts.STUB)
"""


def test_a_constant_of_another_module_has_the_lines_of_that_module(project):
    tests = project(IMPORTS)
    file = tests.makepyfile(shared_texts=TEXTS)
    result = tests.runpytest_subprocess("-k", "test_")
    result.assert_outcomes(failed=5, passed=1, warnings=1)
    result.stdout.fnmatch_lines([
        *(f"E *Broken: shared_texts.py:{number(file, f'> X: {at}')}: X is missing" for at in (1, 2, 3)),
        *(f"E *Broken: the text:2, `> X: {at}`: X is missing" for at in (4, 5)),
        f"*/shared_texts.py:{number(file, 'nonce')}: QuintainWarning: shared_texts.py:{number(file, 'nonce')}: *"])


def test_stubs_of_a_module_in_another_folder_find_their_files_beside_the_test(project):
    tests = project("""
    import sys
    sys.path.append("other")
    import shared_texts
    def test_it(routes):
        routes(shared_texts.STUB)
        assert fetch(routes.url("/file")) == "beside"
    """)
    (tests.mkdir("other") / "shared_texts.py").write_text(
        'STUB = """\n    > GET /file\n    < 200\n    <\n    < {{file "a.txt"}}\n    """\n', encoding="utf-8")
    (tests.path / "a.txt").write_text("beside", encoding="utf-8")
    tests.runpytest_subprocess("-k", "test_it").assert_outcomes(passed=1)


def test_a_warning_of_a_text_is_at_its_line(project):
    tests = project("""
    def test_called(play):
        play('''
            level should
            > GET /a/{any}
            > X: 1
            < 200
            client GET /none
            ''')
        fetch(play + "/a/{any}")
    TEXT = '''
        level should
        > GET /b
        > X: 2
        < 200
        '''
    def test_elsewhere(play):
        play(TEXT)
        fetch(play + "/b")
    def test_stubs(routes):
        routes('''
            > GET /c
            < 200
            < X: {nonce}
            ''')
    """)
    file = next(tests.path.glob("test_*.py"))
    braces, field, client, other, stub = (number(file, part) for part in ("> GET /a/", "> X: 1", "client GET", "> X: 2", "< X: {nonce}"))
    result = tests.runpytest_subprocess("-k", "test_called or test_elsewhere or test_stubs")
    result.assert_outcomes(passed=3, warnings=5)
    for line, text in [
            (braces, f"line {braces}: a value stands*"), (client, f"line {client}: no request follows this*"),
            (field, f"line {field}: X is missing (`level should`)"), (other, f"{file.name}:{other}: X is missing (`level should`)"),
            (stub, f"line {stub}: *")]:
        result.stdout.fnmatch_lines([f"*{file.name}:{line}: QuintainWarning: {text}"])
    result = tests.runpytest_subprocess("-k", "test_elsewhere or test_stubs", "-W", "error")
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines([">       play(TEXT)", f"E *QuintainWarning: {file.name}:{other}: X is missing*"])


def test_a_refusal_has_the_numbers_of_the_file_and_shows_its_lines(project):
    tests = project(r"""
    TEXT = '''
        > GET /a
        < 200
        ! sleep
        '''
    def test_called(play):
        play('''
            > GET /called
            <201
            ''')
    def test_stubs(routes):
        routes('''
            > GET /stubs
            <202
            ''')
    def test_elsewhere(play):
        play(TEXT)
    def test_indented(play):
        play('''
            > GET /a
    > X: indented
            < 200
            ! sleeping
            ''')
    def test_cut(play):
        play('''
            > POST /a
            >
            > one\r\n            two
            < 200
            ''')
    """)
    file = next(tests.path.glob("test_*.py"))
    called, stubs, act, indented = (number(file, part) for part in ("<201", "<202", "! sleep", "> X: indented"))
    result = tests.runpytest_subprocess("-k", "test_called or test_stubs or test_elsewhere or test_indented or test_cut")
    result.assert_outcomes(failed=5)
    result.stdout.fnmatch_lines([
        f"E *ValueError: line {called}: error: *", f"E *  {called} | <201",
        f"E *line {stubs}: error: a blank *", f"E *  {stubs} | <202",
        f"E *ValueError: {file.name}:{act}: error: no act is called 'sleep' *", f"E *  {act} | ! sleep",
        f"E *ValueError: line {indented}: stands in the first column, and the text is indented: *",
        f"E *  {indented - 1} | *> GET /a", f"E *  {indented} | > X: indented",
        "E *ValueError: the text:3: ends with a CR, and others do not: *", "E *  3 | *> one"])


def test_the_text_of_another_test_does_not_lend_its_lines(project):
    tests = project("""
    import requests
    def test_own(play):
        play('''
            > GET /a
            > X: 1
            < 200
            ''')
        requests.get(play.url("/a"), headers={"X": "1"})
    def test_joined(play):
        play("\\n".join(["> GET /a", "> X: 1", "< 200"]))
        requests.get(play.url("/a"))
    def test_empty(play):
        more = ""
        play(f'''
            > GET /a
            > X: 1
            {more}
            < 200
            '''.replace("\\n        \\n", "\\n"))
        requests.get(play.url("/a"))
    """)
    result = tests.runpytest_subprocess("-k", "test_own or test_joined or test_empty")
    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines(["E *Broken: the text:2, `> X: 1`: X is missing*", "*", "E *Broken: the text:2, `> X: 1`: X is missing*"])


def test_files_of_libraries_are_not_read_and_a_fault_of_the_parser_finds_nothing(monkeypatch):
    import ast
    import asyncio.base_events
    from pytest_quintain import stand

    assert stand.read(asyncio.base_events.__file__, "import asyncio") == []
    monkeypatch.setattr(ast, "parse", lambda source: (_ for _ in ()).throw(SystemError("AST constructor recursion depth mismatch")))
    assert stand.parsed("text = 'of this test alone'") == []


def test_a_fault_of_a_whole_text_is_at_its_first_line(project):
    tests = project("""
    def test_it(play):
        play('''

            # Nothing at all
            ''')
    """)
    at = number(next(tests.path.glob("test_*.py")), "# Nothing")
    result = tests.runpytest_subprocess("-k", "test_it")
    result.stdout.fnmatch_lines([
        f"E *ValueError: line {at}: error: nothing begins a load: *", f"E *  {at} | # Nothing at all", "E *", "E         help: such as '> GET /'; *"],
        consecutive=True)


def test_stubs_are_named_by_their_lines_of_the_file(project):
    tests = project("""
    import pytest
    @pytest.fixture(scope="session")
    def api(session_routes):
        return session_routes('''
            > GET /session
            < 200
            ''')
    def test_it(routes, api):
        routes('''
            > GET /test
            > X: 1
            < 200

            > GET /other
            < 200
            ''')
        for path in "/session", "/other":
            fetch(routes + path)
        with pytest.raises(OSError):
            fetch(routes + "/test")
        print([one["route"] for one in routes.requests])
        routes.verify()
    """)
    file = next(tests.path.glob("test_*.py"))
    session, test, other = (number(file, f"> GET /{part}") for part in ("session", "test", "other"))
    result = tests.runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([f"E *the nearest is GET /test ({file.name}:{test}): *X*", f"[[]'{file.name}:{session}', '{file.name}:{other}', None]"])


def test_a_request_has_the_line_of_the_file_too(project):
    tests = project("""
    def test_it(play):
        play('''
            > GET /a
            < 200
            ''')
        fetch(play + "/a")
        print("line", play.requests[0]["line"])
        play.wait()
        assert 0
    """)
    at = number(next(tests.path.glob("test_*.py")), "> GET /a")
    tests.runpytest_subprocess("-k", "test_it").stdout.fnmatch_lines([f"line {at}"])


def test_what_waits_names_the_line_of_the_file(project):
    tests = project("""
    import pytest
    def test_it(play):
        play('''
            > GET /a
            < 200
            ''')
        with pytest.raises(AssertionError) as fault:
            play.wait(0.1)
        print(fault.value)
        fetch(play + "/a")
        assert 0
    """)
    at = number(next(tests.path.glob("test_*.py")), "> GET /a")
    tests.runpytest_subprocess("-k", "test_it").stdout.fnmatch_lines([f"* was not done after 0.1 s: line {at}, `> GET /a` did not happen yet"])


def test_a_line_of_a_text_whose_place_is_not_known_is_shown_with_its_number(project):
    tests = project("""
    import pytest
    def test_long(play):
        play("\\n".join(["> GET /a", "> X: " + "1" * 80, "< 200"]))
        fetch(play.url("/a"))
    def test_quoted(play):
        play("\\n".join(["> GET /a", "< 200"]))
    def test_warned(play):
        play("\\n".join(["> GET /a", "> Acept: b", "< 200"]))
        pytest.skip()
    def test_refused(play):
        with pytest.raises(ValueError, match=r"^the text:2: error: no act is called 'sleep'[^$]*\\n  2 . ! sleep\\n"):
            play("\\n".join(["> GET /a", "! sleep", "< 200"]))
        pytest.skip()
    def test_due(play):
        play("\\n".join(["> GET /a", "< 200"]))
        with pytest.raises(AssertionError, match="the text:1, `> GET /a` did not happen yet$"):
            play.wait(0)
        pytest.skip()
    """)
    result = tests.runpytest_subprocess("-k", "long or quoted or warned or refused or due", "-v")
    result.assert_outcomes(failed=2, skipped=3, warnings=1)
    result.stdout.fnmatch_lines([
        f"E *Broken: the text:2, `> X: {'1' * 55}…`: X is missing*", "E *Broken: the text:1: `> GET /a` did not happen *",
        "*QuintainWarning: the text:2, `> Acept: b`: no field is known as 'Acept'; *"])
