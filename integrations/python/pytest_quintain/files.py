# files.py: scenarios that are tests by themselves.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import tempfile
import warnings
from functools import cached_property
from typing import Any, Iterator, Sequence

import pytest

from .place import QuintainWarning
from .server import NotStarted, find, remarks

NO_DRIVER = "'quintain_driver' in the configuration says which client plays scenarios"
NOT_PLAYED = "lint found {found}; " + NO_DRIVER
NOT_JUDGED = "nothing was judged"
# What the command says of a driver, which stands in the configuration here.
BEHIND = "what stands behind '--'"
# What each scenario has: a line of a request or a reply, or of a delegate.
LINE = re.compile(r"^\s*[><!*]\w*(?: |$)", re.MULTILINE)
FOREIGN = (
    "a file of another tool? 'addopts = --ignore-glob=*.scenario' in the configuration leaves files of this ending out")
TOLD = pytest.StashKey[str]()


class ScenarioFile(pytest.File):
    """Played to the driver that the configuration names, each case of its table by itself; without one its text is held
    against the language."""

    @cached_property
    def driver(self) -> list[str]:
        return shlex.split(self.config.getini("quintain_driver"))

    @cached_property
    def lint(self) -> subprocess.CompletedProcess[str]:
        """What lint has found, as JSON; it runs once for all cases."""
        return self.run("lint", "--json", self.called)

    @cached_property
    def text(self) -> str:
        """The same for people."""
        return self.run("lint", self.called).stdout

    @cached_property
    def remarks(self) -> list[tuple[int, str]]:
        """What lint warns of, as pairs of a line and a sentence; of a file with errors nothing."""
        if self.lint.returncode:
            return []
        return [one for file in json.loads(self.lint.stdout)["files"] for one in remarks(file["diagnostics"])]

    @property
    def called(self) -> str:
        """The file, as reports name it."""
        name = os.path.relpath(self.path, self.config.rootpath)
        return str(self.path) if name.startswith((os.pardir, "-")) else name

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [find(), *words], cwd=self.config.rootpath, env=dict(os.environ, NO_COLOR="1"), text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def cases(self) -> list[str]:
        """The cases of its table; none if it has no table, or faults, which are told when it is played."""
        if not self.driver:
            return []
        try:
            listed = self.run("check", "--list", self.called, "--", *self.driver)
        except NotStarted:
            return []
        if listed.returncode != 0:
            return []
        mark = f"  {self.called}#"
        return [line.partition(mark)[2] for line in listed.stdout.splitlines() if mark in line]

    def collect(self) -> Iterator[pytest.Item]:
        cases = self.cases()
        if len(cases) < 2:
            yield ScenarioItem.from_parent(self, name=self.path.stem)
            return
        for case in cases:
            yield ScenarioItem.from_parent(self, name=f"{self.path.stem}[{case}]", case=case)


class ScenarioItem(pytest.Item):
    """One case of a file, or all of one that has no table."""

    def __init__(self, *, case: str | None = None, **named: Any) -> None:
        super().__init__(**named)
        self.case = case
        self.is_quiet = False
        """Whether nothing is to be said of it: there was nothing to do but lint, which found nothing."""

    @property
    def file(self) -> ScenarioFile:
        assert isinstance(self.parent, ScenarioFile)
        return self.parent

    def runtest(self) -> None:
        lint = self.file.lint
        found = self.file.remarks
        if not self.file.driver and lint.returncode != 0:
            raise Failed(self.file.text + self.foreign)
        skipped = self.played() if self.file.driver else NOT_PLAYED.format(found="no error" if found else "nothing")
        # A file that tests play by its name lies beside them, and each run would count it.
        self.is_quiet = not self.file.driver and not found and not self.session.isinitpath(self.path)
        for line, text in found:
            warning = QuintainWarning(f"{self.path.name}:{line}: {text}")
            warnings.warn_explicit(warning, QuintainWarning, str(self.path), line)
        if skipped:
            pytest.skip(skipped)

    def played(self) -> str | None:
        """Plays it; returns why it is none of the client's, if that is so."""
        lint, told = self.file.lint, self.config.stash.get(TOLD, None)
        if told is not None:
            raise Failed(self.file.text if lint.returncode else f"the driver could not be started, as {told} says")
        with tempfile.TemporaryDirectory(prefix="quintain-") as folder:
            report = os.path.join(folder, "report.json")
            name = self.file.called + ("" if self.case is None else f"#{self.case}")
            done = self.file.run("check", name, "--json", report, "--", *self.file.driver)
            if done.returncode == 0:
                self.warn_of(report)
                return None
            reason = inapplicable(report)
        if reason is None:
            # Of a file that is right the command refuses nothing but the driver: that is so for all that follow.
            if done.returncode == 2 and lint.returncode == 0:
                self.config.stash[TOLD] = self.nodeid
                raise Failed(done.stdout.replace(BEHIND, f"'quintain_driver = {self.config.getini('quintain_driver')}'"))
            # A typo of the file looks like a fault of the client's.
            warned = self.file.text.split("\n")[:-2] if self.file.remarks else []
            raise Failed("\n".join([done.stdout + self.foreign, *warned]))
        return reason

    def warn_of(self, report: str) -> None:
        """Warns of the lines under `level should` that the client did not keep."""
        with open(report, encoding="utf-8") as file:
            cases: Sequence[dict[str, Any]] = json.load(file)["cases"]
        for one in (one for case in cases for one in case.get("findings", []) if one["severity"] == "warning"):
            line = int(one.get("line") or 1)
            warning = QuintainWarning(f"{self.path.name}:{line}: {one['text']} [{one['rule']}]")
            warnings.warn_explicit(warning, QuintainWarning, str(self.path), line)

    @property
    def foreign(self) -> str:
        """What is said below the faults of a file that has no line of a scenario."""
        text = self.path.read_text("utf-8", errors="replace")
        return "" if LINE.search(text) else FOREIGN + "\n"

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        return str(excinfo.value) if isinstance(excinfo.value, (Failed, NotStarted)) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Any, int, str]:
        return self.path, 0, f"scenario: {self.name}"


class Failed(Exception):
    """The command's output."""


def inapplicable(report: str) -> str | None:
    """Why no case applies to the client, if nothing else is wrong with the run."""
    if not os.path.exists(report):
        return None
    with open(report, encoding="utf-8") as file:
        told = json.load(file)
    cases: Sequence[dict[str, Any]] = told["cases"]
    # The one complaint is that nothing was judged.
    if not cases or len(told.get("complaints", [])) > 1 or any(case["verdict"] != "not-applicable" for case in cases):
        return None
    return str(cases[0].get("reason", NOT_JUDGED))
