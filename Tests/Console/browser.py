"""Chromium by the WebDriver protocol (https://www.w3.org/TR/webdriver2), as far as the tests need it."""

import base64
import json
import os
import tempfile
import time
import urllib.error
import urllib.request

from program import Program

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "ArrowUp": "\ue013", "ArrowDown": "\ue015", "ArrowLeft": "\ue012",
        "ArrowRight": "\ue014", "End": "\ue010", "Home": "\ue011", "Tab": "\ue004", "PageDown": "\ue00f"}
OPTIONS = ["--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--js-flags=--expose-gc",
           "--enable-precise-memory-info", "--force-prefers-reduced-motion"]


class Browser:
    """One Chromium with one profile. `wait` gives up after `time_limit` seconds."""

    time_limit = 10

    def __init__(self, traced=None, options=()):
        """`traced`: categories of the browser's trace, for `trace_events`. `options`: further ones of the command line."""
        self.folder = tempfile.TemporaryDirectory(prefix="console-test-")
        self.address = f"http://127.0.0.1:{self.start_driver()}/session"
        options = OPTIONS + list(options) + [f"--user-data-dir={self.folder.name}"] + (["--no-sandbox"] if os.getuid() == 0 else [])
        chromium = {"binary": "/usr/bin/chromium", "args": options}
        logs = {"browser": "ALL"}
        if traced:
            chromium["perfLoggingPrefs"] = {"traceCategories": traced, "enableNetwork": False, "enablePage": False}
            logs["performance"] = "ALL"
        self.address += "/" + self.call("POST", "", {"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": chromium, "goog:loggingPrefs": logs, "unhandledPromptBehavior": "ignore"}}})["sessionId"]

    def start_driver(self):
        """The port of chromedriver. It takes a free one for IPv4, and ends if the same is taken for IPv6: so, again."""
        for _ in range(5):
            self.driver = Program(["/usr/bin/chromedriver", "--port=0"])
            try:
                return self.driver.wait_for(r"successfully on port (\d+)")[1]
            except AssertionError as error:
                self.driver.close()
                problem = error
        raise problem

    def close(self):
        try:
            self.call("DELETE", "")
        finally:
            self.driver.close()
            self.folder.cleanup()

    def call(self, method, path, body=None):
        data = None if method in ("GET", "DELETE") else json.dumps(body or {}).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["value"]["message"]) from None

    def open(self, url, width=1280, height=800, is_dark=False):
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)
        scheme = "dark" if is_dark else "light"
        self.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("POST", "/url", {"url": url})

    def devtools(self, command, **parameters):
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def run(self, script, *arguments):
        """The value of a script's `return`."""
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def run_async(self, script, *arguments):
        """What the script gives to its last argument, a function."""
        return self.call("POST", "/execute/async", {"script": script, "args": list(arguments)})

    def find(self, selector):
        return self.wait(lambda: self.call("POST", "/elements", {"using": "css selector", "value": selector}),
                         f"no element is {selector}")[0][ELEMENT]

    def click(self, selector):
        self.call("POST", f"/element/{self.find(selector)}/click")

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def count(self, selector):
        return self.run("return [...document.querySelectorAll(arguments[0])].filter(one => !one.hidden).length", selector)

    def press(self, *keys):
        actions = [{"type": kind, "value": KEYS.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def move_pointer(self, x, y):
        self.call("POST", "/actions", {"actions": [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"},
                                                    "actions": [{"type": "pointerMove", "x": x, "y": y, "duration": 0}]}]})

    def choose(self, selector, value):
        self.run("const one = document.querySelector(arguments[0]); one.dispatchEvent(new Event('pointerdown'));"
                 "one.value = arguments[1]; one.dispatchEvent(new Event('change', { bubbles: true }));", selector, value)

    def wait(self, condition, message):
        """The first true value of a condition."""
        end = time.monotonic() + self.time_limit
        while True:
            value = condition()
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(message)
            time.sleep(0.05)

    def wait_for_text(self, selector, text):
        self.wait(lambda: text in self.text(selector), f"{selector} does not say {text!r}, but {self.text(selector)!r}")

    def picture(self, path, selector=None):
        source = f"/element/{self.find(selector)}/screenshot" if selector else "/screenshot"
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("GET", source)))

    def trace_events(self):
        """The events of the trace since the last call."""
        entries = self.call("POST", "/se/log", {"type": "performance"})
        messages = [json.loads(entry["message"])["message"] for entry in entries]
        return [message["params"] for message in messages if message["method"] == "Tracing.dataCollected"]

    def messages(self):
        """What the browser's console said since the last call: faults of scripts and violations of the CSP."""
        return [f"{entry['level']} {entry['message']}" for entry in self.call("POST", "/se/log", {"type": "browser"})]
