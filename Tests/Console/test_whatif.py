"""What-if: other systems and policies, and policies that are dropped onto the page."""

import os

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

    def test_a_patch_needs_a_policy_and_says_so(self):
        self.browser.devtools("Browser.setDownloadBehavior", behavior="allow", downloadPath=self.browser.folder.name)
        self.open("&pane=export&app=Courier")
        self.browser.click("[data-export=advice-patch]")
        self.browser.wait_for_text("#pane", "Upload the Info.plist")
        self.browser.click("[data-export=report-sarif]")
        saved = os.path.join(self.browser.folder.name, "report.sarif")
        self.browser.wait(lambda: os.path.exists(saved), "no file is saved")

    def test_advice_is_on_the_app_of_the_filter(self):
        self.open("&pane=export")
        self.browser.click("[data-export=advice-plist]")
        self.browser.wait_for_text("#pane", "choose one by app")
        self.open("&pane=export&app=Maps+Lite&device=192.0.2.7")
        href = self.browser.run("return document.querySelector('[data-export=advice-plist]').getAttribute('href')")
        self.assertEqual(href, "/api/v1/advice?format=plist&app=Maps+Lite&device=192.0.2.7")
        self.assertEqual(self.browser.run_async("fetch(arguments[0]).then(one => arguments[1](one.status))", href), 200)

    def test_each_recording_has_a_link(self):
        self.steer("status", recordings=[{"path": f"run/{name}.jsonl", "events": 3, "lost": 0, "problem": None} for name in ("first", "second")])
        self.open("&pane=export")
        self.browser.wait_for_text("[data-export=recording-1]", "second.jsonl")
        href = self.browser.run("return document.querySelector('[data-export=recording-1]').href")
        self.assertEqual(self.browser.run_async("fetch(arguments[0]).then(one => one.text()).then(arguments[1])", href), "{}\n{}\n")
        self.steer("status")

    def test_a_link_names_the_question(self):
        self.open("&pane=whatif&os=ios17.6")
        self.browser.wait_for_text("#pane .result", "Under ios17.6")
        self.assertEqual(self.browser.run("return document.querySelector('#what-if-os').value"), "ios17.6")
