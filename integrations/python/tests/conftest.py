# conftest.py: tests of the plugin run pytest in a folder of their own.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import glob

import pytest

pytest_plugins = ["pytester"]

FOLLOWED = """\
# A 302 is followed with GET
> GET /old
< 302
< Location: /new
> GET /new
< 200
<
< here
"""
FETCH = """
    import urllib.request
    OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    def fetch(url):
        with OPENER.open(url) as reply:
            return reply.read().decode()
"""


@pytest.fixture
def project(pytester, monkeypatch):
    monkeypatch.setenv("COLUMNS", "150")
    monkeypatch.delenv("CI", raising=False)
    pytester.makefile(".scenario", followed=FOLLOWED)

    def write(body, ini=""):
        pytester.makepyfile(FETCH + body)
        if ini:
            pytester.makeini("[pytest]\n" + ini)
        return pytester

    return write


@pytest.fixture
def told():
    """What a report tells of a request that no line takes, as a pattern: the sentence that both sides have below it."""
    def find(result, request):
        lines = result.outlines[[line.endswith(f"│ > {request}") for line in result.outlines].index(True):]
        assert "unexpected-request" in next(line for line in lines if line.startswith("`quintain explain "))
        sentence = next(line for line in lines if line.startswith("  └─ ")).removeprefix("  └─ ")
        assert request in sentence
        return glob.escape(sentence)
    return find
