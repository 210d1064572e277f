# test_values.py: values of Python in a scenario.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import http.client
import json
from unittest.mock import ANY

import pytest

from pytest_quintain import Broken, as_bytes, as_json, as_text

# What would be something else in a line of a scenario, in a string of one, or in a string of JSON.
STRINGS = [
    "{{any}}", "{{absent}}", "{{a = any}}", "{{json {}}}", "{{", "}}", "{", "}", "{{{", "}}}", "\\{{any}}", "{{\"",
    "\"", "'", "\\", "\\u007b", "\\x41", "\n", "a\nb\r\nc\t", "\r", "\x00", "\x7f", "\x85", "\u2028", "\u00a0", "\xad", "\ufeff",
    "", " ", " a ", "#", "> GET /a", "200 OK", "| gzip", "%41", "é", "\U0001d4b3", "\"\"\"", "'''"]
VALUES = [
    *STRINGS, STRINGS, dict.fromkeys(STRINGS, 1), 1, 1.0, -0.0, 0.1, 1e300, 1e-7, 12345678901234567890123, None, True, [], {},
    {"a": {"b": {}}}, [[{}]], {"a": [{"b": [{"c": {}}]}]}, {"": ""}]
TEXT = """
    > POST /a
    >
    > {value}
    < 200
    <
    < {value}
    """
STUB = """
    > GET /a
    < 200
    <
    < {value}
    """


def ask(url, body=None):
    """The body of the reply, byte for byte."""
    connection = http.client.HTTPConnection(url.split("/")[2])
    try:
        connection.request("GET" if body is None else "POST", "/a", body)
        return connection.getresponse().read()
    finally:
        connection.close()


@pytest.mark.parametrize("value", VALUES, ids=ascii)
def test_a_value_is_sent_and_compared_as_json(play, routes, value):
    play(TEXT.format(value=as_json(value)))
    routes(STUB.format(value=as_json(value)))
    for body in ask(play.url(), json.dumps(value).encode()), ask(routes.url()):
        assert repr(json.loads(body)) == repr(value)


@pytest.mark.parametrize("value", VALUES, ids=ascii)
def test_another_value_is_another_one(play, value):
    with pytest.raises(Broken):
        with play(TEXT.format(value=as_json([value]))) as one:
            ask(one.url(), json.dumps([[value]]).encode())
    play._forget()


@pytest.mark.parametrize("value", STRINGS, ids=ascii)
def test_a_text_is_sent_and_compared_as_it_is(play, routes, value):
    play(TEXT.format(value=as_text(value)))
    routes(STUB.format(value=as_text(value)))
    assert ask(play.url(), value.encode()) == ask(routes.url()) == value.encode()


@pytest.mark.parametrize("value", [b"", b"\x00\xff", bytes(range(256)), b"{{any}}", bytearray(b"a"), memoryview(b"a"), bytes(100_000)], ids=lambda one: ascii(bytes(one[:10])))
def test_bytes_are_sent_and_compared_as_they_are(play, routes, value):
    play(TEXT.format(value=as_bytes(value)))
    routes(STUB.format(value=as_bytes(value)))
    assert ask(play.url(), bytes(value)) == ask(routes.url()) == value


def test_a_value_stands_in_a_head_and_beside_a_table(play):
    play(f"""
        cases column
              x
        > POST /a
        > X-A: {as_text("{{column}}  a")}
        > X-B: {as_json(["{{column}}"])}
        >
        > {{{{column}}}}
        < 200
        < X-B: {as_json(["{{column}}"])}
        <
        < {as_text("{{column}}")}
        """)
    connection = http.client.HTTPConnection(play.url().split("/")[2])
    connection.request("POST", "/a", b"x", {"X-A": "{{column}}  a", "X-B": '[ "{{column}}" ]'})
    reply = connection.getresponse()
    assert json.loads(reply.headers["X-B"]) == ["{{column}}"] and reply.read() == b"{{column}}"
    connection.close()


def test_any_of_mock_is_any_value(play):
    wanted = {"id": ANY, "tags": [ANY, "b"], "name": "fido"}
    assert as_json(wanted) == '{{json {"id": {{any}}, "tags": [{{any}}, "b"], "name": "fido"}}}'
    play(f"""
        > POST /a
        >
        > {as_json(wanted)}
        < 200
        """)
    ask(play.url(), json.dumps({"name": "fido", "tags": [{}, "b"], "id": 7}).encode())


def test_what_is_legible_stays_so():
    assert as_json({"name": "Zoë", "of": "{a}"}) == '{{json {"name": "Zoë", "of": "{a}"}}}'
    assert as_text('Zoë {a} "b"') == '{{"Zoë {a} \\"b\\""}}'


@pytest.mark.parametrize("call, value, error, said", [
    (as_json, "a\ud800b", ValueError, "has half of a character, the surrogate U+D800, which no UTF-8 can carry"),
    (as_json, {"\udfff": 1}, ValueError, "U+DFFF"),
    (as_text, "\udc80", ValueError, "U+DC80"),
    (as_json, float("nan"), ValueError, "not JSON compliant"),
    (as_json, {"a": b"b"}, TypeError, "JSON has nothing for b'b', which is of the type 'bytes'"),
    (as_text, b"a", TypeError, "as_text takes a text, and b'a' is of the type 'bytes': write as_bytes(…)"),
    (as_text, {}, TypeError, "write as_json(…)"),
    (as_bytes, "a", TypeError, "as_bytes takes bytes, and 'a' is of the type 'str': write as_text(…)"),
    (as_bytes, bytes(2 ** 20 + 1), ValueError, "1,048,576 bytes at most, and these are 1,048,577: write them to a file, such as one below tmp_path")])
def test_what_is_no_such_value_is_refused_with_what_to_write(call, value, error, said):
    with pytest.raises(error) as caught:
        call(value)
    assert said in str(caught.value)


def test_a_line_with_a_value_is_told_by_its_number(project):
    result = project("""
    from pytest_quintain import as_json
    def test_it(play):
        play(f'''
            > POST /a
            >
            > {as_json({"name": "{{any}}"})}
            < 200
            ''')
        fetch(urllib.request.Request(play.url("/a"), b'{"name": "fido"}'))
    """).runpytest_subprocess("-k", "test_it")
    result.stdout.fnmatch_lines([">*> {as_json(*", "E *Broken: line 12: *"])
