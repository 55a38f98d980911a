"""What the tests of the page share: a browser for the whole file, and a mock server or the console that is given."""

import json
import os
import unittest
import urllib.request

from browser import Browser
from program import Program

# The exception in the detail of a row.
EXCEPTION = "#pane .code:has(pre[aria-label^=exception])"
FOLDER = os.path.dirname(os.path.abspath(__file__))


class MockServer(Program):
    """A mock server with arguments. `url` has its token, `base` has not."""

    def __init__(self, settings):
        super().__init__(["/usr/bin/python3", "-B", f"{FOLDER}/mock-server", *settings])
        self.url = self.wait_for(r"^(http://\S+)$")[1]
        self.base = self.url.split("/?")[0]


class PageTest(unittest.TestCase):
    """A test of the page. `settings` are arguments of the mock server; `self.base` is its address without the token."""

    settings = ["--rows", "40", "--rate", "0"]
    is_for_any_console = False

    @classmethod
    def setUpClass(cls):
        given = os.environ.get("CONSOLE")
        if given and not cls.is_for_any_console:
            raise unittest.SkipTest("needs the mock server")
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)
        cls.is_mock = not given
        cls.url = given or cls.start_mock(cls.settings)
        cls.base = cls.url.split("/?")[0]

    @classmethod
    def start_mock(cls, settings):
        mock = MockServer(settings)
        cls.addClassCleanup(mock.close)
        return mock.url

    def steer(self, what, **value):
        request = urllib.request.Request(f"{self.base}/mock/{what}", json.dumps(value).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=20) as response:
            return json.load(response)

    def open(self, query="", **size):
        """Opens the page and waits until it has its rows, or says what to do where there are none."""
        self.browser.open(self.url + query, **size)
        self.browser.wait(lambda: self.rows_shown() or self.browser.count("#empty h2"), "the page shows no row")

    def rows_shown(self):
        return self.browser.count(".rows .row")

    def hosts(self):
        """The hosts of the list by host, in the order of the screen."""
        return self.browser.run(
            "return [...document.querySelectorAll('#list .rows .row')].filter(one => !one.hidden && one.querySelector('.c-host'))"
            ".sort((a, b) => a.ariaRowIndex - b.ariaRowIndex || a.getAttribute('aria-rowindex') - b.getAttribute('aria-rowindex'))"
            ".map(one => one.querySelector('.c-host .name').textContent)")

    def words(self):
        """The verdicts that are shown."""
        return set(self.browser.run("return [...document.querySelectorAll('#list .rows .row')].filter(one => !one.hidden)"
                                    ".map(one => one.querySelector('.c-verdict .word')?.textContent)"))

    def row_count(self):
        return self.browser.text("#row-count")

    def assert_quiet(self):
        """The page caused no fault and broke no rule of its CSP."""
        self.assertEqual([message for message in self.browser.messages() if "favicon" not in message], [])
