"""The journey of a first user: from the list to a copied exception, by mouse and by keyboard alone."""

import subprocess
import tempfile

from page_test import EXCEPTION, PageTest


class ReadingTest(PageTest):
    is_for_any_console = True
    settings = ["--rows", "40", "--rate", "4"]

    def setUp(self):
        self.browser.messages()

    def open_worst(self):
        """Opens the first row that has an exception to copy."""
        self.open("&verdict=fails&sort=severity")
        for number in range(1, 4):
            self.browser.click("#list .grid")
            self.browser.press("Home", *["ArrowDown"] * (number - 1), "Enter")
            self.browser.wait(lambda: self.browser.count("#pane section:not(:empty)") > 1, "no detail appears")
            if self.browser.count(EXCEPTION):
                return
        self.fail("none of the first rows has an exception")

    def test_an_exception_is_copied(self):
        self.open_worst()
        self.browser.devtools("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        self.browser.click(f"{EXCEPTION} .copy")
        self.browser.wait_for_text(f"{EXCEPTION} .copy", "Copied")
        copied = self.browser.run_async("navigator.clipboard.readText().then(arguments[0], error => arguments[0](String(error)))")
        self.assertIn("<key>NSExceptionDomains</key>", copied)
        self.assertEqual(copied, self.browser.text(f"{EXCEPTION} pre"))
        self.assert_quiet()

    def test_the_detail_says_why_and_what_the_server_offers(self):
        self.open_worst()
        headings = self.browser.run("return [...document.querySelectorAll('#pane h3')].map(one => one.textContent)")
        # A change of the server or the URL comes before an exception.
        self.assertEqual(headings[:3], ["Why", "Change this", "Or an exception in the app"])
        self.assertIn("When", headings)
        self.assertTrue(self.browser.text("#pane .reason"))
        rules = self.browser.run("return [...document.querySelectorAll('#pane .finding a')].map(one => [one.textContent, one.getAttribute('href')])")
        self.assertTrue(rules)
        for rule, address in rules:
            self.assertEqual(address, "/docs/rules#" + rule.replace(".", "-"))

    def test_a_certificate_is_downloaded(self):
        self.open("&verdict=allowed")
        self.browser.click(".rows .row")
        link = self.browser.find("#pane .certificate a[download]")
        href = self.browser.run("return arguments[0].href", {"element-6066-11e4-a52e-4f735466cecf": link})
        text = self.browser.run_async("fetch(arguments[0]).then(one => one.text()).then(arguments[1])", href)
        self.assertTrue(text.startswith("-----BEGIN CERTIFICATE-----"), text[:60])

    def test_a_certificate_that_ends_soon_is_marked(self):
        if not self.is_mock:
            self.skipTest("needs the mock server")
        badges = "return [...document.querySelectorAll('#pane .certificate summary .badge')].map(one => one.textContent)"
        for verdict, leaf in (("warning", ["renew"]), ("allowed", [])):
            self.open(f"&verdict={verdict}")
            self.browser.click(".rows .row")
            self.browser.wait_for_text("#pane", "Pin (SHA-256 of the key)")
            self.assertEqual(self.browser.run(badges), leaf + ["not sent by the server"])
            self.assertEqual("Due since" in self.browser.text("#pane"), bool(leaf))

    def test_the_server_is_told_in_full(self):
        if not self.is_mock:
            self.skipTest("needs the mock server")
        self.open("&rule=tls.version")
        self.browser.click(".rows .row")
        self.browser.wait_for_text("#pane", "ssl_protocols TLSv1.2 TLSv1.3;")
        sent = self.browser.run("return [...document.querySelectorAll('#pane .certificate summary')].map(one => one.textContent.includes('not sent'))")
        self.assertEqual(sent, [False, True])
        self.assertIn("The path ends at a root of the system.", self.browser.text("#pane"))
        self.assertIn("log is usable", self.browser.text("#pane"))
        self.assertIn("iOS 18.1", self.browser.text("#pane"))

    def test_a_name_begins_no_sentence_with_a_capital(self):
        self.open()
        self.assertEqual(self.browser.run_async(
            "import('/page/base/format.js').then(({ capitalised }) => arguments[0](["
            "'the key is weak', 'cleartext; not permitted', 'a.example refused', 'localhost:80 refused', 'CN=a is unknown', '', null].map(capitalised)))"),
            ["The key is weak", "Cleartext; not permitted", "a.example refused", "localhost:80 refused", "CN=a is unknown", "", ""])

    def test_a_period_within_a_day_has_times(self):
        self.open()
        periods = self.browser.run_async(
            "import('/page/base/format.js').then(({ period }) => arguments[0](["
            "period('2026-11-20T12:00:00Z', '2026-12-24T12:00:00Z'), period('2026-11-20T12:00:00Z', '2026-11-20T12:30:00Z')]))")
        self.assertNotIn(":", periods[0])
        self.assertEqual(periods[1].count(":30:00"), 1)

    def test_a_detail_is_read_again_after_an_error(self):
        if not self.is_mock:
            self.skipTest("needs the mock server")
        self.open("&verdict=allowed")
        self.steer("fail", isFailing=True)
        self.browser.click(".rows .row")
        self.browser.wait_for_text("#pane", "does not answer")
        self.steer("fail", isFailing=False)
        self.browser.click("#pane .callout button")
        self.browser.wait(lambda: self.browser.count("#pane .certificate"), "the error stays")
        self.assertNotIn("does not answer", self.browser.text("#pane"))

    def test_what_one_reads_stays_when_it_cannot_be_read_again(self):
        if not self.is_mock:
            self.skipTest("needs the mock server")
        self.open("&verdict=allowed")
        self.browser.click(".rows .row")
        self.browser.wait(lambda: self.browser.count("#pane .certificate"), "no detail appears")
        row = self.browser.run_async(
            "const name = document.querySelector('#pane-title').textContent; fetch('/api/v1/rows').then(one => one.json())"
            ".then(({ rows }) => arguments[0](rows.find(({ host }) => name.startsWith(host)).id))")
        self.steer("fail", isFailing=True)
        self.addCleanup(self.steer, "fail", isFailing=False)
        self.steer("row", number=int(row.removeprefix("r")), members={"loads": 5000})
        self.browser.wait_for_text("#pane", "does not answer")
        self.assertTrue(self.browser.count("#pane .certificate"))
        self.steer("fail", isFailing=False)
        self.browser.run("[...document.querySelectorAll('#pane .callout button')].at(-1).click()")
        self.browser.wait(lambda: "does not answer" not in self.browser.text("#pane"), "the error stays")

    def test_a_link_shows_a_colleague_the_same(self):
        self.open_worst()
        self.browser.choose("#filter-group", "owner")
        title, query = self.browser.text("#pane-title"), self.browser.run("return location.search")
        self.assertNotIn("token", query)
        self.browser.open(self.base + "/" + query)
        self.browser.wait_for_text("#pane-title", title)
        self.assertEqual(self.browser.run("return document.querySelector('#filter-group').value"), "owner")
        self.assertEqual(self.browser.run("return document.querySelector('#filter-verdict').value"), "fails")
        self.browser.wait(lambda: self.browser.count(".row[aria-selected=true]") == 1, "the row is not marked")

    def test_back_closes_what_was_opened(self):
        self.open()
        self.browser.click(".rows .row")
        self.browser.wait(lambda: self.browser.count("#pane:not([hidden])"), "no pane")
        self.browser.run("history.back()")
        self.browser.wait(lambda: not self.browser.count("#pane:not([hidden])"), "the pane stays")
        self.assertGreater(self.rows_shown(), 0)

    def test_the_keyboard_is_enough(self):
        self.open()
        self.browser.run("document.querySelector('.grid').focus()")
        self.browser.press("ArrowDown", "ArrowDown")
        active = self.browser.run("return document.querySelector('#' + document.querySelector('.grid')"
                                  ".getAttribute('aria-activedescendant')).querySelector('.name').textContent")
        self.browser.press("Enter")
        self.browser.wait_for_text("#pane-title", active)
        self.browser.press("ArrowDown")
        self.browser.wait(lambda: self.browser.text("#pane-title") != active, "the detail does not follow the arrows")
        self.browser.press("Enter")
        self.assertEqual(self.focused(), "pane-title")
        self.browser.press("Escape")
        self.browser.wait(lambda: not self.browser.count("#pane:not([hidden])"), "Escape closes nothing")
        self.assertEqual(self.browser.run("return document.activeElement.className"), "grid")
        self.browser.press("/")
        self.assertEqual(self.focused(), "search")
        self.browser.press("?")
        self.assertEqual(self.browser.count("#pane:not([hidden])"), 0)
        self.browser.press("Escape")
        self.browser.press("?")
        self.browser.wait_for_text("#pane-title", "Keys")

    def test_the_link_to_the_list_leads_to_its_rows(self):
        self.open()
        self.browser.run("document.querySelector('.skip').focus()")
        self.browser.press("Enter", "ArrowDown", "Enter")
        self.browser.wait(lambda: self.browser.count("#pane:not([hidden])"), "no row opens")

    def test_every_control_is_reached_by_tab(self):
        self.open()
        self.browser.run("document.activeElement.blur()")
        seen = []
        for _ in range(40):
            self.browser.press("Tab")
            seen.append(self.browser.run("const one = document.activeElement; return one.id || one.className"))
        for wanted in ["open-devices", "open-whatif", "open-export", "count-fails", "search", "filter-verdict", "others", "grid"]:
            self.assertIn(wanted, seen)

    def test_another_os_is_asked_for(self):
        self.open("&pane=whatif")
        self.browser.choose("#what-if-policy", "defaults")
        self.browser.wait_for_text("#pane .result", "the same")
        self.assertIn("policy=defaults", self.browser.run("return location.search"))

    def test_every_export_has_a_link(self):
        self.open("&pane=export")
        self.browser.find("[data-export=report-sarif]")
        self.browser.choose("#export-app", self.browser.run("return document.querySelector('#export-app').options[1].value"))
        for selector in ["[data-export=report-html]", "[data-export=report-csv]", "[data-export=advice-plist]"]:
            href = self.browser.run("return document.querySelector(arguments[0]).href", selector)
            status = self.browser.run_async("fetch(arguments[0]).then(one => arguments[1](one.status))", href)
            self.assertEqual(status, 200, href)

    def test_the_qr_code_is_read(self):
        self.open("&pane=devices")
        self.browser.find("#pane h3")
        if not self.is_mock and not self.browser.count("#pane .qr"):
            self.skipTest("no device can reach this proxy")
        text = self.browser.run("return document.querySelector('#pane .qr').dataset.text")
        self.assertRegex(text, r"^http://.+:[0-9]+/$")
        with tempfile.NamedTemporaryFile(suffix=".png") as file:
            self.browser.picture(file.name, "#pane .qr")
            read = subprocess.run(["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", file.name], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
        self.assertEqual(read.stdout.strip(), text)

    def focused(self):
        return self.browser.run("return document.activeElement.id")
