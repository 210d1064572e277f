# recipes.py: runs the steps of the recipes for CI in a document, as a runner would.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""A block of `yaml` is a GitHub workflow or a GitLab job. Its steps are run in a clean folder, with the built command in
PATH. The files that they need stand in the document, each as a fence behind its quoted name and a colon. A step that is
marked `# environment` prepares a machine, and is left out. A matrix runs its job once for each value, and a job of GitHub that
downloads artifacts gets what the jobs before it have uploaded."""

import glob
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

import tree
from plain_yaml import Yaml
from shown import Wrong

FENCE = re.compile(r"^```yaml\n(.*?)^```[ \t]*$", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"^`([\w./-]+)`:\n\n```\w*\n(.*?)^```[ \t]*$", re.DOTALL | re.MULTILINE)
# What CI systems know of a job and a runner needs to be told; nothing here makes a difference to a step.
GITHUB = {"name", "id", "uses", "with", "run", "if"}
GITLAB = {"image", "variables", "timeout", "cache", "before_script", "script", "after_script", "artifacts"}
UPLOAD, DOWNLOAD = "actions/upload-artifact@", "actions/download-artifact@"


def jobs(document):
    """Each job as (name, scripts to run, scripts to run in any case, how many are left out, what it uploads, whether it
    downloads that of others)."""
    if not isinstance(document, dict):
        raise Wrong("a recipe is a mapping")
    if "jobs" in document:
        for name, job in document["jobs"].items():
            values = job.get("strategy", {}).get("matrix", {})
            if len(values) > 1:
                raise Wrong(f"job '{name}': a matrix of more than one row is not understood here")
            for word, value in [(word, value) for word, row in values.items() for value in row] or [("none", "")]:
                yield from one(name, job, "${{ matrix.%s }}" % word, value)
        return
    for name, job in document.items():
        if name == "include":
            continue
        if set(job) - GITLAB or "script" not in job:
            raise Wrong(f"job '{name}' is no job of GitLab")
        lines = job.get("before_script", []) + job["script"]
        script = "\n".join(line for line in lines if not line.marked)
        after = "\n".join(job.get("after_script", []))
        yield name, [script], [after] if after else [], sum(line.marked for line in lines), [], False


def one(name, job, word, value):
    """A job of GitHub, with one value of its matrix in the place of the word."""
    steps, always, left, uploads, downloads = [], [], 0, [], False
    for step in job["steps"]:
        if set(step) - GITHUB:
            raise Wrong(f"job '{name}': nobody here knows what '{min(set(step) - GITHUB)}' does")
        if "uses" in step or step["name"].marked:
            left += 1
            if step.get("uses", "").startswith(UPLOAD):
                uploads += step["with"]["path"].replace(word, value).splitlines()
            downloads |= step.get("uses", "").startswith(DOWNLOAD)
        elif "if" in step and step["if"] != "always()":
            raise Wrong(f"job '{name}': 'if: {step['if']}' is not understood here")
        else:
            (always if "if" in step else steps).append(step["run"].replace(word, value))
    yield name, steps, always, left, uploads, downloads


def run(script, folder, environment, seconds):
    process = subprocess.Popen(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], cwd=folder, env=environment,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    try:
        output, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        raise Wrong(f"not done after {seconds} s:\n{script}")
    if process.returncode:
        raise Wrong(f"ended with status {process.returncode}:\n{script}\n{output}")


def uploaded(name, folder, patterns):
    """The files that a job leaves for others, by their names. What a runner keeps elsewhere is not looked for."""
    found = {}
    for pattern in patterns:
        if "${{" in pattern:
            continue
        paths = glob.glob(os.path.join(folder, pattern))
        if not paths:
            raise Wrong(f"job '{name}': there is no '{pattern}' to upload")
        for path in paths:
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found


def known(path):
    """The variables that a step has left for those after it, as GitHub takes them."""
    with open(path) as file:
        return dict(line.rstrip("\n").split("=", 1) for line in file if "=" in line)


def files(text):
    """The files that the recipes of a document need, by their paths; none where there is no recipe."""
    return {found.group(1): found.group(2) for found in FILE.finditer(text)} if FENCE.search(text) else {}


def follow(text, command, seconds, tell=print):
    """Runs all recipes of a document; says how many scripts that were."""
    recipes = [Yaml(found.group(1)).value for found in FENCE.finditer(text)]
    ran = left = 0
    for recipe in recipes:
        artifacts = {}
        for name, steps, always, skipped, uploads, downloads in jobs(recipe):
            left += skipped
            with tempfile.TemporaryDirectory(prefix="recipe-") as folder, tempfile.NamedTemporaryFile() as kept:
                tree.write(folder, files(text))
                for path, content in artifacts.items() if downloads else []:
                    with open(os.path.join(folder, path), "wb") as file:
                        file.write(content)
                environment = {key: value for key, value in os.environ.items() if not key.lower().endswith("_proxy")}
                environment |= {"CI": "true", "LC_ALL": "C.UTF-8", "GITHUB_ENV": kept.name}
                environment["PATH"] = command + os.pathsep + environment["PATH"]
                # A leader of its own, so that nothing that a recipe leaves running outlives it.
                before = children()
                try:
                    try:
                        for step in steps:
                            run(step, folder, environment | known(kept.name), seconds)
                            ran += 1
                    finally:
                        for step in always:
                            run(step, folder, environment | known(kept.name), seconds)
                            ran += 1
                    artifacts |= uploaded(name, folder, uploads)
                finally:
                    # What has been told to end needs a moment.
                    end = time.monotonic() + min(5, seconds)
                    while (stray := children() - before) and time.monotonic() < end:
                        time.sleep(0.05)
                    for process in stray:
                        os.kill(process, signal.SIGKILL)
                if stray:
                    raise Wrong(f"job '{name}': {len(stray)} processes were left running")
                tell(f"  {name}: {len(steps) + len(always)} scripts")
    if not ran:
        raise Wrong("there is nothing to run in it")
    return f"{len(recipes)} recipes, {ran} scripts run, {left} that prepare a machine left out"


def children():
    """Processes below this one, adopted ones included: see `adopt`."""
    listing = subprocess.run(["ps", "-e", "-o", "pid=,ppid=,stat=,comm="], capture_output=True, text=True).stdout
    return {int(pid) for pid, parent, state, name in (line.split(None, 3) for line in listing.splitlines())
            if int(parent) == os.getpid() and not state.startswith("Z") and name != "ps"}


def adopt():
    """A process that a script leaves behind becomes a child of this one, if the system can do that."""
    import ctypes
    PR_SET_CHILD_SUBREAPER = 36
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def document(steps):
    return f"# A\n\n`a/b.txt`:\n\n```\nhello\n```\n\n```yaml\n{steps}```\n"


UPLOADING = "      - uses: actions/upload-artifact@v4\n        with:\n          path: %s\n"
GITHUB_JOB = "name: x\njobs:\n  one:\n    steps:\n"
CASES = [
    ("steps in order", document(GITHUB_JOB + "      - uses: a/b@v4\n      - name: n  # environment\n        run: false\n"
     "      - name: m\n        run: |\n          grep -q hello a/b.txt\n          echo A=1 >>\"$GITHUB_ENV\"\n"
     "      - name: o\n        run: test \"$A\" = 1\n"), None),
    ("a matrix, and what it uploads", document(
        "jobs:\n  parts:\n    strategy:\n      matrix:\n        n: [1, 2]\n    steps:\n      - name: n\n"
        "        run: echo ${{ matrix.n }} >part-${{ matrix.n }}\n" + UPLOADING % "part-*" +
        "  whole:\n    steps:\n      - uses: actions/download-artifact@v4\n      - name: m\n"
        "        run: test \"$(cat part-1 part-2 | tr -d '[:space:]')\" = 12\n"), None),
    ("nothing to upload", document(GITHUB_JOB + "      - name: n\n        run: true\n" + UPLOADING % "part-1"), "no 'part-1' to upload"),
    ("a matrix of two rows", document("jobs:\n  a:\n    strategy:\n      matrix:\n        n: [1]\n        m: [2]\n    steps:\n"
                                      "      - name: n\n        run: true\n"), "more than one row"),
    ("a job in order", document("one:\n  before_script:\n    - false  # environment\n  script:\n    - export A=1\n"
                                "    - test $A = 1\n  artifacts:\n    paths: [a, b]\n"), None),
    ("a step that fails", document(GITHUB_JOB + "      - name: n\n        run: false\n"), "status 1"),
    ("a failure in the middle", document(GITHUB_JOB + "      - name: n\n        run: |\n          false\n          true\n"),
     "status 1"),
    ("a failure in a pipe", document("one:\n  script:\n    - false | true\n"), "status 1"),
    ("a failure in the end", document(GITHUB_JOB + "      - name: n\n        if: always()\n        run: false\n"), "status 1"),
    ("a key that nobody knows", document(GITHUB_JOB + "      - name: n\n        ruin: false\n"), "nobody here knows"),
    ("yaml that is more than plain", document("one:\n  script:\n    - \"false\"\n"), "more than plain text"),
    ("a step without end", document("one:\n  script:\n    - sleep 60\n"), "not done after"),
    ("a process that is left", document("one:\n  script:\n    - sleep 61 >/dev/null 2>&1 &\n"), "left running"),
    ("nothing to run", "# A\n", "nothing to run"),
    ("only preparation", document(GITHUB_JOB + "      - uses: a/b@v4\n"), "nothing to run"),
]
