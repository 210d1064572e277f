# commands.py: runs the commands of a document as a reader would, and compares what they show.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""Runs every fenced block of `sh`, one after another, in one shell's state.

The words behind `sh` say how: `exit=1` is the status that the block must end with; `server` starts it in the background,
waits for its ready file, and ends it by its process group when the document ends or the next server begins. A fence of
`text` right behind a block is what the block shows, and one elsewhere is part of what some block shows; shown.py says what
may differ.

All of it happens in a scratch folder that has the project's files as links, so that what the commands write is gone
afterwards; a project is built once, in its own folder. The files of a document's recipes for CI are there, too."""

import contextlib
import difflib
import os
import re
import signal
import socket
import subprocess
import tempfile
import time

import recipes
import tree
from shown import Wrong, joined, pattern, shows

FENCE = re.compile(r"^```(\w*)([^\n]*)\n(.*?)^```[ \t]*$", re.DOTALL | re.MULTILINE)
SHELLS = ("bash", "shell", "console", "zsh")
#: The ports that the document's servers have unless told otherwise, and one that they have only if their line says so; each gets a
#: free one in its place.
PORTS, MORE_PORTS = {"--port": "8080", "--control-port": "8081"}, {"--https-port": "8443"}


class Block:
    def __init__(self, line, words, text):
        self.line, self.text, self.output, self.span = line, text.strip("\n"), None, None
        self.is_server, self.status = "server" in words, 0
        for word in set(words) - {"server"}:
            if not word.startswith("exit="):
                raise Wrong(f"line {line}: '{word}' is no way to run a block")
            self.status = int(word[5:])


def blocks(text):
    """The blocks to run, and the excerpts of what one of them shows: line and text."""
    found, excerpts, last = [], [], None
    for fence in FENCE.finditer(text):
        line, language, lines = tree.line(text, fence.start()), fence.group(1), fence.group(3).rstrip("\n").split("\n")
        if language in SHELLS:
            raise Wrong(f"line {line}: a block of '{language}' would not be run; call it 'sh'")
        if language == "sh":
            found.append(Block(line, fence.group(2).split(), fence.group(3)))
        elif language == "text" and last and last.group(1) == "sh" and not text[last.end():fence.start()].strip():
            found[-1].output, found[-1].span = lines, fence.span(3)
        elif language == "text":
            excerpts.append((line, lines))
        last = fence
    return found, excerpts


class Reader:
    """A reader who types the document's commands."""

    def __init__(self, folder, state, seconds, command):
        self.folder, self.state, self.seconds, self.server, self.ports = folder, state, seconds, None, {}
        left_out = ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "MAKEOVERRIDES", "ARGS")
        self.environment = {k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy") and k not in left_out}
        self.environment |= {"COLUMNS": "96", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
        if command:
            self.environment["PATH"] = command + os.pathsep + self.environment["PATH"]

    def shell(self, text, output):
        """Starts the lines where those before have left variables and folder."""
        saved = os.path.join(self.state, "environment")
        return subprocess.Popen(
            ["bash", "-c", f'[ ! -e "{saved}" ] || . "{saved}"\n{text}'], cwd=self.folder, env=self.environment, text=True, errors="replace",
            stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, start_new_session=True)

    def run(self, block):
        """Standard output and standard error, as lines."""
        text = block.text
        for port, actual in self.ports.items():
            text = re.sub(rf"(?<=:){port}\b", actual, text)
        keep = f'{{ export -p; printf "cd %q\\n" "$PWD"; }} >"{self.state}/environment"'
        process = self.shell(f"trap 'status=$?; {keep}; exit $status' EXIT\nset -eo pipefail\n{text}", subprocess.PIPE)
        try:
            output, _ = process.communicate(timeout=self.seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise Wrong(f"line {block.line}: not done after {self.seconds} s: {block.text}") from None
        if process.returncode != block.status:
            raise Wrong(f"line {block.line}: ended with status {process.returncode} instead of {block.status}: {block.text}\n{output}")
        return output.rstrip("\n").split("\n")

    def start(self, block):
        self.stop()
        ready, line = os.path.join(self.state, "ready"), block.text
        self.ports = {port: str(free_port()) for port in [*PORTS.values(), *MORE_PORTS.values()]}
        for name, port in MORE_PORTS.items():
            line = line.replace(f"{name} {port}", f"{name} {self.ports[port]}")
        options = " ".join(f"{name} {self.ports[port]}" for name, port in PORTS.items()) + f" --ready-file {ready}"
        line = f"{line} ARGS='{options}'" if line.startswith("make ") else f"{line} {options}"
        with open(os.path.join(self.state, "server.log"), "w") as log:
            self.server = self.shell(line, log)
        end = time.monotonic() + self.seconds
        # The file appears whole.
        while not os.path.exists(ready):
            if self.server.poll() is not None or time.monotonic() > end:
                raise Wrong(f"line {block.line}: the server was not ready: {line}\n{tree.read(self.state, 'server.log')}")
            time.sleep(0.05)
        return tree.read(self.state, "server.log").rstrip("\n").split("\n")

    def stop(self):
        if self.server:
            try:
                os.killpg(self.server.pid, signal.SIGTERM)
                self.server.wait(timeout=10)
            except ProcessLookupError:
                pass
            except subprocess.TimeoutExpired:
                os.killpg(self.server.pid, signal.SIGKILL)
                raise Wrong("a server did not end within 10 s of being asked to") from None
            self.server = None
            with contextlib.suppress(FileNotFoundError):
                os.remove(os.path.join(self.state, "ready"))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def follow(text, root, seconds, done=(), command=None, rewritten=None):
    """Runs all blocks; says how many were run and compared. What differs is put into `rewritten`, if given. `command` is a folder that
    the reader has in PATH; one of the README has to put it there as it says."""
    todo, excerpts = blocks(text)
    compared, shown = 0, ""
    with tempfile.TemporaryDirectory(prefix="readme-") as folder, tempfile.TemporaryDirectory() as state:
        for name in os.listdir(root):
            if name != ".git":
                os.symlink(os.path.join(root, name), os.path.join(folder, name))
        needed = recipes.files(text)
        if linked := {path.split("/")[0] for path in needed} & set(os.listdir(folder)):
            raise Wrong(f"a file of a recipe is in '{min(linked)}', which the project has itself")
        tree.write(folder, needed)
        reader = Reader(folder, state, seconds, command)
        try:
            for block in todo:
                first = block.text.split("\n")[0]
                if block.text in done:
                    print(f"  line {block.line}: {first}: run already")
                    continue
                began = time.monotonic()
                actual = reader.start(block) if block.is_server else reader.run(block)
                shown += joined(actual)
                if block.output is not None:
                    compared += 1
                    if not shows(block.output, actual) and rewritten is not None:
                        rewritten.append((block.span, "".join(line.rstrip() + "\n" for line in actual)))
                    elif not shows(block.output, actual):
                        change = "\n".join(difflib.unified_diff(block.output, actual, "shown", "real", lineterm=""))
                        raise Wrong(f"line {block.line}: shows something else than is shown: {block.text}\n{change}")
                print(f"  line {block.line}: {first} ({time.monotonic() - began:.1f} s)")
        finally:
            reader.stop()
    for line, lines in excerpts:
        compared += 1
        if not pattern(lines).search(shown):
            raise Wrong(f"line {line}: no block shows this")
    if not todo:
        raise Wrong("there is no block of sh in it")
    return f"{len(todo)} blocks run, {compared} outputs compared"


SH, END = "```sh", "```\n"
READY = "python3 -c \"import sys, time; open(sys.argv[-1], 'w').write('{}'); time.sleep(60)\""
CASES = [
    ("blocks in order", f"{SH} exit=3\nexport B=c; exit 3\n{END}{SH}\necho $B\n{END}```text\nc\n{END}", None),
    ("what may differ", f"{SH}\necho http://127.0.0.1:123/x; seq 9\n{END}```text\nhttp://127.0.0.1:4567/x\n1\n…\n9\n{END}", None),
    ("a server", f"{SH} server\n{READY}\n{END}{SH}\ntrue\n{END}", None),
    ("a server that is never ready", f"{SH} server\nsleep 60 #\n{END}", "was not ready"),
    ("an excerpt of nothing", f"```text\n2\n4\n{END}\n{SH}\nseq 9\n{END}", "no block shows this"),
    ("an output cut short", f"{SH}\nseq 9\n{END}```text\n1\n2\n{END}", "shows something else"),
    ("a failure in the middle", f"{SH}\nfalse\ntrue\n{END}", "ended with status 1"),
    ("a success where a failure is told", f"{SH} exit=1\ntrue\n{END}", "ended with status 0"),
    ("a command without end", f"{SH}\nsleep 60\n{END}", "not done after"),
    ("a shell that would be passed over", f"```bash\ntrue\n{END}", "call it 'sh'"),
]
