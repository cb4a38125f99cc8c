# SPDX-License-Identifier: BSL-1.0
"""A headless Chromium without a network, and what the tests ask of a page."""
import base64
import json
import os
import shutil
import time
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.keys import Keys

audit = (Path(__file__).resolve().parent / "audit.js").read_text(encoding="utf-8")


class Browser:
    """One page in Chromium. Everything that the page asks of a network, or says to the console, is kept."""

    def __init__(self, page):
        options = webdriver.ChromeOptions()
        for switch in ("--headless=new", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage", "--force-device-scale-factor=1"):
            options.add_argument(switch)
        if os.geteuid() == 0:
            options.add_argument("--no-sandbox")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        self.page = page.resolve().as_uri()
        self.command("Network.enable")
        self.command("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0,
                     uploadThroughput=0)
        self.requests = []
        self.messages = []

    def command(self, name, **values):
        return self.driver.execute_cdp_cmd(name, values)

    def open(self, width=1280, scheme="light", motion="reduce"):
        """The page afresh, as a reader first sees it."""
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1,
                     mobile=width < 600)
        self.prefer(scheme, motion)
        self.driver.get(self.page)
        self.run("localStorage.clear()")
        self.driver.get(self.page)
        self.run(audit + "\nwindow.audit = {words, contrasts, tab_stops, unnamed, focus_is_visible};")

    def prefer(self, scheme, motion="reduce"):
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme},
                                                             {"name": "prefers-reduced-motion", "value": motion}])

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def click(self, key):
        """Clicks a control by its data-key, where a pointer would."""
        element = self.driver.find_element("css selector", f'[data-key="{key}"]')
        self.run("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element)
        element.click()

    def choose(self, **choices):
        """Switches: language, theme, model, phase."""
        for name, value in choices.items():
            self.click(f"{name}-{value}")

    def press(self, *keys):
        """Keys, one after the other, to what has the focus."""
        for key in keys:
            self.driver.switch_to.active_element.send_keys(getattr(Keys, key, key))

    def focus(self, key):
        self.run("document.querySelector(`[data-key='${arguments[0]}']`).focus()", key)

    def focused(self):
        """The data-key of what has the focus."""
        return self.run("return document.activeElement.dataset.key ?? null")

    def until(self, condition):
        """Waits for what a timer does."""
        while not condition():
            time.sleep(0.05)

    def each(self, selector, expression):
        """What a JavaScript expression is for each element `e`."""
        return self.run(f"return [...document.querySelectorAll(arguments[0])].map(e => {expression})", selector)

    def texts(self, selector):
        return self.each(selector, "e.textContent")

    def faults(self):
        """Requests that leave the disk, and what the console has said, since the browser began."""
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                self.requests.append(message["params"]["request"]["url"])
        self.messages += [entry["message"] for entry in self.driver.get_log("browser")]
        return [url for url in self.requests if not url.startswith(("file:", "data:"))] + self.messages

    def picture(self, path, selector):
        """The whole of an element as PNG, however long it is."""
        box = self.run("""const {y, height} = document.querySelector(arguments[0]).getBoundingClientRect();
                          const width = document.documentElement.clientWidth;
                          return {x: 0, y: y + scrollY, width, height, scale: 1};""", selector)
        shot = self.command("Page.captureScreenshot", captureBeyondViewport=True, clip=box)
        path.write_bytes(base64.b64decode(shot["data"]))

    def close(self):
        self.driver.quit()
