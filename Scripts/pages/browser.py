# browser.py: a headless Chromium, driven by Selenium, and what it finds wrong with the page that it shows.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

import base64
import json
import os
import time

import tree

tree.debian("selenium")
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "ArrowDown": "\ue015", "ArrowRight": "\ue014", "ArrowLeft": "\ue012"}
DESK, PHONE = ("desk", 1280, 900, False), ("phone", 390, 844, True)
LOOKS = os.path.join(os.path.dirname(os.path.realpath(__file__)), "looks.js")
NAMED = {"button", "textbox", "searchbox", "combobox", "checkbox", "link", "dialog", "grid", "image"}


class Trouble(Exception):
    pass


class Browser:
    """One page at a time; a phone is dark, so that both themes are seen. What is wrong is collected in `found`."""

    def __init__(self, pictures):
        options = webdriver.ChromeOptions()
        for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"):
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.driver.set_script_timeout(60)
        self.pictures, self.story, self.found, self.looks, self.forgiven = pictures, "", [], 0, []
        with open(LOOKS, encoding="utf-8") as file:
            self.script = file.read() + "return visibleFaults();"

    def expect(self, is_so, sentence):
        self.looks += 1
        if not is_so:
            self.found.append(f"{self.story}: {sentence}")

    def size(self, name, width, height, is_phone):
        self.say("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=is_phone)
        self.say("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if is_phone else "light"},
                                                         {"name": "prefers-reduced-motion", "value": "reduce"}])
        self.view = name

    def say(self, method, **parameters):
        return self.driver.execute_cdp_cmd(method, parameters)

    def open(self, address):
        # A page that is there already would only be told of another fragment.
        self.driver.get("about:blank")
        self.driver.get(address)

    def run(self, script):
        return self.driver.execute_script(f"return {script}")

    def must(self, script, what, seconds=20):
        """Waits until it is so."""
        self.looks += 1
        until = time.monotonic() + seconds
        while not self.run(f"Boolean({script})"):
            if time.monotonic() > until:
                raise Trouble(f"waited {seconds} s for {what}")
            time.sleep(0.02)

    def shows(self, selector, text):
        self.must(f"document.querySelector({json.dumps(selector)})?.textContent === {json.dumps(text)}", f"{selector} to be {text!r}")

    def there(self, selector, count=None):
        found = f"document.querySelectorAll({json.dumps(selector)}).length"
        self.must(f"{found} > 0" if count is None else f"{found} === {count}", f"{selector} to be there")

    def click(self, selector, text=""):
        found = f"[...document.querySelectorAll({json.dumps(selector)})].find(one => one.textContent.startsWith({json.dumps(text)}))"
        self.must(found, f"{text or selector} to be clicked")
        self.run(f"{found}.click()")

    def press(self, *keys):
        for key in keys:
            webdriver.ActionChains(self.driver).send_keys(KEYS.get(key, key)).perform()

    def told(self):
        """What a screen reader is told: the role and the name of each thing."""
        self.say("Accessibility.enable")
        nodes = self.say("Accessibility.getFullAXTree")["nodes"]
        return [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node["ignored"]]

    def complaints(self):
        """All visible faults of the page as it is now, and controls without a name."""
        self.driver.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))")
        return self.driver.execute_script(self.script) + [
            f"a {role} has no name" for role, name in self.told() if role in NAMED and not name.strip()]

    def look(self, name):
        """Looks at what is there now, and takes its picture."""
        for complaint in self.complaints()[:8]:
            self.found.append(f"{self.story}: {self.view}-{name}: {complaint}")
        self.looks += 1
        image = self.say("Page.captureScreenshot", format="png")["data"]
        with open(f"{self.pictures}/{self.story}-{self.view}-{name}.png", "wb") as file:
            file.write(base64.b64decode(image))
        self.hear()

    def hear(self):
        """What the browser complains of: errors of scripts, of the console, of the policy. It tells a refusal that is meant as well."""
        for entry in self.driver.get_log("browser"):
            if entry["level"] in ("SEVERE", "WARNING") and not any(word in entry["message"] for word in self.forgiven):
                self.found.append(f"{self.story}: console: {entry['message']}")
