# browser.py: a headless Chromium, driven by its own protocol over two pipes.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""Opens pages, presses keys, takes pictures, for the checks beside it. Needs nothing but Chromium: messages are JSON, each
ended by a zero byte, on descriptors 3 and 4 (https://chromedevtools.github.io/devtools-protocol)."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
KEYS = {"Enter": (13, "\r"), "Escape": (27, ""), "Tab": (9, ""), "ArrowUp": (38, ""), "ArrowDown": (40, ""),
        "ArrowLeft": (37, ""), "ArrowRight": (39, ""), "Home": (36, ""), "End": (35, ""), " ": (32, " ")}


def program():
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Trouble(Exception):
    pass


class Browser:
    """One page at a time. What it complains of is in `complaints`: errors of scripts, of the console, of the policy."""

    def __init__(self):
        if program() is None:
            raise Trouble("there is no Chromium: Scripts/setup chromium")
        self.folder = tempfile.mkdtemp(prefix="quintain-pages-")
        theirs, self.output = os.pipe()
        self.input, theirs_out = os.pipe()

        # High numbers first: one of them may be 3 or 4 itself.
        def arrange():
            reading, writing = os.dup(theirs), os.dup(theirs_out)
            high = max(reading, writing, 10) + 1
            os.dup2(reading, high)
            os.dup2(writing, high + 1)
            os.dup2(high, 3)
            os.dup2(high + 1, 4)

        self.process = subprocess.Popen(
            [program(), "--headless=new", "--remote-debugging-pipe", f"--user-data-dir={self.folder}", "--no-first-run",
             "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--hide-scrollbars",
             "--force-color-profile=srgb", *(["--no-sandbox"] if os.geteuid() == 0 else [])],
            preexec_fn=arrange, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(theirs)
        os.close(theirs_out)
        self.rest, self.number, self.complaints, self.forgiven, self.events = b"", 0, [], [], []
        self.session = None
        target = self.say("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.say("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.say(f"{domain}.enable")

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.output)
        os.close(self.input)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # The protocol.

    def say(self, method, /, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        view = json.dumps(message).encode() + b"\0"
        while view:
            view = view[os.write(self.output, view):]
        number, until = self.number, time.monotonic() + 60
        while True:
            answer = self.hear(until)
            if answer.get("id") == number:
                if "error" in answer:
                    raise Trouble(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def hear(self, until):
        while b"\0" not in self.rest:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.input], [], [], left)[0]:
                raise Trouble("the browser says nothing")
            piece = os.read(self.input, 1 << 20)
            if not piece:
                raise Trouble("the browser has ended")
            self.rest += piece
        text, _, self.rest = self.rest.partition(b"\0")
        message = json.loads(text)
        method, told = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = told["exceptionDetails"]
            self.complain(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled" and told["type"] in ("error", "warning", "assert"):
            self.complain(" ".join(str(word.get("value", word.get("description"))) for word in told["args"]))
        elif method == "Log.entryAdded" and told["entry"]["level"] in ("error", "warning"):
            self.complain(told["entry"]["text"])
        elif method:
            self.events.append(message)
        return message

    def complain(self, text):
        if not any(word in text for word in self.forgiven):
            self.complaints.append(text)

    def forgive(self, word):
        """What the browser itself says of a refusal that is meant, from now on: it may say so after the page has shown it."""
        self.forgiven.append(word)

    # What a person does.

    def size(self, width, height, dark=False, touch=False):
        self.say("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2 if touch else 1,
                 mobile=touch)
        self.media(dark=dark)

    def media(self, dark=False, medium="", still=True):
        self.say("Emulation.setEmulatedMedia", media=medium, features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"}])

    def open(self, address):
        self.events.clear()
        # A page that is there already would only be told of another fragment.
        self.say("Page.navigate", url="about:blank")
        self.say("Page.navigate", url=address)
        self.wait("document.readyState === 'complete' && location.href !== 'about:blank'", "the page to be there")

    def run(self, script):
        """The value of an expression in the page; a promise is awaited."""
        answer = self.say("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise Trouble(details.get("exception", {}).get("description") or details["text"])
        return answer["result"].get("value")

    def wait(self, script, what, seconds=20):
        until = time.monotonic() + seconds
        while not self.run(f"Boolean({script})"):
            if time.monotonic() > until:
                raise Trouble(f"waited {seconds} s for {what}")
            time.sleep(0.02)

    def settle(self):
        """Until what was changed is drawn."""
        self.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))")

    def press(self, key, shift=False):
        code, text = KEYS.get(key, (ord(key.upper()[0]), key))
        told = {"key": key, "code": key if len(key) > 1 else "", "windowsVirtualKeyCode": code, "modifiers": 8 if shift else 0}
        self.say("Input.dispatchKeyEvent", type="keyDown", **told, **({"text": text} if text else {}))
        self.say("Input.dispatchKeyEvent", type="keyUp", **told)
        self.settle()

    def type(self, text):
        for key in text:
            self.press(key)

    def picture(self, path, whole=False):
        self.settle()
        image = self.say("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(base64.b64decode(image["data"]))
