# test_readme.py: the examples of the documents, as their readers run them.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import re
import sys
import textwrap
from pathlib import Path

import pytest

import pytest_quintain

ROOT = Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "Scripts" / "documents"))
from shown import joined, pattern  # noqa: E402

DOCUMENTS = ["integrations/python/README.md", "integrations/python/reference.md", "docs/coming-from.md",
             "docs/symptoms.md"]
# A function of an example that is run: its first argument is a fixture of ours.
FIXTURE = re.compile(r"def \w+\((?:play|routes|httpbin)\b")
FENCE = re.compile(r"^(?:`([\w.]+)`:\n\n)?```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def examples(document):
    """The files that have names, and the tests, each with what is shown of its run."""
    files, tests = {}, []
    for name, language, text in FENCE.findall((ROOT / document).read_text(encoding="utf-8")):
        if language == "python" and FIXTURE.search(text):
            tests.append([name or f"test_example{len(tests)}.py", text, None])
        elif language == "text" and tests and tests[-1][2] is None and "def test_" in text:
            tests[-1][2] = text
        elif name:
            files[name] = text
    return files, tests


CASES = [
    pytest.param(document, number, id=f"{Path(document).parent.name}-{test[1].partition('def ')[2].partition('(')[0]}")
    for document in DOCUMENTS
    for number, test in enumerate(examples(document)[1])]


@pytest.mark.parametrize("document, number", CASES)
def test_an_example_does_what_is_shown_of_it(pytester, monkeypatch, document, number):
    pytest.importorskip("requests")
    text = examples(document)[1][number][1]
    for name, needed in [("httpx", ["httpx", "h2"]), ("aiohttp", ["aiohttp"])]:
        if f"import {name}" in text:
            for module in needed:
                pytest.importorskip(module)
    monkeypatch.setenv("COLUMNS", "110")
    monkeypatch.delenv("CI", raising=False)
    files, tests = examples(document)
    name, text, shown = tests[number]
    for file, content in files.items():
        (pytester.path / file).write_text(content, encoding="utf-8")
    if "import pytest" not in text and "import requests" not in text:
        text = "import pytest, requests\n\n" + text
    (pytester.path / name).write_text(text, encoding="utf-8")
    result = pytester.runpytest_subprocess("-q", "-p", "no:cacheprovider", name)
    if shown is None:
        result.assert_outcomes(passed=text.count("def test_") + text.count('["301"') * 2)
        return
    # The dashes of a title are as many as the terminal has room for.
    lines = [re.sub(r"-{5,}", "-----", line) for line in result.outlines]
    expected = [re.sub(r"-{5,}", "-----", line) for line in shown.rstrip("\n").split("\n")]
    assert pattern(expected).search(joined(lines)), "\n".join(lines)


def test_the_example_of_the_help_passes_as_it_stands(pytester):
    pytest.importorskip("requests")
    title, example = pytest_quintain.__doc__.split("\n\n", 1)
    pytester.makepyfile(test_help=textwrap.dedent(example))
    pytester.runpytest_subprocess("-p", "no:cacheprovider").assert_outcomes(passed=1)
