# recipes.py: runs the steps of the recipes for CI in a document, as a runner would.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""A block of `yaml` is a GitHub workflow or a GitLab job. Its steps are run in a clean folder, with the built command in
PATH. The files that they need stand in the document, each as a fence behind its quoted name and a colon. A step that is
marked `# environment` prepares a machine, and is left out."""

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
GITHUB = {"name", "uses", "with", "run", "if"}
GITLAB = {"image", "variables", "before_script", "script", "after_script", "artifacts"}


def jobs(document):
    """Each job as (name, scripts to run, scripts to run in any case, how many are left out)."""
    if not isinstance(document, dict):
        raise Wrong("a recipe is a mapping")
    if "jobs" in document:
        for name, job in document["jobs"].items():
            steps, always, left = [], [], 0
            for step in job["steps"]:
                if set(step) - GITHUB:
                    raise Wrong(f"job '{name}': nobody here knows what '{min(set(step) - GITHUB)}' does")
                if "uses" in step or step["name"].marked:
                    left += 1
                elif "if" in step:
                    if step["if"] != "always()":
                        raise Wrong(f"job '{name}': 'if: {step['if']}' is not understood here")
                    always.append(step["run"])
                else:
                    steps.append(step["run"])
            yield name, steps, always, left
        return
    for name, job in document.items():
        if name == "include":
            continue
        if set(job) - GITLAB or "script" not in job:
            raise Wrong(f"job '{name}' is no job of GitLab")
        lines = job.get("before_script", []) + job["script"]
        script = "\n".join(line for line in lines if not line.marked)
        after = "\n".join(job.get("after_script", []))
        yield name, [script], [after] if after else [], sum(line.marked for line in lines)


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


def known(path):
    """The variables that a step has left for those after it, as GitHub takes them."""
    with open(path) as file:
        return dict(line.rstrip("\n").split("=", 1) for line in file if "=" in line)


def follow(text, command, seconds, tell=print):
    """Runs all recipes of a document; says how many scripts that were."""
    recipes = [Yaml(found.group(1)).value for found in FENCE.finditer(text)]
    ran = left = 0
    for recipe in recipes:
        for name, steps, always, skipped in jobs(recipe):
            left += skipped
            with tempfile.TemporaryDirectory(prefix="recipe-") as folder, tempfile.NamedTemporaryFile() as kept:
                tree.write(folder, {found.group(1): found.group(2) for found in FILE.finditer(text)})
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
    """Whatever a script leaves behind becomes a child of this process, where the system has a way for that."""
    import ctypes
    PR_SET_CHILD_SUBREAPER = 36
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def document(steps):
    return f"# A\n\n`a/b.txt`:\n\n```\nhello\n```\n\n```yaml\n{steps}```\n"


GITHUB_JOB = "name: x\njobs:\n  one:\n    steps:\n"
CASES = [
    ("steps in order", document(GITHUB_JOB + "      - uses: a/b@v4\n      - name: n  # environment\n        run: false\n"
     "      - name: m\n        run: |\n          grep -q hello a/b.txt\n          echo A=1 >>\"$GITHUB_ENV\"\n"
     "      - name: o\n        run: test \"$A\" = 1\n"), None),
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
