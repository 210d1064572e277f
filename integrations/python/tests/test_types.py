# test_types.py: the types that tests may count on.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import subprocess
import sys

import pytest

TYPED = """
from pathlib import Path
from typing import Dict, List, Optional

from pytest_quintain import File, Headers, Play, Plays, Request, Routes, Server


def test_it(play: Plays, routes: Routes, httpbin: Server, tmp_path: Path) -> None:
    one: Play = play("> GET /a\\n< 200\\n", deadline=5)
    with play(tmp_path / "first.scenario", case=302) as other:
        requests: List[Request] = other.requests
    address: str = one.url("/a", origin="main") + play.url + routes.url("/a") + httpbin.url("/a") + (httpbin + "/get")
    stub: str = routes(tmp_path / "stubs.routes").https_url("a") + httpbin.https_url + play.ca
    request = (requests + play.requests + routes.requests + httpbin.requests)[0]
    headers: Headers = request.headers
    field: Optional[str] = headers.get("X-A")
    fields: List[str] = headers.get_all("X-A")
    query: Dict[str, List[str]] = request.query
    form: Dict[str, List[str]] = request.form
    file: File = request.files["pic"][0]
    words: str = request.method + request.target + request.path + request.text + file.filename + file.type + headers["X-A"]
    content: bytes = request.body + file.body
    cut: bool = request.cut or request["line"] == 3 or request.json() is None
{wrong}
"""


@pytest.mark.parametrize("wrong, said", [
    ("", "Success: no issues found"),
    ("    play(7)", 'Argument 1 to "__call__" of "Plays" has incompatible type "int"'),
    ("    play('first', deadlin=5)", 'Unexpected keyword argument "deadlin"'),
    ("    number: int = request.method", 'Incompatible types in assignment (expression has type "str"'),
    ("    request.heders", '"Request" has no attribute "heders"; maybe "headers"?')],
    ids=["right", "scenario", "order", "result", "name"])
def test_a_test_that_is_typed_is_checked(tmp_path, wrong, said):
    pytest.importorskip("mypy")
    (tmp_path / "test_typed.py").write_text(TYPED.format(wrong=wrong))
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path.parent / "mypy", tmp_path / "test_typed.py"],
        text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=tmp_path)
    assert said in done.stdout and (done.returncode == 0) == (not wrong), done.stdout
