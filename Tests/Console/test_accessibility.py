"""axe-core finds nothing, in light and dark, on a telephone and on a desk, in each part of the page."""

import os

from page_test import PageTest

PARTS = {"list": "", "groups": "&group=owner", "devices": "&pane=devices", "what-if": "&pane=whatif&policy=defaults", "export": "&pane=export", "compare": "&pane=compare", "loads": "&view=loads",
         "unneeded": "&pane=unneeded", "coverage": "&pane=coverage", "data": "&pane=data", "notices": "&pane=notices", "keys": "&pane=keys"}


class AccessibilityTest(PageTest):
    is_for_any_console = True

    def check(self, what):
        with open(os.environ["AXE"], encoding="utf-8") as file:
            self.browser.run(file.read())
        found = self.browser.run_async("axe.run(document, { resultTypes: ['violations'] }).then(one => arguments[0]("
                                       "one.violations.map(({ id, help, nodes }) => [id, help, nodes.slice(0, 3).map(({ html }) => html)])))")
        self.assertEqual(found, [], what)

    def test_nothing_is_found(self):
        for width, height in [(390, 844), (1280, 800)]:
            for is_dark in [False, True]:
                for part, query in PARTS.items():
                    with self.subTest(part=part, width=width, is_dark=is_dark):
                        self.open(query, width=width, height=height, is_dark=is_dark)
                        if "pane" in query:
                            self.browser.find("#pane-body > *")
                        self.check(part)

    def test_nothing_is_found_in_a_detail(self):
        for width in [390, 1280]:
            for is_dark in [False, True]:
                with self.subTest(width=width, is_dark=is_dark):
                    self.open("&verdict=fails", width=width, height=844, is_dark=is_dark)
                    self.browser.click(".rows .row")
                    self.browser.wait(lambda: self.browser.count("#pane section") > 4, "no detail")
                    self.check("detail")


class EmptyAccessibilityTest(PageTest):
    settings = ["--rows", "0", "--rate", "0"]
    check = AccessibilityTest.check

    def test_nothing_is_found_before_the_first_load(self):
        for width in [390, 1280]:
            self.open("", width=width, height=844, is_dark=width == 390)
            self.check("empty")
