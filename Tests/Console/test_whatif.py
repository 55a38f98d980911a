"""What-if: other systems and policies, and policies that are dropped onto the page."""

from page_test import PageTest

DROP = """
const file = new File([arguments[0]], arguments[1]); const data = new DataTransfer(); data.items.add(file);
for (const name of ['dragenter', 'dragover', 'drop']) document.body.dispatchEvent(new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true }));
"""


class WhatIfTest(PageTest):
    def test_app_store_defaults_change_rows(self):
        self.open("&pane=whatif")
        self.browser.wait_for_text("#pane .result", "Choose an OS or a policy")
        self.browser.choose("#what-if-policy", "defaults")
        self.browser.wait_for_text("#pane .result", "2 rows change, 38 the same, 1 not determined")
        self.assertIn("Warning→Blocked", self.browser.text("#pane .change-verdicts"))
        host = self.browser.text("#pane .change-host")
        hosts = self.browser.run("return [...document.querySelectorAll('#pane .change-host')].map(one => one.textContent)")
        self.assertTrue(any(" · Courier" in one or " · Maps Lite" in one for one in hosts), hosts)
        self.browser.click("#pane .change-row")
        self.browser.wait_for_text("#pane-title", host.split(" · ")[0])

    def test_a_dropped_policy_is_judged_and_linted(self):
        self.open()
        self.browser.run(DROP, "<plist><dict/></plist>", "Release.plist")
        self.browser.wait_for_text("#pane-title", "What if")
        self.browser.wait_for_text("#pane .result", "Under Release.plist")
        self.browser.wait_for_text("#pane", "Mistakes in Release.plist")
        self.assertEqual(self.browser.count(".is-dropping"), 0)
        self.assert_quiet()

    def test_what_is_no_policy_is_said(self):
        self.open()
        self.browser.run(DROP, "GIF89a", "cat.gif")
        self.browser.wait_for_text("#pane", "cat.gif: cat.gif is neither a property list nor JSON.")

    def test_too_large_a_file_is_not_sent(self):
        self.open()
        self.browser.run(DROP.replace("[arguments[0]]", "[new Uint8Array(9e6)]"), "", "MyApp.ipa")
        self.browser.wait_for_text("#pane", "MyApp.ipa has 9.0 MB. A policy has at most 8 MB")

    def test_a_question_is_answered_when_there_is_room(self):
        self.steer("full", isFull=True)
        self.addCleanup(self.steer, "full", isFull=False)
        self.open("&pane=whatif&policy=defaults")
        self.browser.wait_for_text("#pane .result", "Too many reports and questions wait already")
        self.steer("full", isFull=False)
        self.browser.click("#pane .result button")
        self.browser.wait_for_text("#pane .result", "2 rows change")

    def test_a_question_can_be_changed_while_it_is_answered(self):
        self.open("&pane=whatif")
        self.steer("hold", isHeld=True)
        self.addCleanup(self.steer, "hold", isHeld=False)
        self.browser.choose("#what-if-policy", "defaults")
        self.browser.wait_for_text("#pane .result[aria-busy] .working", "judged again")
        self.browser.choose("#what-if-os", "ios17.6")
        self.browser.choose("#what-if-policy", "")
        self.browser.wait(lambda: self.steer("settings")["waiting"] == 3, "not asked")
        self.steer("hold", isHeld=False)
        self.browser.wait_for_text("#pane .result", "Under ios17.6")
        self.assertEqual(self.browser.count("[aria-busy], .working"), 0)

    def test_another_file_can_be_dropped_while_one_is_read(self):
        self.open()
        self.steer("hold", isHeld=True)
        self.addCleanup(self.steer, "hold", isHeld=False)
        for name in ["First.plist", "Second.plist"]:
            self.browser.run(DROP, f"<plist><!-- {name} --></plist>", name)
            self.browser.wait_for_text("#pane .working", f"{name} is read.")
        self.steer("hold", isHeld=False)
        self.browser.wait_for_text("#pane .result", "Under Second.plist")
        self.assertNotIn("First.plist", self.browser.text("#pane section"))

    def test_a_link_names_the_question(self):
        self.open("&pane=whatif&os=ios17.6")
        self.browser.wait_for_text("#pane .result", "Under ios17.6")
        self.assertEqual(self.browser.run("return document.querySelector('#what-if-os').value"), "ios17.6")
