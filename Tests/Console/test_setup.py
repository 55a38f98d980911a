"""The set-up page of the proxy in Chromium: its QR code, which zbarimg reads, and its forms, which need no script."""

import os
import plistlib
import re
import subprocess
import tempfile
import unittest

from browser import Browser
from program import Program
from test_program import atsproxy


class SetupPageTest(unittest.TestCase):
    """A proxy at an address of this machine that is not loopback."""

    @classmethod
    def setUpClass(cls):
        if os.environ.get("CONSOLE"):
            raise unittest.SkipTest("starts a proxy of its own")
        addresses = subprocess.run(["ip", "-4", "-o", "address", "show", "scope", "global"], stdout=subprocess.PIPE, text=True, check=True).stdout
        found = re.search(r"inet ([0-9.]+)/", addresses)
        if not found:
            raise unittest.SkipTest("this machine has no address that others reach")
        cls.host = found[1]
        cls.proxy = Program([atsproxy(), "serve", "--listen", "0.0.0.0:0", "--allow-client", f"{cls.host}/32", "--console", "off", "--examine", "needed"])
        cls.addClassCleanup(cls.proxy.close)
        port = cls.proxy.wait_for(r"listening on 0\.0\.0\.0:(\d+)")[1]
        cls.url = f"http://{cls.host}:{port}/"
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)

    def read(self, path):
        command = ["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", path]
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout.strip()

    def test_a_camera_reads_the_page(self):
        for is_dark in (False, True):
            self.browser.open(self.url, 500, 1400, is_dark)
            with tempfile.NamedTemporaryFile(suffix=".png") as file:
                self.browser.picture(file.name)
                self.assertEqual(self.read(file.name), self.url)

    def test_a_camera_reads_the_graphic_alone(self):
        page = subprocess.run(["curl", "--silent", "--noproxy", "*", self.url], stdout=subprocess.PIPE, text=True, check=True).stdout
        with tempfile.NamedTemporaryFile(suffix=".svg") as file, tempfile.NamedTemporaryFile(suffix=".png") as picture:
            file.write(re.search(r"<svg .*?</svg>", page, re.DOTALL)[0].encode())
            file.flush()
            self.browser.open(f"file://{file.name}", 400, 400)
            self.browser.picture(picture.name)
            self.assertEqual(self.read(picture.name), self.url)

    def test_the_page_fits_on_a_phone_and_reports_nothing(self):
        self.browser.open(self.url, 320, 700)
        self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), 320)
        self.assertEqual([one for one in self.browser.messages() if "favicon" not in str(one)], [])

    def test_a_form_gives_a_profile(self):
        with tempfile.TemporaryDirectory() as folder:
            self.browser.open(self.url, 400, 800)
            self.browser.devtools("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)
            self.browser.run(
                "const form = document.querySelector('form'); form.ssid.value = 'Büro'; form.password.value = 'p&ss w+rd';"
                "form.querySelector('button').click();")
            path = f"{folder}/atsproxy.mobileconfig"
            self.browser.wait(lambda: os.path.exists(path) and os.path.getsize(path), "no profile comes")
            with open(path, "rb") as file:
                (payload,) = plistlib.load(file)["PayloadContent"]
        self.assertEqual((payload["SSID_STR"], payload["Password"], payload["ProxyServer"]), ("Büro", "p&ss w+rd", self.host))


if __name__ == "__main__":
    unittest.main()
