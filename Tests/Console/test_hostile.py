"""Markup in every text that a network, a device or a certificate can choose: it is shown as text, and runs nowhere."""

from page_test import PageTest


class HostileTextTest(PageTest):
    settings = ["--rows", "6", "--rate", "0", "--hostile"]

    def test_hostile_text_is_text(self):
        self.open("&group=app")
        self.browser.run("window.alert = () => { window.isRun = true; }")
        self.browser.wait(lambda: "<script>alert(2)</script>" in self.browser.text(".rows"), "the app is not shown")
        self.browser.choose("#filter-group", "none")
        self.browser.choose("#filter-app", "<script>alert(2)</script>")
        self.browser.wait(lambda: self.hosts() == ["<img src=x onerror=alert(1)>.example.com"], "the host is not shown as text")
        self.browser.click(".rows .row")
        self.browser.wait_for_text("#pane .certificate", "\"><script>alert(3)</script>")
        self.browser.wait_for_text("#pane", "<iframe src=javascript:alert(5)></iframe>")
        self.browser.wait_for_text("#pane .certificate", "\\u{202e}gnp.exe")
        self.assertEqual(self.browser.run("return document.querySelectorAll('iframe, img:not([src^=\"/page/\"]), body script, [onerror], [onload]').length"), 0)
        self.assertIsNone(self.browser.run("return window.isRun ?? null"))
        self.assert_quiet()

    def test_hostile_links_are_text(self):
        self.open()
        self.assertEqual(self.browser.run_async(
            "import('/page/base/parts.js').then(({ link }) => arguments[0]([link('a', 'javascript:alert(1)').tagName, link('a', 'https://a.example/').tagName]))"),
            ["SPAN", "A"])

    def test_a_hostile_address_is_ignored(self):
        self.open("&group=%3Cb%3E&sort=constructor&verdict=%3Cb%3E&__proto__=1&pane=%3Cb%3E&os=" + "x" * 5000)
        self.browser.wait_for_text("#empty", "No row matches")
        self.assertEqual(self.browser.run("return document.querySelector('#filter-sort').value"), "severity")
        self.assert_quiet()

    def test_names_of_every_object_choose_nothing(self):
        for name in ["__proto__", "constructor", "toString", "hasOwnProperty"]:
            with self.subTest(name=name):
                self.open("".join(f"&{member}={name}" for member in ["pane", "group", "sort", "others", "direction", "row", "os", "policy"]))
                self.assertEqual(self.row_count(), "7 rows")
                self.assertEqual(self.browser.count("#pane:not([hidden])"), 0)
                self.assert_quiet()

    def test_every_panel_has_a_link(self):
        for name in ["devices", "whatif", "export", "unneeded", "coverage", "data", "notices", "keys"]:
            self.open(f"&pane={name}")
            self.browser.wait(lambda: self.browser.count("#pane-body > *"), name)
        self.assert_quiet()

    def test_markup_is_refused_by_the_browser_itself(self):
        self.open()
        refused = "try { document.body.innerHTML = '<b>x</b>'; return 'set'; } catch (error) { return error.name; }"
        self.assertEqual(self.browser.run(refused), "TypeError")
        self.browser.messages()
