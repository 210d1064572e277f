# live.py: the live page of `quintain serve`, used as people do. Stories of pages/check.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""Each story has a server with a few fixtures of its own. What must be is waited for; what never comes ends the story."""
import contextlib
import json
import os
import shlex
import subprocess
import tempfile
import urllib.error
import urllib.parse
import urllib.request

import tree
from browser import DESK, PHONE, Trouble

QUINTAIN = os.environ.get("QUINTAIN") or os.path.join(tree.ROOT, ".build/release/quintain")
EVIL = "hostile/<img src=x onerror=alert(1)>.scenario"
FIXTURES = {
    "flow/see-other.scenario": "# A 303 after POST is followed with GET\n> POST /submit\n< 303\n< Location: /done\n"
                               "* redirect 303 /done method=GET\n> GET /done\n< 200\n<\n< done\n* response 200\n* finish\n",
    "flow/held.scenario": "# Somebody has to let it go on\n> GET /\n! hold\n< 200\n<\n< late\n",
    "flow/secure.scenario": "# Over TLS\norigin main https\n> GET /\n< 200\n<\n< safe\n",
    EVIL: "# </script><img src=x onerror=alert(1)> & \"'`\n> GET /\n< 200\n< X: <b>bold</b>\n",
    "routes/some.routes": "# Some routes\nroutes\n\n> GET /r\n< 200\n",
}


class Visit:
    """A user of the page of a server that ends when it is let go of."""

    def __init__(self, browser, folder, *options):
        self.browser, self.folder, self.options = browser, folder, options
        self.must, self.shows, self.there, self.click = browser.must, browser.shows, browser.there, browser.click
        tree.write(os.path.join(folder, "fixtures"), FIXTURES)
        self.start(0)

    def start(self, port):
        ready = os.path.join(self.folder, "ready.json")
        self.process = subprocess.Popen(
            [QUINTAIN, "serve", os.path.join(self.folder, "fixtures"), "--port", "0", "--control-port", str(port), "--ready-file", ready,
             "--until-eof", *self.options], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if subprocess.run([QUINTAIN, "wait", ready, "--pid", str(self.process.pid)], capture_output=True).returncode:
            raise Trouble("quintain serve does not start")
        told = json.loads(tree.read(self.folder, "ready.json"))
        self.url, self.port, self.routes = told["controlURL"], told["controlPort"], told["url"]

    def stop(self):
        self.process.stdin.close()
        self.process.wait(timeout=30)

    def arm(self, name):
        request = urllib.request.Request(self.url + "/sessions", json.dumps({"scenario": name}).encode(), method="POST")
        with urllib.request.urlopen(request, timeout=30) as reply:
            return json.load(reply)

    def open(self, fragment=""):
        self.browser.open(f"{self.url}/{fragment}")

    def write(self, text):
        """In place of all that is there."""
        self.browser.run("(() => { const area = document.querySelector('.editor-area'); area.focus(); area.select(); })()")
        self.browser.say("Input.insertText", text=text)

    def curl(self):
        """Does what the page says, and gives the last answer."""
        answer = ""
        with tempfile.TemporaryDirectory() as place:
            for command in self.browser.run("[...document.querySelectorAll('.copied code')].map(one => one.textContent)"):
                if command.startswith("curl"):
                    done = subprocess.run(shlex.split(command) + ["-sS"], capture_output=True, text=True, cwd=place, timeout=30)
                    self.browser.expect(done.returncode == 0, f"'{command}' works: {done.stderr}")
                    answer = done.stdout
        return answer


@contextlib.contextmanager
def visiting(browser, *options):
    browser.size(*DESK)
    with tempfile.TemporaryDirectory(prefix="quintain-live-") as folder:
        visit = Visit(browser, folder, *options)
        try:
            yield visit
            # Streams that are cut off when a server ends are complained of by the browser.
            browser.driver.get("about:blank")
        finally:
            visit.stop()


def live_try(browser):
    """A scenario is written: its faults come and go, and it is armed from the keyboard."""
    with visiting(browser) as visit:
        visit.open("#/try")
        visit.shows(".try-status", "nothing is wrong")
        visit.write("# Mine\n> GET /x\n< 200\n* redirct 302\n")
        visit.shows(".editor .fault.error", "redirct")
        visit.shows(".fault-where", "line 4, column 3")
        visit.must("document.querySelector('.try .primary').disabled", "that what is wrong cannot be armed")
        browser.look("fault")
        # curl would take the brackets for a range.
        visit.write("# Mine\n> GET /x?a[b]=1\n< 200\n")
        visit.must("document.querySelector('.try .primary:enabled')", "that it can be armed")
        browser.say("Input.dispatchKeyEvent", type="keyDown", key="Enter", code="Enter", windowsVirtualKeyCode=13, modifiers=2)
        visit.there(".origins")
        visit.curl()
        visit.there(".verdict-box.good")


def live_routes(browser):
    """Routes are written and served, asked, seen in the journal, and taken away."""
    with visiting(browser) as visit:
        visit.open("#/routes")
        visit.click("main .primary", "Keep requests")
        visit.shows("main [role=status]", "0 requests")
        visit.open("#/try")
        visit.write("# Greetings\nroutes\n\n> GET /greeting\n< 200\n<\n< hello\n")
        visit.click(".try .primary:enabled", "Serve")
        visit.shows(".sheets .sheet-title", "Greetings")
        with urllib.request.urlopen(f"{visit.routes}/greeting?<b>", timeout=30) as reply:
            browser.expect(reply.read() == b"hello", "the routes answer")
        with contextlib.suppress(urllib.error.HTTPError):
            urllib.request.urlopen(urllib.request.Request(f"{visit.routes}/elsewhere", b"name=fido"), timeout=30)
        visit.shows(".requests li .request-line", "POST /elsewhere")
        visit.shows(".requests li .badge.bad", "no route")
        browser.look("journal")
        visit.click(".sheets button", "Take away")
        visit.there(".sheets li", 0)


def live_play(browser):
    """Armed by its button, played by the command that the page shows, drawn to its verdict; over TLS as well."""
    with visiting(browser) as visit:
        visit.open("#/fixtures/flow/see-other.scenario")
        visit.there(".listing .line", 11)
        visit.click(".actions .primary")
        visit.there(".origins")
        visit.shows(".session-badge", "running")
        visit.shows(".line.due .number", "2")
        browser.expect("done" in visit.curl(), "curl gets to the end of the scenario")
        visit.shows(".verdict-box.good strong", "pass")
        visit.there(".diagram .row.request", 2)
        visit.there(".line.due", 0)
        visit.open(f"#/sessions/{visit.arm('flow/secure.scenario')['id']}")
        visit.there("a[download]")
        browser.expect("safe" in visit.curl(), "the commands for TLS work")
        visit.there(".verdict-box.good")


def live_hold(browser):
    """The drawing is there before the end is, and a held session goes on when somebody says so."""
    with visiting(browser) as visit:
        session = visit.arm("flow/held.scenario")
        visit.open(f"#/sessions/{session['id']}")
        visit.there(".origins")
        play = subprocess.Popen(["curl", "-s", session["origins"]["main"] + "/"], stdout=subprocess.PIPE)
        visit.there(".diagram .row.request")
        visit.shows(".session-badge", "held")
        visit.there(".diagram .row.reply", 0)
        visit.click(".actions button", "Go on, behind line 3")
        visit.there(".verdict-box.good")
        browser.expect(play.communicate(timeout=30)[0] == b"late", "the client got its reply")


def live_changes(browser):
    """A file that breaks is told of without a question, and one that goes; names and titles with markup in them are texts."""
    with visiting(browser) as visit:
        visit.open("#/fixtures")
        visit.there(".groups details", 3)
        tree.write(visit.folder, {"fixtures/flow/broken.scenario": "# Wrong\n> GET /\n* redirct 302\n"})
        visit.shows(".groups .badge.bad", "1 broken")
        visit.open("#/fixtures/flow/broken.scenario")
        visit.shows(".listing .fault.error", "redirct")
        browser.forgiven.append("404")
        os.remove(f"{visit.folder}/fixtures/flow/broken.scenario")
        visit.shows("h1", "Not there")
        visit.open("#/fixtures/" + urllib.parse.quote(EVIL))
        visit.must("document.querySelector('h1')?.textContent.startsWith('</script><img')", "a hostile title as text")
        visit.there("img, b, iframe", 0)
        browser.look("hostile")
        visit.open("#/fixtures/../../etc/passwd")
        visit.shows("h1", "Not there")


def live_views(browser):
    """Each view, on a desk and on a phone."""
    with visiting(browser) as visit:
        views = {
            "fixtures": ("#/fixtures", ".groups details"), "fixture": ("#/fixtures/flow/see-other.scenario", ".listing .line"),
            "routes": ("#/fixtures/routes/some.routes", ".listing .line"), "try": ("#/try", ".try .primary"), "sessions": ("#/sessions", ".sessions li"),
            "armed": (f"#/sessions/{visit.arm('flow/see-other.scenario')['id']}", ".origins"),
        }
        for view in (DESK, PHONE):
            browser.size(*view)
            for name, (fragment, selector) in views.items():
                visit.open(fragment)
                visit.there(selector)
                browser.look(name)
        asked = browser.run("performance.getEntriesByType('resource').map(one => one.name)")
        browser.expect(all(url.startswith((visit.url, "data:")) for url in asked), f"nobody else is asked: {asked}")


def live_token(browser):
    """A server that wants a token: the page asks for it."""
    with visiting(browser, "--token", "s3cret") as visit:
        browser.forgiven.append("401")
        visit.open()
        visit.must("document.querySelector('dialog[open] #token') === document.activeElement", "to be asked for the token")
        browser.look("token")
        browser.press(*"wrong", "Enter")
        visit.must("document.querySelector('dialog[open] #token')?.value === ''", "to be asked again")
        browser.press(*"s3cret", "Enter")
        visit.there(".groups details", 3)


STORIES = [live_try, live_routes, live_play, live_hold, live_changes, live_views, live_token]
