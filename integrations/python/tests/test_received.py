# test_received.py: the requests that a test can look at.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import pytest

from pytest_quintain import File, Headers, Request


def received(target="/a", body=b"", fields=(), **more):
    told = {"body": body.decode()} if body.isascii() else {"hex": body.hex()}
    return Request(method="POST", target=target, header=[list(pair) for pair in fields], **told, **more)


@pytest.mark.parametrize("target, path, query", [
    ("/a", "/a", {}),
    ("/a?", "/a", {}),
    ("/a%20b?q=two+words&q=%C3%A9&e=", "/a%20b", {"q": ["two words", "é"], "e": [""]}),
    ("//a?b=//c?d", "//a", {"b": ["//c?d"]}),
    ("http://h:80/a?b=c", "/a", {"b": ["c"]}),
    ("http://h", "", {}),
    ("*", "*", {}),
    ("h:443", "h:443", {})])
def test_the_target_has_a_path_as_it_came_and_a_query_that_is_decoded(target, path, query):
    assert (received(target).path, received(target).query) == (path, query)


def test_fields_are_found_in_any_case_and_those_of_one_name_are_one_list():
    headers = received(fields=[("Accept", "a"), ("X-A", "1"), ("accept", "b")]).headers
    assert headers["ACCEPT"] == "a, b" and headers.get_all("accept") == ["a", "b"]
    assert "x-a" in headers and "X-B" not in headers and headers.get("X-B") is None and headers.get_all("X-B") == []
    assert list(headers) == ["Accept", "X-A"] and len(headers) == 2 and headers == {"Accept": "a, b", "X-A": "1"}
    with pytest.raises(KeyError, match="X-B"):
        headers["X-B"]
    assert repr(headers) == "Headers([('Accept', 'a'), ('X-A', '1'), ('accept', 'b')])"
    assert isinstance(headers, Headers)


@pytest.mark.parametrize("body, kind, text", [
    (b"", None, ""), (b"a", None, "a"), ("é".encode(), None, "é"), ("é".encode(), "text/plain", "é"),
    ("é".encode("latin-1"), "text/plain; charset=ISO-8859-1", "é"), (b"\xff", None, "\ufffd"),
    (b"a", "text/plain; charset=nonsense", "a")])
def test_a_body_is_bytes_and_text_in_its_own_charset(body, kind, text):
    one = received(body=body, fields=[("Content-Type", kind)] if kind else [])
    assert (one.body, one.text) == (body, text)


def test_a_body_is_read_as_json_or_it_is_said_why_not():
    assert received(body='{"a": "é"}'.encode()).json() == {"a": "é"}
    with pytest.raises(ValueError, match=r"^the body of POST /a is no JSON: Expecting value: .*: b'fido'$"):
        received(body=b"fido").json()
    with pytest.raises(ValueError, match=r"only the first 4,096 bytes of the body are kept: b'x+$"):
        received(body=b"x" * 4096, cut=True).json()
    assert received(cut=True).cut and not received().cut


def test_long_bodies_are_kept_whole(project):
    project("""
    import json, pytest
    @pytest.mark.parametrize("kind, text", [("routes", "> POST /a\\n< 201\\n"), ("play", "repeat 3\\n> POST /a\\n< 201\\nend\\n")])
    def test_it(kind, text, request):
        kind = request.getfixturevalue(kind)
        kind(text)
        for size in 5_000, 1_000_000, 1_048_577:
            fetch(urllib.request.Request(kind.url("/a"), json.dumps({"a": "x" * (size - 9)}).encode()))
        assert [len(one.body) for one in kind.requests] == [5_000, 1_000_000, 1_048_576]
        assert [one.cut for one in kind.requests] == [False, False, True]
        assert kind.requests[1].json() == {"a": "x" * 999_991}
    """).runpytest_subprocess("-k", "test_it").assert_outcomes(passed=2)


def test_requests_that_the_server_has_forgotten_are_warned_of(project):
    result = project("""
    def test_it(routes):
        routes("> POST /a\\n< 201\\n")
        for number in range(35):
            fetch(urllib.request.Request(routes.url("/a"), b"x" * (1 << 20)))
        assert len(routes.requests) < 35
    """).runpytest_subprocess("-k", "test_it")
    result.assert_outcomes(passed=1, warnings=1)
    result.stdout.fnmatch_lines(["*QuintainWarning: [45] of the first requests are forgotten: the server keeps 10,000, and 32 MiB of them"])


PARTS = (
    b'preamble\r\n--x y\r\nContent-Disposition: form-data; name="name"\r\n\r\nfido\r\n'
    b'--x y \r\ncontent-type: image/png\r\ncontent-disposition: form-data; name="pic"; filename="a \xc3\xa9.png"\r\n\r\n'
    b'\x89PNG\r\n\r\n--x\r\n--x y\r\n'
    b'Content-Disposition: form-data; name="name"\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n\xc3\xa9\r\n'
    b'--x y\r\nContent-Disposition: form-data; name="pic"; filename=""\r\n\r\n\r\n'
    b'--x y--\r\nepilogue\r\n--x y\r\nContent-Disposition: form-data; name="late"\r\n\r\n1\r\n')


def test_the_parts_of_a_form_are_told_without_their_boundary():
    one = received(body=PARTS, fields=[("content-type", 'multipart/form-data; boundary="x y"')])
    assert one.form == {"name": ["fido", "é"]}
    assert one.files == {"pic": [File("a é.png", "image/png", b"\x89PNG\r\n\r\n--x"), File("", "", b"")]}


@pytest.mark.parametrize("kind, body, form", [
    ("application/x-www-form-urlencoded", b"name=fido&e=&name=%C3%A9+b", {"name": ["fido", "é b"], "e": [""]}),
    ("application/x-www-form-urlencoded; charset=utf-8", b"", {}),
    ("multipart/form-data; boundary=x", b"", {}),
    ("multipart/form-data", b"--\r\n\r\n", {}),
    ("application/json", b"a=b", {}),
    (None, b"a=b", {})])
def test_a_form_has_its_fields_and_no_other_body_has_any(kind, body, form):
    one = received(body=body, fields=[("Content-Type", kind)] if kind else [])
    assert (one.form, one.files) == (form, {})


def test_a_form_that_is_cut_is_not_told_by_halves():
    for ask in lambda one: one.form, lambda one: one.files:
        with pytest.raises(ValueError, match="^the form of POST /a is not known: only the first 4,096 bytes of the body are kept$"):
            ask(received(body=b"a=" + b"b" * 4094, cut=True, fields=[("Content-Type", "application/x-www-form-urlencoded")]))


def test_a_form_is_what_the_clients_of_python_send(project):
    pytest.importorskip("requests")
    project("""
    import requests
    def test_it(play):
        play("> POST /a\\n> Content-Type: {{/multipart\\/form-data; boundary=.*/}}\\n< 200\\n")
        requests.post(play.url("/a"), data={"name": "fido"}, files={"pic": ("a.png", b"\\x89PNG", "image/png")})
        request, = play.requests
        assert request.form == {"name": ["fido"]}
        assert request.files == {"pic": [("a.png", "image/png", b"\\x89PNG")]}
    """).runpytest_subprocess("-k", "test_it").assert_outcomes(passed=1)


def test_it_is_still_what_the_control_api_tells():
    one = received("/a?b", b"c", [("X", "1")])
    assert one["target"] == "/a?b" and one["body"] == "c" and one["header"] == [["X", "1"]] and dict(one) == one
    assert repr(one) == "Request(POST /a?b, Headers([('X', '1')]), b'c')"


def test_plays_stubs_and_httpbin_have_the_requests_of_their_test(project):
    project("""
    import pytest, urllib.error
    @pytest.fixture(params=["play", "routes", "httpbin"])
    def kind(request):
        return request.getfixturevalue(request.param)
    @pytest.mark.parametrize("once", [1, 2])
    def test_it(kind, once):
        if hasattr(kind, "verify"):
            assert kind("> POST /anything?{{any}}\\n< 201\\n> POST /anything?n=1\\n< 201\\n").url == kind.url
        assert kind.requests == []
        for number in range(2):
            fetch(urllib.request.Request(kind.url(f"/anything?n={number}"), b"\\xff", {"X-A": "1"}))
        assert [one.target for one in kind.requests] == ["/anything?n=0", "/anything?n=1"]
        assert [(one.method, one.path, one.body, one.headers["x-a"]) for one in kind.requests] == [
            ("POST", "/anything", b"\\xff", "1")] * 2
    def test_what_no_line_takes(play):
        play("> GET /a\\n< 200\\n")
        with pytest.raises(urllib.error.HTTPError):
            fetch(play.url("/b"))
        fetch(play.url("/a"))
        assert [(one.path, one["line"]) for one in play.requests] == [("/b", None), ("/a", 1)]
        play._forget()
    """).runpytest_subprocess("-k", "test_it or test_what").assert_outcomes(passed=7)
