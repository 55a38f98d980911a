"""Exports: what is saved, of which app and policy, and what the page says where the program refuses."""

import os
import shlex
import tempfile

from page_test import PageTest
from test_whatif import DROP


class ExportTest(PageTest):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="console-export-")
        self.addCleanup(self.folder.cleanup)
        self.browser.devtools("Browser.setDownloadBehavior", behavior="allow", downloadPath=self.folder.name)
        self.browser.messages()

    def wait_for_file(self, name):
        self.browser.wait(lambda: os.path.exists(os.path.join(self.folder.name, name)), f"no {name} is saved")

    def href(self, name):
        return self.browser.run("return document.querySelector(arguments[0]).getAttribute('href')", f"[data-export={name}]")

    def test_a_patch_needs_a_policy_and_says_so(self):
        self.open("&pane=export&app=Courier")
        self.browser.click("[data-export=advice-patch]")
        self.browser.wait_for_text("#pane", "Upload the Info.plist")
        self.browser.click("[data-export=report-sarif]")
        self.wait_for_file("report.sarif")
        self.assertEqual(self.browser.count("#pane section:nth-of-type(1) .callout"), 0)

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

    def test_a_directory_of_segments_is_named_and_not_offered(self):
        self.steer("status", recordings=[{"path": "/var/log/segments/", "events": None, "lost": 0, "problem": None}])
        self.open("&pane=export")
        self.browser.wait_for_text("#pane", "The recording is in segments, one file after the other, in /var/log/segments/; copy them from there.")
        self.assertEqual(self.browser.count("[data-export=recording-0]"), 0)
        self.steer("status")

    def test_the_app_is_chosen_here(self):
        self.open("&pane=export")
        self.browser.wait_for_text("#pane", "The loads are of 2 apps.")
        self.browser.choose("#export-app", "Maps Lite")
        self.browser.wait(lambda: self.href("advice-plist") == "/api/v1/advice?format=plist&app=Maps+Lite", self.href("advice-plist"))
        self.assertEqual(self.href("report-html"), "/api/v1/report?format=html&app=Maps+Lite")
        self.assertNotIn("The loads are of", self.browser.text("#pane"))
        self.assertEqual(self.browser.run("return document.querySelector('#filter-app').value"), "Maps Lite")
        self.browser.click("[data-export=advice-plist]")
        self.wait_for_file("advice.plist")
        self.browser.choose("#filter-app", "Courier")
        self.browser.wait(lambda: "app=Courier" in self.href("report-html"), "the links do not follow the list's filter")
        self.assertEqual(self.browser.run("return document.querySelector('#export-app').value"), "Courier")

    def test_the_patched_file_is_named(self):
        self.open("&app=Courier")
        self.browser.run(DROP, "<plist><dict/></plist>", "Release.plist")
        self.browser.wait_for_text("#pane .result", "Under Release.plist")
        self.browser.click("#open-export")
        self.browser.wait_for_text("[data-export=advice-patch]", "of Release.plist, to review and apply")
        self.assertIn("Release.plist (uploaded)", self.browser.run("return document.querySelector('#export-policy').selectedOptions[0].text"))
        self.browser.click("[data-export=advice-patch]")
        self.wait_for_file("advice.patch")
        self.browser.choose("#export-policy", "")
        self.browser.wait_for_text("#pane", "A patch needs the Info.plist itself.")
        self.browser.run("[...document.querySelectorAll('#pane button')].find(one => one.textContent.startsWith('Choose it')).click()")
        self.browser.wait_for_text("#pane-title", "What if")

    def test_the_policy_of_a_proxy_that_read_its_file_is_patched(self):
        policy = {"id": "sha256:0", "name": "Courier.plist", "origin": "listener"}
        self.addCleanup(self.steer, "status")
        for has_file, sentence in [(True, "of Courier.plist, to review and apply"), (False, "of the app's Info.plist, to review and apply")]:
            with self.subTest(has_file=has_file):
                self.steer("status", policies=[{**policy, "hasFile": has_file}])
                self.open("&pane=export")
                self.browser.wait_for_text("[data-export=advice-patch]", sentence)
                self.assertEqual("A patch needs the Info.plist itself." in self.browser.text("#pane"), not has_file)

    def test_a_download_outlives_a_change_of_the_policies_and_ends_with_its_link(self):
        self.open("&pane=export")
        self.addCleanup(self.steer, "status")
        self.steer("hold", isHeld=True)
        self.addCleanup(self.steer, "hold", isHeld=False)
        self.browser.click("[data-export=report-html]")
        self.browser.wait_for_text("[data-export=report-html][aria-busy]", "press again to stop")
        self.browser.run("document.activeElement.blur()")
        self.steer("status", policies=[{"id": "sha256:0", "name": "New.plist", "origin": "given", "hasFile": True}])
        self.browser.wait_for_text("[data-export=advice-patch]", "of New.plist")
        self.assertEqual(self.browser.count("[data-export=report-html][aria-busy]"), 1)
        self.browser.choose("#filter-app", "Courier")
        self.browser.wait(lambda: "app=Courier" in self.href("report-html"), "the links do not follow the list's filter")
        self.assertEqual(self.browser.count("[data-export][aria-busy]"), 0)
        self.browser.click("[data-export=report-json]")
        self.steer("hold", isHeld=False)
        self.wait_for_file("report.json")
        self.assertEqual(os.listdir(self.folder.name), ["report.json"])

    def test_the_command_for_a_script_is_quoted(self):
        self.open("&pane=export")
        command = self.browser.text("#pane pre[aria-label=command]")
        self.assertEqual(shlex.split(command), ["curl", "-H", "Authorization: Bearer TOKEN", f"{self.base}/api/v1/report?format=json"])
        self.assertIn(f'"{self.base}/api/v1/report?format=json"', command)

    def test_a_program_with_too_much_to_do_says_so(self):
        self.steer("full", isFull=True)
        self.addCleanup(self.steer, "full", isFull=False)
        self.open("&pane=export")
        self.browser.click("[data-export=report-json]")
        self.browser.wait_for_text("#pane section .callout", "Too many reports and questions wait already; ask again in a few seconds.")
        self.steer("full", isFull=False)
        self.browser.click("[data-export=report-json]")
        self.wait_for_file("report.json")
        self.browser.wait(lambda: not self.browser.count("#pane section .callout"), "the refusal stays")
        self.assertEqual(os.listdir(self.folder.name), ["report.json"])

    def test_an_export_that_takes_long_says_so_and_can_be_stopped(self):
        self.open("&pane=export")
        self.steer("hold", isHeld=True)
        self.addCleanup(self.steer, "hold", isHeld=False)
        self.browser.click("[data-export=report-html]")
        self.browser.wait_for_text("[data-export=report-html][aria-busy]", "press again to stop")
        self.browser.click("[data-export=report-json]")
        self.browser.click("[data-export=report-html]")
        self.browser.wait(lambda: not self.browser.count("[data-export=report-html][aria-busy]"), "it is not stopped")
        self.steer("hold", isHeld=False)
        self.wait_for_file("report.json")
        self.assertEqual(os.listdir(self.folder.name), ["report.json"])

    def test_a_double_click_saves_once(self):
        self.open("&pane=export")
        self.steer("hold", isHeld=True)
        self.addCleanup(self.steer, "hold", isHeld=False)
        self.browser.run("const one = document.querySelector('[data-export=report-csv]');"
                         "for (const detail of [1, 2]) one.dispatchEvent(new MouseEvent('click', { detail, bubbles: true, cancelable: true }))")
        self.browser.wait_for_text("[data-export=report-csv][aria-busy]", "press again to stop")
        self.steer("hold", isHeld=False)
        self.wait_for_file("report.csv")
        self.assertEqual(os.listdir(self.folder.name), ["report.csv"])

    def test_a_certificate_that_is_gone_is_said(self):
        self.open("&verdict=allowed")
        self.browser.click(".rows .row")
        self.browser.click("#pane .certificate a[download]")
        self.wait_for_file("certificate.pem")
        self.steer("fail", isFailing=True)
        self.addCleanup(self.steer, "fail", isFailing=False)
        self.browser.click("#pane .certificate a[download]")
        self.browser.wait_for_text("#pane .certificate .callout", "The program does not answer.")

    def test_a_program_that_stops_says_so(self):
        self.open("&pane=export")
        self.steer("fail", isFailing=True)
        self.addCleanup(self.steer, "fail", isFailing=False)
        self.browser.click("[data-export=report-html]")
        self.browser.wait_for_text("#pane section .callout", "The program does not answer.")
