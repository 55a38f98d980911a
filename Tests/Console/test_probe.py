"""The age of the facts about a server, and the button that has the server probed again."""

from page_test import PageTest

LINE = "#pane .probe"
BUTTON = f"{LINE} button"
# The ages of moments by a program whose clock is an hour behind that of the browser.
AGES = """
import('/page/state/age.js').then(({ age, setProgramTime }) => {
  const moment = (seconds) => new Date(Date.now() - 3600e3 - seconds * 1000).toISOString();
  setProgramTime(moment(0));
  arguments[0]([0.5, 59.5, 60.5, 3599.5, 3600.5, 86399.5, 86400.5 * 3, -5].map((seconds) => age(moment(seconds))).concat(age(null), age('x')));
});
"""


class ProbeTest(PageTest):
    settings = ["--rows", "40", "--rate", "0"]

    def setUp(self):
        self.steer("restart")
        self.browser.messages()

    def open_row(self):
        self.open("&verdict=allowed&sort=host")
        self.browser.click(".rows .row")
        self.browser.wait(lambda: self.browser.count(BUTTON), "no button")

    def test_ages_are_those_of_the_program(self):
        self.open()
        self.assertEqual(self.browser.run_async(AGES), ["0 s", "59 s", "1 min", "59 min", "1 h", "23 h", "3 d", "0 s", "", ""])

    def test_rows_show_an_age_that_stays_fresh(self):
        self.steer("row", number=1, members={"host": "aaa.test", "probed": self.moment(-2)})
        self.open("&sort=host")
        read = "return [...document.querySelectorAll('.rows .row')].find(one => one.querySelector('.name').textContent.startsWith('aaa.test')).querySelector('.c-probed').textContent"
        self.browser.wait(lambda: self.browser.run(read).endswith(" s"), "no age")
        first = self.browser.run(read)
        self.browser.wait(lambda: self.browser.run(read) != first, "the age stays the same")
        self.assertIn("–", self.browser.run("return [...document.querySelectorAll('.rows .c-probed')].map(one => one.textContent)"))

    def moment(self, offset):
        return self.browser.run("return new Date(Date.now() + arguments[0] * 1000).toISOString()", offset)

    def test_a_server_is_probed_again(self):
        self.open_row()
        self.assertRegex(self.browser.text(f"{LINE} .probed"), r"^Server probed \d+ (s|min) ago$")
        self.browser.click(BUTTON)
        self.browser.wait_for_text(LINE, "Probed just now.")
        self.browser.wait(lambda: " s ago" in self.browser.text(f"{LINE} .probed"), "the age stays")
        focused = "return document.activeElement.textContent"
        self.browser.wait(lambda: self.browser.run(focused) == "Probe again", "the button has lost the focus")
        self.assert_quiet()
        # Once more within five seconds.
        self.browser.click(BUTTON)
        self.browser.wait_for_text(LINE, "was probed again a moment ago")

    def test_the_button_keeps_the_focus_when_the_details_come(self):
        self.open_row()
        self.browser.run("document.querySelector(arguments[0]).focus()", BUTTON)
        self.browser.wait(lambda: self.browser.count("#pane-body > section"), "no details")
        self.assertEqual(self.browser.run("return document.activeElement.textContent"), "Probe again")

    def test_a_probe_without_an_answer_is_told(self):
        self.open_row()
        self.steer("unreachable", isUnreachable=True)
        self.addCleanup(self.steer, "unreachable", isUnreachable=False)
        self.browser.click(BUTTON)
        self.browser.wait_for_text(LINE, "Probing…")
        self.browser.wait(lambda: self.browser.count(f"{BUTTON}[aria-disabled]"), "the button can be pressed")
        self.browser.run("const now = Date.now; Date.now = () => now() + 31e3")
        self.browser.wait_for_text(LINE, "The probe had no answer.")
        self.assertEqual(self.browser.count(f"{BUTTON}[aria-disabled]"), 0)

    def test_another_row_begins_anew(self):
        self.open_row()
        self.steer("unreachable", isUnreachable=True)
        self.addCleanup(self.steer, "unreachable", isUnreachable=False)
        self.browser.click(BUTTON)
        self.browser.wait_for_text(LINE, "Probing…")
        self.browser.click("#list .grid")
        self.browser.press("ArrowDown", "ArrowDown", "Enter")
        self.browser.wait(lambda: "Probing" not in self.browser.text(LINE), "the other row is probed")


class RecordingsTest(PageTest):
    settings = ["--rows", "4", "--rate", "0", "--source", "recordings"]

    def test_recordings_show_the_age_alone(self):
        self.open("&verdict=allowed")
        self.browser.click(".rows .row")
        self.browser.wait_for_text(LINE, "Server probed ")
        self.assertEqual(self.browser.count(f"{BUTTON}:not([hidden])"), 0)
