# live.py: the live page of `quintain serve`, used as people do. Stories of pages/check.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""Each story has a server with a few fixtures of its own. What must be is waited for; what never comes ends the story."""

import contextlib
import http.client
import json
import os
import shlex
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

import looks
import tree
from browser import Trouble
from looks import DESK, VIEWS

FOLDER = os.path.join(tree.ROOT, ".build/pages")
QUINTAIN = os.environ.get("QUINTAIN") or os.path.join(tree.ROOT, ".build/release/quintain")

FIXTURES = {
    "flow/see-other.scenario": """# A 303 after POST is followed with GET
> POST /submit
< 303
< Location: /done
* redirect 303 /done method=GET -> follow
> GET /done
< 200
<
< done
* response 200
* finish
""",
    "flow/held.scenario": "# Somebody has to let it go on\n> GET /\n! hold\n< 200\n<\n< late\n",
    "flow/cases.scenario": """# Statuses
cases  name      | status
       fine      | 200
       not-there | 404
> GET /a
< {{status}}
<
< text
""",
    "flow/secure.scenario": "# Over TLS\norigin main https\n> GET /\n< 200\n<\n< safe\n",
    "flow/torn.scenario": "# Torn in the handshake\norigin web https\nclient GET //web/a?b='c'\n! await client-hello\n! reset\n* fail tls\n",
    "flow/long.scenario": "# Very often the same\nrepeat 1300\n> GET /\n< 200\n<\n< x\nend\n",
    "hostile/<img src=x onerror=alert(1)>.scenario": """# </script><img src=x onerror=alert(1)> & "'`
> GET /
< 200
< X: <b>bold</b>
""",
    "routes/some.routes": "# Some routes\nroutes\n\n> GET /r\n< 200\n",
}


class Server:
    """A `quintain serve` that ends when it is let go of."""

    def __init__(self, folder, *options, port=0):
        ready = os.path.join(folder, "ready.json")
        with contextlib.suppress(FileNotFoundError):
            os.remove(ready)
        with open(os.path.join(folder, "log"), "a", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [QUINTAIN, "serve", os.path.join(folder, "fixtures"), "--port", "0", "--control-port", str(port), "--ready-file",
                 ready, "--until-eof", *options], stdin=subprocess.PIPE, stdout=log, stderr=log)
        until = time.monotonic() + 30
        while not os.path.exists(ready):
            if self.process.poll() is not None or time.monotonic() > until:
                raise Trouble(f"quintain serve does not start: {tree.read(folder, 'log')}")
            time.sleep(0.02)
        with open(ready, encoding="utf-8") as file:
            told = json.load(file)
        self.url, self.port, self.routes = told["controlURL"], told["controlPort"], told["url"]

    def ask(self, method, path, **body):
        request = urllib.request.Request(self.url + path, json.dumps(body).encode() if body else None, method=method)
        with urllib.request.urlopen(request, timeout=30) as reply:
            return json.load(reply)

    def arm(self, name):
        return self.ask("POST", "/sessions", scenario=name)

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=30)


class Visit:
    """A user of a server's page."""

    def __init__(self, look, folder, server):
        self.look, self.browser, self.folder, self.server = look, look.browser, folder, server

    def open(self, fragment=""):
        self.browser.open(f"{self.server.url}/{fragment}")

    def must(self, script, what):
        self.look.looks += 1
        self.browser.wait(script, what, seconds=15)

    def shows(self, selector, text, what=None):
        found = f"document.querySelector({json.dumps(selector)})?.textContent"
        self.must(f"{found} === {json.dumps(text)}", what or f"{selector} to be {text!r}")

    def there(self, selector, what=None, count=None):
        found = f"document.querySelectorAll({json.dumps(selector)}).length"
        self.must(f"{found} === {count}" if count is not None else f"{found} > 0", what or f"{selector} to be there")

    def click(self, selector, text=None):
        all_of_them = f"[...document.querySelectorAll({json.dumps(selector)})]"
        chosen = f".find(one => one.textContent.startsWith({json.dumps(text)}))" if text else "[0]"
        self.must(f"{all_of_them}{chosen}", f"{text or selector} to be clicked")
        self.browser.run(f"{all_of_them}{chosen}.click()")

    def write(self, text):
        """In place of all that is there."""
        self.browser.run("(() => { const area = document.querySelector('.editor-area'); area.focus(); area.select(); })()")
        self.insert(text)

    def insert(self, text):
        self.browser.say("Input.insertText", text=text)

    def commands(self):
        found = "[...document.querySelectorAll('.copied code')].map(one => one.textContent).filter(text => text.startsWith('curl'))"
        return self.browser.run(found)

    def curl(self):
        """Does what the page says, and gives the last answer."""
        answer = ""
        with tempfile.TemporaryDirectory() as place:
            for command in self.commands():
                done = subprocess.run(shlex.split(command) + ["-sS"], capture_output=True, text=True, cwd=place, timeout=30)
                self.look.expect(done.returncode == 0, f"'{command}' works: {done.stderr}")
                answer = done.stdout
        return answer


@contextlib.contextmanager
def visiting(look, *options):
    look.size(*DESK)
    with tempfile.TemporaryDirectory(prefix="quintain-live-") as folder:
        for name, text in FIXTURES.items():
            path = os.path.join(folder, "fixtures", name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        visit = Visit(look, folder, Server(folder, *options))
        try:
            yield visit
            # Streams that are cut off when a server ends are complained of by the browser.
            look.browser.say("Page.navigate", url="about:blank")
        finally:
            visit.server.close()


# The stories.

def live_try(look):
    """A scenario is written: its faults come and go, and it is armed from the keyboard."""
    with visiting(look) as visit:
        visit.open("#/try")
        visit.shows(".try-status", "nothing is wrong")
        visit.write("# Mine\n> GET /x\n< 200\n* redirct 302\n")
        visit.shows(".editor .fault.error", "redirct")
        visit.shows(".fault-where", "line 4, column 3")
        visit.shows(".fault-message", "no callback is called 'redirct'")
        visit.shows(".fault-help", "did you mean 'redirect'?")
        visit.shows(".try-status", "1 error")
        visit.must("document.querySelector('.try .primary').disabled", "that what is wrong cannot be armed")
        for name, width, height, dark in VIEWS:
            look.size(width, height, dark)
            look.at(name)
        look.size(*DESK)
        visit.click(".fault-place")
        visit.must("(() => { const area = document.querySelector('.editor-area'); return document.activeElement === area"
                   " && area.value.slice(area.selectionStart, area.selectionEnd) === 'redirct'; })()", "the caret to go to the fault")
        visit.insert("response")
        visit.write("# Mine\n> GET /x\n< 200\n")
        visit.shows(".try-status", "nothing is wrong")
        visit.must("!document.querySelector('.try .primary').disabled", "that it can be armed")
        visit.write("# Mine\n> GET /x\n< 200\n" + "".join(f"< X-{number}: äö日本{' wide' * (number % 40)}\n" for number in range(400)))
        visit.there(".editor-lines .k-field", "all lines in colour", 400)
        same = "document.querySelector('.editor-lines').offset%s - document.querySelector('.editor-area').scroll%s"
        visit.must(" && ".join(f"Math.abs({same % (side, side)}) < 2" for side in ("Width", "Height")),
                   "the colours to lie where one writes")
        visit.must("[...document.querySelectorAll('.editor-lines .line')].map(line => line.textContent).join('\\n')"
                   " === document.querySelector('.editor-area').value", "the colours to be those of the text")
        look.browser.press("x")
        visit.must("document.querySelector('.editor').scrollTop > 1000", "the caret to be seen")
        # curl would take the brackets for a range.
        visit.write("# Mine\n> GET /x?a[b]=1\n< 200\n")
        visit.shows(".try-status", "nothing is wrong")
        visit.must("document.querySelector('.try .primary:enabled')", "that it can be armed")
        visit.browser.say("Input.dispatchKeyEvent", type="keyDown", key="Enter", code="Enter", windowsVirtualKeyCode=13, modifiers=2)
        visit.there(".origins", "Ctrl+Enter to arm it")
        visit.must("document.querySelector('.view-head').textContent.includes('a text of your own')", "whose text it is")
        visit.must("document.activeElement?.tagName === 'H1'", "the focus to be at the heading")
        visit.curl()
        visit.there(".verdict-box.good")
        visit.click(".tabs a", "Try")
        visit.must("document.querySelector('.editor-area').value.startsWith('# Mine')", "that what was written stays")


def live_routes(look):
    """Routes are written and served, asked, seen in the journal, and taken away."""
    with visiting(look) as visit:
        visit.open("#/routes")
        visit.must("document.querySelector('main').textContent.includes('None yet')", "that no routes were posted to be said")
        visit.click("main .primary", "Keep requests")
        visit.shows("main [role=status]", "0 requests")
        visit.open("#/try")
        visit.write("# Greetings\nroutes\n\n> GET /greeting\n< 200\n<\n< hello\n")
        visit.click(".try .primary:enabled", "Serve")
        visit.shows(".sheets .sheet-title", "Greetings")
        visit.must("document.activeElement?.tagName === 'H1'", "the focus to be at the heading")
        with urllib.request.urlopen(f"{visit.server.routes}/greeting?<b>", timeout=30) as reply:
            look.expect(reply.read() == b"hello", "the routes answer")
        with contextlib.suppress(urllib.error.HTTPError):
            urllib.request.urlopen(urllib.request.Request(f"{visit.server.routes}/elsewhere", b"name=fido"), timeout=30)
        visit.shows("main [role=status]", "2 requests")
        visit.shows(".requests li .request-line", "POST /elsewhere")
        visit.shows(".requests li .badge.bad", "no route")
        visit.click(".requests summary")
        visit.must("document.querySelector('.requests pre').textContent.endsWith('name=fido')", "the body to be shown")
        visit.click(".sheets summary")
        visit.there(".sheets .listing .line", "the text of the routes", 7)
        for name, width, height, dark in VIEWS:
            look.size(width, height, dark)
            look.at(name)
        look.size(*DESK)
        visit.server.ask("PUT", "/routes/1", text="> GET /other\n< 200\n")
        visit.shows(".sheets .sheet-title", "routes/1", "what is replaced elsewhere to be shown")
        visit.click(".sheets button", "Take away")
        visit.there(".sheets li", "nothing to be left", 0)
        visit.click("main button", "Forget these")
        visit.shows("main [role=status]", "0 requests")
        visit.click("main button", "Keep no more")
        visit.shows("main [role=status]", "Requests to routes are not kept.")


def live_play(look):
    """Armed by its button, played by the command that the page shows, drawn to its verdict."""
    with visiting(look) as visit:
        visit.open("#/fixtures/flow/see-other.scenario")
        visit.there(".listing .line", "the text of the fixture", 11)
        visit.shows(".k-callback-mark", "*")
        visit.click(".actions .primary")
        visit.there(".origins", "the session")
        visit.shows(".session-badge", "running")
        visit.shows(".line.due .number", "2", "the line that is waited for")
        look.expect("done" in visit.curl(), "curl gets to the end of the scenario")
        visit.shows(".verdict-box.good strong", "pass")
        visit.there(".diagram .row.request", "two requests in the drawing", 2)
        visit.must("document.querySelectorAll('.listing .line.done').length >= 6", "the lines that have happened")
        visit.there(".line.due", "no line to be due any more", 0)
        visit.open("#/sessions/1")
        visit.there(".diagram .row.request", "the same when it is opened again", 2)
        visit.click(".actions button", "Arm again")
        visit.must("location.hash === '#/sessions/2'", "a session of its own to be armed")
        visit.shows(".session-badge", "running")
        look.expect("done" in visit.curl(), "curl gets to the end once more")
        visit.shows(".verdict-box.good strong", "pass")

        session = visit.server.arm("flow/secure.scenario")
        visit.open(f"#/sessions/{session['id']}")
        visit.there("a[download]", "the certificate to trust")
        look.expect(len(visit.commands()) == 2 and "safe" in visit.curl(), "the commands for TLS work")
        visit.there(".verdict-box.good", "the verdict over TLS")
        look.at("secure", whole=True)

        session = visit.server.arm("flow/torn.scenario")
        visit.open(f"#/sessions/{session['id']}")
        visit.there(".origins", "the session")
        command = shlex.split(visit.commands()[-1])
        look.expect(command[-1] == session["origins"]["web"] + "/a?b='c'", f"the command loads what the client is told to, and not {command[-1]}")


def live_hold(look):
    """The drawing is there before the end is, and a held session goes on when somebody says so."""
    with visiting(look) as visit:
        session = visit.server.arm("flow/held.scenario")
        visit.open(f"#/sessions/{session['id']}")
        visit.there(".origins", "the session")
        play = subprocess.Popen(["curl", "-s", session["origins"]["main"] + "/"], stdout=subprocess.PIPE)
        visit.there(".diagram .row.request", "the request to be drawn while it is held")
        visit.shows(".session-badge", "held")
        visit.shows(".line.due .number", "3", "the line at which it is held")
        visit.shows(".due", " waits for line 3")
        visit.there(".diagram .row.reply", "no reply to be drawn", 0)
        look.at("held")
        visit.click(".actions button", "Go on, behind line 3")
        visit.there(".diagram .row.reply", "the reply to be drawn")
        visit.there(".verdict-box.good")
        look.expect(play.communicate(timeout=30)[0] == b"late", "the client got its reply")
        visit.click(".actions button", "Forget")
        visit.must("location.hash === '#/sessions'", "a session that is forgotten to be left")
        visit.there(".sessions li", "no session any more", 0)


def live_callbacks(look):
    """Callbacks that a client reports, and what is decided, are drawn as well."""
    with visiting(look) as visit:
        visit.open("#/fixtures/flow/see-other.scenario")
        visit.there(".for select")
        visit.browser.run("document.querySelector('.for select').value = 'all'")
        visit.click(".actions .primary")
        visit.there(".origins", "the session")
        main = visit.browser.run("document.querySelector('.origins code').textContent")
        subprocess.run(["curl", "-s", "-d", "", main + "/submit"], stdout=subprocess.DEVNULL, timeout=30)
        answer = visit.server.ask("POST", "/sessions/1/callbacks", n=1, callback="redirect", subject=["303", "/done"],
                                  fields={"method": "GET"})
        look.expect(answer.get("decision") == "follow", "the decision comes")
        visit.there(".diagram .row.callback", "the callback to be drawn", 1)
        visit.there(".diagram .row.answer", "the decision to be drawn", 1)
        visit.shows(".session-badge", "running", "that it waits for its client")
        visit.click(".actions button", "End")
        visit.there(".verdict-box.bad")


def live_fail(look):
    """A case of a table is armed by the button in its row, and goes wrong."""
    with visiting(look) as visit:
        visit.open("#/fixtures/flow/cases.scenario")
        visit.there(".arm-row", "a button for each case", 2)
        visit.browser.run("document.querySelectorAll('.arm-row')[1].click()")
        visit.must("document.querySelector('.listing')?.textContent.includes('< 404')", "the run of that case")
        main = visit.browser.run("document.querySelector('.origins code').textContent")
        subprocess.run(["curl", "-s", main + "/other"], stdout=subprocess.DEVNULL, timeout=30)
        visit.there(".verdict-box.bad .breaches", "what the client did wrong")
        visit.there(".diagram .row.bad", "what is wrong to be drawn")
        visit.there(".line.broken", "the line that is broken", 1)
        for name, width, height, dark in VIEWS:
            look.size(width, height, dark)
            look.at(name, whole=True)


def live_long(look):
    """Many events do not make the page grow without end."""
    with visiting(look) as visit:
        session = visit.server.arm("flow/long.scenario")
        visit.open(f"#/sessions/{session['id']}")
        visit.there(".origins", "the session")
        client = http.client.HTTPConnection(urllib.parse.urlparse(session["origins"]["main"]).netloc)
        for _ in range(1300):
            client.request("GET", "/")
            client.getresponse().read()
        client.close()
        visit.there(".verdict-box.good", "the verdict of a long run")
        rows = visit.browser.run("document.querySelectorAll('.diagram .row').length")
        look.expect(1_900 <= rows <= 2_010, f"the first 2,000 rows of a long run are drawn, and not {rows}")
        look.expect("more are not drawn" in visit.browser.run("[...document.querySelectorAll('.diagram .row')].at(-1).textContent"),
                    "the rest is counted")


def live_changes(look):
    """A file that breaks is told of without a question, and one that goes."""
    with visiting(look) as visit:
        visit.open("#/fixtures")
        visit.there(".groups details", "the groups", 3)
        visit.browser.run("document.querySelector('.groups summary').focus()")
        path = os.path.join(visit.folder, "fixtures/flow/broken.scenario")
        with open(path, "w", encoding="utf-8") as file:
            file.write("# Wrong\n> GET /\n* redirct 302\n")
        visit.shows(".groups .badge.bad", "1 broken")
        visit.must("document.activeElement?.tagName === 'SUMMARY'", "the focus to stay where it was")
        visit.open("#/fixtures/flow/broken.scenario")
        visit.shows(".listing .fault.error", "redirct")
        look.at("broken")
        with open(path, "w", encoding="utf-8") as file:
            file.write("# Right\n> GET /\n< 200\n")
        visit.shows("h1", "Right")
        visit.there(".faults li", "no fault any more", 0)
        visit.browser.forgive("404")
        os.remove(path)
        visit.shows("h1", "Not there")


def live_hostile(look):
    """Names and titles with markup in them."""
    with visiting(look) as visit:
        visit.open("#/fixtures/" + urllib.parse.quote("hostile/<img src=x onerror=alert(1)>.scenario"))
        visit.must("document.querySelector('h1')?.textContent.startsWith('</script><img')", "a hostile title as text")
        visit.there("img, b, iframe", "that nobody's markup is in the page", 0)
        look.at("desk")
        visit.click(".actions .primary")
        visit.there(".origins", "that it can be armed")
        visit.there("img, b, iframe", "that nobody's markup is in the page", 0)
        visit.browser.forgive("404")
        visit.open("#/sessions/<b>99")
        visit.shows("h1", "Not there")
        visit.open("#/fixtures/../../etc/passwd")
        visit.shows("h1", "Not there")
        visit.open("#/nowhere/at/all")
        visit.there(".groups details", "that an address of nothing leads to the fixtures")


def live_keys(look):
    """By the keyboard alone, and what a screen reader is told."""
    with visiting(look) as visit:
        browser = look.browser
        visit.open("#/fixtures")
        visit.there(".groups details", "the groups", 3)
        browser.press("Tab")
        visit.must("document.activeElement?.className === 'skip'", "the way past the tabs to come first")
        for _ in range(30):
            browser.press("Tab")
            if browser.run("document.activeElement?.tagName === 'SUMMARY'"):
                break
        browser.press("Enter")
        visit.there(".groups details[open] .fixtures a", "a group to open by its key")
        browser.press("Tab")
        browser.press("Enter")
        visit.there(".listing .line", "a fixture to open by its key")
        visit.must("document.activeElement?.tagName === 'H1'", "the focus to follow")
        browser.press("/")
        visit.must("document.activeElement?.className === 'search'", "/ to lead to the search")
        browser.type("tls")
        visit.there(".fixtures a", "the search to find one by its title and one by its text", 2)
        visit.shows(".fixture-excerpt", "6: * fail tls")
        roles = {}
        for role, name in looks.tree(browser):
            roles.setdefault(role, []).append(name)
        for role in ("banner", "navigation", "main", "heading", "status", "searchbox", "button", "link"):
            look.expect(role in roles, f"a screen reader is told of a {role}")
        look.expect({"views", "fixtures"} <= set(roles["navigation"]), "both ways to go have a name")
        visit.open("#/try")
        visit.shows(".try-status", "nothing is wrong")
        look.expect(("textbox", "the text of a scenario") in [(role, name) for role, name in looks.tree(browser)], "the box has a name")


def live_views(look):
    """Each view, on a desk and on a phone, light and dark."""
    with visiting(look) as visit:
        session = visit.server.arm("flow/see-other.scenario")
        done = visit.server.arm("flow/see-other.scenario")
        subprocess.run(["curl", "-sL", "-d", "", done["origins"]["main"] + "/submit"], stdout=subprocess.DEVNULL, timeout=30)
        views = {
            "fixtures": ("#/fixtures", ".groups details"), "fixture": ("#/fixtures/flow/see-other.scenario", ".listing .line"),
            "cases": ("#/fixtures/flow/cases.scenario", ".arm-row"), "routes": ("#/fixtures/routes/some.routes", ".listing .line"),
            "try": ("#/try", ".try .primary"), "sessions": ("#/sessions", ".sessions li"),
            "armed": (f"#/sessions/{session['id']}", ".origins"), "passed": (f"#/sessions/{done['id']}", ".verdict-box.good"),
        }
        for name, width, height, dark in VIEWS:
            look.size(width, height, dark)
            for view, (fragment, selector) in views.items():
                visit.open(fragment)
                visit.there(selector)
                look.at(f"{name}-{view}", whole=view in ("armed", "passed"))
        asked = [event["params"]["request"]["url"] for event in look.browser.events if event["method"] == "Network.requestWillBeSent"]
        look.expect(asked and all(url.startswith((visit.server.url, "data:")) for url in asked), f"nobody else is asked: {asked}")


def live_gone(look):
    """The server goes, and comes again at the same port."""
    with visiting(look) as visit:
        visit.server.arm("flow/held.scenario")
        visit.open("#/try")
        visit.shows(".count", "1", "the session that runs to be counted")
        visit.browser.forgive("net::ERR_")
        visit.server.close()
        visit.must("!document.querySelector('.banner').hidden", "that the server is gone to be said")
        for name, width, height, dark in VIEWS:
            look.size(width, height, dark)
            look.looks += 1
            # It asks again and again, of which the browser tells.
            look.complain(name, looks.complaints(look.browser))
            look.browser.picture(f"{FOLDER}/{look.story}-{name}.png")
        visit.server = Server(visit.folder, port=visit.server.port)
        visit.must("document.querySelector('.banner').hidden && document.querySelector('.count').hidden", "the page to come back with it")
        visit.click(".tabs a", "Sessions")
        visit.there(".sessions li", "the sessions of the new server", 0)


def live_token(look):
    """A server that wants a token: the page asks for it."""
    with visiting(look, "--token", "s3cret") as visit:
        visit.browser.forgive("401")
        for name, width, height, dark in VIEWS:
            look.size(width, height, dark)
            visit.open()
            visit.must("document.querySelector('dialog[open] #token') === document.activeElement", "to be asked for the token")
            look.at(name)
        visit.insert("wrong")
        look.browser.press("Enter")
        visit.must("document.querySelector('dialog[open] #token')?.value === ''", "to be asked again")
        visit.insert("s3cret")
        look.browser.press("Enter")
        visit.there(".groups details", "the fixtures behind the token", 3)
        visit.must("document.querySelector('.version').textContent !== ''", "the stream behind the token")


STORIES = [live_try, live_routes, live_play, live_hold, live_callbacks, live_fail, live_long, live_changes, live_hostile, live_keys, live_views,
           live_gone, live_token]
