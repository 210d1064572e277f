# recipes.py: runs the scripts of the recipes for CI in a document.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""A block of `yaml` is a GitHub workflow or a GitLab job. The scripts of its jobs are run one after another in one folder, with
the built command in PATH. The files that they need stand in the document, each as a fence behind its quoted name and a colon. What
is marked `# environment` prepares a machine, and is left out. A matrix runs its job once for each value."""

import glob
import os
import re
import signal
import subprocess
import tempfile

import tree
from shown import Wrong

tree.debian("yaml")
import yaml

FENCE = re.compile(r"^```yaml\n(.*?)^```[ \t]*$", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"^`([\w./-]+)`:\n\n```\w*\n(.*?)^```[ \t]*$", re.DOTALL | re.MULTILINE)
# A comment is lost when YAML is read, so that the mark becomes part of its line.
MARKED, MARK = re.compile(r"  # environment$", re.MULTILINE), "<environment>"
# What a step may say that nobody here has to do.
STEP = {"name", "id", "uses", "with", "run", "if"}


def parts(recipe):
    """What a recipe does, in its order: ("run", script), ("leave", a file that is there then), ("skip", what prepares a machine)."""
    for job in recipe.get("jobs", {}).values():
        matrix = job.get("strategy", {}).get("matrix", {})
        for word, value in [(word, value) for word, values in matrix.items() for value in values] or [("", "")]:
            for step in job["steps"]:
                if unknown := set(step) - STEP:
                    raise Wrong(f"nobody here knows what '{min(unknown)}' does")
                if MARK in step.get("name", ""):
                    yield "skip", step["name"]
                elif "run" in step and step.get("if", "always()") != "always()":
                    raise Wrong(f"'if: {step['if']}' is not understood here")
                elif "run" in step:
                    yield "run", step["run"].replace("${{ matrix.%s }}" % word, str(value))
                elif "upload-artifact@" in step["uses"]:
                    yield "leave", step["with"]["path"].replace("${{ matrix.%s }}" % word, str(value))
    for job in recipe.values():
        if isinstance(job, dict) and "script" in job:
            lines = job.get("before_script", []) + job["script"]
            yield from (("skip", line) for line in lines if MARK in line)
            yield "run", "\n".join(line for line in lines if MARK not in line)
            yield from (("run", line) for line in job.get("after_script", []))
            yield from (("leave", path) for path in job.get("artifacts", {}).get("paths", []))


def run(script, folder, environment, seconds, groups):
    process = subprocess.Popen(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], cwd=folder, env=environment,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)
    groups.append(process.pid)
    try:
        output, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        raise Wrong(f"not done after {seconds} s:\n{script}") from None
    if process.returncode:
        raise Wrong(f"ended with status {process.returncode}:\n{script}\n{output}")


def files(text):
    """The files that the recipes of a document need, by their paths; none where there is no recipe."""
    return {found.group(1): found.group(2) for found in FILE.finditer(text)} if FENCE.search(text) else {}


def follow(text, command, seconds):
    """Runs all recipes of a document; says how many scripts that were."""
    try:
        recipes = [yaml.safe_load(MARKED.sub(" " + MARK, found.group(1))) for found in FENCE.finditer(text)]
    except yaml.YAMLError as error:
        raise Wrong(f"it cannot be read: {error}") from None
    counts = dict.fromkeys(("run", "leave", "skip"), 0)
    for recipe in recipes:
        groups = []
        with tempfile.TemporaryDirectory(prefix="recipe-") as folder, tempfile.NamedTemporaryFile("r") as kept:
            tree.write(folder, files(text))
            environment = {key: value for key, value in os.environ.items() if not key.lower().endswith("_proxy")}
            environment |= {"CI": "true", "LC_ALL": "C.UTF-8", "GITHUB_ENV": kept.name, "PATH": command + os.pathsep + os.environ["PATH"]}
            try:
                for kind, value in parts(recipe):
                    counts[kind] += 1
                    if kind == "run":
                        run(value, folder, environment, seconds, groups)
                        # The variables that a step leaves for those after it.
                        environment |= dict(line.rstrip("\n").split("=", 1) for line in kept if "=" in line)
                    elif kind == "leave" and "${{" not in value and not glob.glob(os.path.join(folder, value)):
                        raise Wrong(f"there is no '{value}' to keep")
            finally:
                for group in groups:
                    try:
                        os.killpg(group, signal.SIGKILL)
                    except ProcessLookupError:
                        pass
    if not counts["run"]:
        raise Wrong("there is nothing to run in it")
    return f"{len(recipes)} recipes, {counts['run']} scripts run, {counts['skip']} that prepare a machine left out"


def document(text):
    return f"`a/b.txt`:\n\n```\nhello\n```\n\n```yaml\n{text}```\n"


GITHUB = "jobs:\n  one:\n    strategy:\n      matrix:\n        n: [1, 2]\n    steps:\n      - uses: a/b@v4\n      - name: n  # environment\n        run: false\n"
CASES = [
    ("steps in order", document(
        GITHUB + "      - run: |\n          grep -q hello a/b.txt\n          echo A=${{ matrix.n }} >>\"$GITHUB_ENV\"\n      - run: touch $A\n"
        "      - uses: actions/upload-artifact@v4\n        with:\n          path: ${{ matrix.n }}\n"), None),
    ("nothing to keep", document("one:\n  script:\n    - 'true'\n  artifacts:\n    paths: [part]\n"), "no 'part' to keep"),
    ("a failure in the middle of a pipe", document(
        "one:\n  before_script:\n    - exit 1  # environment\n  script:\n    - false | true\n    - echo\n"), "status 1"),
    ("a key that nobody knows", document(GITHUB + "      - ruin: false\n"), "nobody here knows"),
    ("a script without end", document("one:\n  script:\n    - sleep 60\n"), "not done after"),
    ("only preparation", document(GITHUB), "nothing to run"),
]
