"""The journey of a first user against the real program: its console, real servers and clients on loopback.

The program is that of the environment variable ATSPROXY, else the newest in .build, which is built if there is none.
"""

import json
import os
import plistlib
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.error
import urllib.request

from browser import Browser
from page_test import EXCEPTION, FOLDER, PageTest
from program import Program
from test_whatif import DROP

ROOT = os.path.realpath(os.path.join(FOLDER, "../.."))
HOSTS = ["good", "old", "plain", "expired", "hostile"]
APP = "MyApp/42 CFNetwork/1568.200.51 Darwin/24.1.0"
SCRIPT = "<script>window.isRun=1</script>"
POLICY = """<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>NSAppTransportSecurity</key><dict><key>NSExceptionDomains</key><dict><key>old.test</key><dict>
<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.0</string></dict></dict></dict></dict></plist>"""


def atsproxy():
    """The path of the program."""
    given = os.environ.get("ATSPROXY")
    if given:
        return given
    built = [path for kind in ("release", "debug") if os.path.exists(path := f"{ROOT}/.build/{kind}/atsproxy")]
    if not built:
        subprocess.run(["swift", "build", "--product", "atsproxy"], cwd=ROOT, check=True, stdout=sys.stderr)
        built = [f"{ROOT}/.build/debug/atsproxy"]
    return max(built, key=os.path.getmtime)


class ProgramTest(PageTest):
    """A test with a proxy of its own. The servers and the browser are those of the class."""

    @classmethod
    def setUpClass(cls):
        if os.environ.get("CONSOLE"):
            raise unittest.SkipTest("starts a console of its own")
        cls.program = atsproxy()
        cls.folder = tempfile.mkdtemp(prefix="console-program-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        site = Program([f"{ROOT}/Tests/Scripts/test-site", cls.folder], stdin=subprocess.PIPE)
        cls.addClassCleanup(site.close)
        cls.ports = json.loads(site.wait_for(r"^(\{.*\})$")[1])
        cls.browser = Browser()
        cls.browser.time_limit = 30
        cls.addClassCleanup(cls.browser.close)
        cls.is_mock = False

    def setUp(self):
        self.serve("127.0.0.1:0", "127.0.0.1:0")
        self.browser.messages()

    def tearDown(self):
        # The page of this proxy would go on asking for it.
        self.browser.open("about:blank")

    def serve(self, listen, console, *options):
        """Starts a proxy."""
        resolve = [argument for host in HOSTS for argument in ("--resolve", f"{host}.test:*:127.0.0.1")]
        self.proxy = Program([self.program, "serve", "--listen", listen, "--console", console, "--examine", "needed",
                              "--ca-file", f"{self.folder}/root.pem", "--events", f"{self.folder}/events.jsonl", *resolve, *options])
        self.addCleanup(self.proxy.close)
        self.address = self.proxy.wait_for(r"listening on (\S+)")[1]
        self.url = self.proxy.wait_for(r"console at (\S+)")[1]
        self.base = self.url.split("/?")[0]

    def link(self, name, path="/"):
        return f"{'http' if name == 'plain' else 'https'}://{name}.test:{self.ports[name]}{path}"

    def curl(self, name, agent=APP, path="/"):
        subprocess.run(["curl", "--silent", "--output", os.devnull, "--max-time", "60", "--globoff", "--user-agent", agent, "--cacert", f"{self.folder}/root.pem",
                        "--proxy", f"http://{self.address}", self.link(name, path)], check=False)

    def wait_for_host(self, host):
        self.browser.wait(lambda: any(one.split(":")[0] == host for one in self.hosts()), f"{host} does not appear")

    def open_row(self, host):
        self.browser.run("[...document.querySelectorAll('.rows .row')].find(one => !one.hidden && one.querySelector('.name').textContent.startsWith(arguments[0])).click()", host)
        self.browser.wait(lambda: self.browser.count("#pane section:not(:empty)") > 1, "no detail appears")

    def copied(self):
        return self.browser.run_async("navigator.clipboard.readText().then(arguments[0], error => arguments[0](String(error)))")

    def assert_exception(self, text, host, key):
        policy = plistlib.loads(f'<plist version="1.0"><dict>{text}</dict></plist>'.encode())
        self.assertIn(key, policy["NSAppTransportSecurity"]["NSExceptionDomains"][host])


class FirstUserTest(ProgramTest):
    def test_from_the_empty_page_to_a_copied_exception(self):
        self.open()
        self.browser.wait_for_text("#empty", "Waiting for the first load")
        self.assertIn(f"curl -i -x http://{self.address}", self.browser.text("#empty .code"))
        self.browser.run("window.isTheSamePage = true")

        self.curl("good")
        self.wait_for_host("good.test")
        self.assertEqual(self.browser.count("#empty"), 0)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({"http": f"http://{self.address}"}))
        with self.assertRaises(urllib.error.HTTPError) as refused, opener.open(self.link("plain"), timeout=60):
            pass
        self.assertEqual(refused.exception.headers["ATS-Violation"], "cleartext")
        refused.exception.close()
        self.wait_for_host("plain.test")
        self.load_in_another_browser("old")
        self.wait_for_host("old.test")
        self.browser.wait_for_text("#count-fails .number", "2")
        self.browser.wait_for_text("#connection", "Live")
        self.assertTrue(self.browser.run("return window.isTheSamePage"))

        self.open_row("old.test")
        self.browser.wait_for_text("#pane .finding", "tls.version")
        self.browser.devtools("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        self.browser.click(f"{EXCEPTION} .copy")
        self.browser.wait_for_text(f"{EXCEPTION} .copy", "Copied")
        self.assertEqual(self.copied(), self.browser.text(f"{EXCEPTION} pre"))
        self.assert_exception(self.copied(), "old.test", "NSExceptionMinimumTLSVersion")
        self.assert_quiet()

    def load_in_another_browser(self, name):
        """Loads a page in a Chromium that sends `.test` to the proxy, and all else nowhere."""
        script = f"function FindProxyForURL(url, host) {{ return host.endsWith('.test') ? 'PROXY {self.address}' : 'PROXY 127.0.0.1:1'; }}"
        other = Browser(options=[f"--proxy-pac-url=data:application/x-ns-proxy-autoconfig,{urllib.request.quote(script)}"])
        self.addCleanup(other.close)
        other.run("location.href = arguments[0]", self.link(name))

    def test_what_would_change_under_another_system_and_policy(self):
        self.open()
        self.curl("old")
        self.curl("good")
        self.wait_for_host("good.test")
        self.wait_for_host("old.test")
        self.browser.click("#open-whatif")
        self.browser.choose("#what-if-os", "ios26")
        self.browser.wait_for_text("#pane .result", "Under ios26")
        self.assertIn("os=ios26", self.browser.run("return location.search"))
        self.browser.choose("#what-if-os", "")
        self.browser.run(DROP, POLICY, "Release.plist")
        self.browser.wait_for_text("#pane .result", "Under Release.plist")
        self.browser.wait_for_text("#pane .change-host", "old.test")
        self.assertIn("Blocked→Allowed", self.browser.text("#pane .change-verdicts"))
        self.browser.click("#open-export")
        self.browser.wait_for_text("[data-export=advice-patch]", "of Release.plist")
        self.browser.run(DROP, "GIF89a", "cat.gif")
        self.browser.wait_for_text("#pane .callout.tone-bad", "cat.gif:")
        self.assert_no_fault()

    def test_the_keyboard_alone_is_enough(self):
        self.open()
        self.curl("old")
        self.wait_for_host("old.test")
        self.browser.run("document.activeElement.blur()")
        for _ in range(40):
            self.browser.press("Tab")
            if self.browser.run("return document.activeElement.className") == "grid":
                break
        self.browser.press("ArrowDown", "Enter")
        self.browser.wait_for_text("#pane-title", "old.test")
        self.browser.wait(lambda: self.browser.count(f"{EXCEPTION} .copy"), "no exception to copy")
        self.browser.devtools("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        self.browser.press("Enter")
        for _ in range(20):
            if self.browser.run("return document.activeElement.matches(arguments[0])", f"{EXCEPTION} .copy"):
                break
            self.browser.press("Tab")
        self.browser.press("Enter")
        self.browser.wait_for_text(f"{EXCEPTION} .copy", "Copied")
        self.assert_exception(self.copied(), "old.test", "NSExceptionMinimumTLSVersion")
        self.browser.press("Escape")
        self.browser.wait(lambda: not self.browser.count("#pane:not([hidden])"), "Escape closes nothing")
        self.browser.press("/", *"nothing has this")
        self.browser.wait_for_text("#empty", "No row matches")
        self.browser.press("Escape", "w")
        self.browser.wait_for_text("#pane-title", "What if")

    def test_a_repaired_server_is_probed_again(self):
        port = self.ports["expired"]
        self.curl("expired")
        self.open()
        self.wait_for_host("expired.test")
        self.open_row("expired.test")
        self.browser.wait_for_text("#pane .probe", "Server probed")
        self.browser.click("#pane .probe button")
        self.browser.wait_for_text("#pane .probe", "Probed just now.")
        with open(f"{self.folder}/events.jsonl", encoding="utf-8") as recording:
            facts = [line for line in recording if json.loads(line).get("event") == "facts" and f'"port":{port}' in line]
        self.assertGreaterEqual(len(facts), 2)
        self.browser.click("#pane .probe button")
        self.browser.wait_for_text("#pane .probe", "was probed again a moment ago")

    def test_a_link_has_the_filters(self):
        self.curl("good")
        self.curl("old")
        self.curl("plain", agent="Other/1 CFNetwork/1568.200.51 Darwin/24.1.0")
        self.open()
        for host in ["good.test", "old.test", "plain.test"]:
            self.wait_for_host(host)
        self.browser.choose("#filter-app", "MyApp")
        self.browser.choose("#filter-verdict", "fails")
        self.browser.wait(lambda: self.row_count() == "1 of 3 rows", self.row_count())
        query = self.browser.run("return location.search")
        self.assertNotIn("token", query)
        self.browser.open("about:blank")
        self.browser.open(f"{self.base}/{query}")
        self.browser.wait(lambda: self.row_count() == "1 of 3 rows", "the filters are lost")
        self.assertEqual([host.split(":")[0] for host in self.hosts()], ["old.test"])
        self.browser.click("#open-export")
        self.browser.find("[data-export=report-json]")
        href = self.browser.run("return document.querySelector('[data-export=report-json]').href")
        report = json.loads(self.browser.run_async("fetch(arguments[0]).then(one => one.text()).then(arguments[1])", href))
        self.assertNotIn("plain.test", json.dumps(report["hosts"] if "hosts" in report else report))

    def test_a_restart_is_said_and_survived(self):
        self.open()
        self.curl("old")
        self.wait_for_host("old.test")
        console = self.base.removeprefix("http://")
        self.proxy.process.send_signal(signal.SIGTERM)
        self.assertEqual(self.proxy.process.wait(60), 0)
        self.browser.wait_for_text("#news", "The program does not answer.")
        self.assertEqual([host.split(":")[0] for host in self.hosts()], ["old.test"])
        self.serve(self.address, console)
        self.assertEqual(self.base.removeprefix("http://"), console)
        self.browser.wait_for_text("#locked-out", "Open the address that atsproxy printed")
        page = self.browser.call("GET", "/window")
        tab = self.browser.call("POST", "/window/new", {"type": "tab"})["handle"]
        self.browser.call("POST", "/window", {"handle": tab})
        self.open()
        self.browser.call("DELETE", "/window")
        self.browser.call("POST", "/window", {"handle": page})
        self.browser.wait(lambda: not self.browser.count("#locked-out"), "the page does not go on")
        self.curl("good")
        self.wait_for_host("good.test")
        self.assertNotIn("old.test", " ".join(self.hosts()))
        self.browser.wait_for_text("#connection", "Live")

    def assert_no_fault(self):
        """As `assert_quiet`, but for requests that the program refuses, which Chromium reports itself."""
        self.assertEqual([message for message in self.browser.messages() if "Failed to load resource" not in message], [])


class DayTest(ProgramTest):
    """A day with one proxy: two builds, single loads, and a policy that changes."""

    def test_builds_loads_and_a_reload(self):
        policy = f"{self.folder}/Info.plist"
        with open(policy, "w", encoding="utf-8") as file:
            file.write("<plist version='1.0'><dict/></plist>")
        self.serve("127.0.0.1:0", "127.0.0.1:0", "--policy", policy)
        self.curl("old", agent=APP.replace("/42", "/41"))
        self.curl("good")
        self.curl("plain")
        self.open("&view=loads")
        names = "return [...document.querySelectorAll('#loads .rows .row:not([hidden]) .name')].map(one => one.textContent.split(/[:/]/)[0])"
        self.browser.wait(lambda: sorted(self.browser.run(names)) == ["good.test", "old.test", "plain.test"], "not all loads are listed")
        ended = "return [...document.querySelectorAll('#loads .rows .row:not([hidden]) .c-duration')].filter(one => one.textContent !== '–').length"
        self.browser.wait(lambda: self.browser.run(ended) >= 1, "no end of a load is shown")
        self.browser.press("b")
        self.browser.wait_for_text("#pane .result", "1 new violation")
        self.browser.wait_for_text("#pane", "New: 1 finding")
        self.assertIn("plain.test", self.browser.text("#pane .result"))
        self.browser.press("Escape", "t")
        with open(policy, "w", encoding="utf-8") as file:
            file.write(POLICY)
        self.proxy.process.send_signal(signal.SIGHUP)
        self.browser.wait_for_text("#since", "Since the reload, ")
        self.browser.choose("#since", "reload")
        self.browser.wait_for_text("#empty h2", "No load came since then")
        self.curl("old", agent=APP.replace("/42", "/41"))
        self.wait_for_host("old.test")
        self.assertEqual(len(self.hosts()), 1)
        # curl itself may refuse TLS 1.0.
        self.assertLessEqual(self.words(), {"Allowed", "Refused by device"})
        self.browser.choose("#since", "")
        self.browser.wait(lambda: len([host for host in self.hosts() if host.startswith("old.test")]) == 2, "the earlier row is gone")
        self.assertEqual(self.browser.run("return [...document.querySelectorAll('#list .rows .row:not([hidden])')].filter(one => one.querySelector('.is-earlier').textContent && one.querySelector('.name').textContent.startsWith('old.test')).length"), 1)
        self.assert_quiet()

    def test_a_recording_has_its_last_loads(self):
        view = Program([self.program, "view", "--ca-file", f"{ROOT}/config/example/staging-root.pem", f"{ROOT}/config/example/MyApp.jsonl"])
        self.addCleanup(view.close)
        self.url = view.wait_for(r"console at (\S+)")[1]
        self.open("&view=loads")
        self.browser.wait(lambda: self.browser.count("#loads .rows .row") > 3, "no load is listed")
        self.assertIn("Allowed", self.browser.run("return [...document.querySelectorAll('#loads .rows .word')].map(one => one.textContent)"))


class HostileTrafficTest(ProgramTest):
    """Markup in all that a client or a server chooses is shown as text."""

    def assert_text(self, *texts):
        for text in texts:
            self.browser.wait_for_text("body", text)
        self.assertIsNone(self.browser.run("return window.isRun ?? null"))
        self.assertEqual(self.browser.run("return document.querySelectorAll('body script, body img:not([src^=\"/page/\"]), iframe, [onerror]').length"), 0)
        self.assert_quiet()

    def test_of_clients(self):
        self.open()
        host, port = self.address.split(":")
        with socket.create_connection((host, int(port)), timeout=60) as client:
            client.sendall(f"CONNECT {SCRIPT}.test:443 HTTP/1.1\r\n\r\n".encode())
            self.assertTrue(client.recv(100).startswith(b"HTTP/1.1 400 "))
        self.wait_for_host("-")
        self.curl("plain", agent=f"{SCRIPT}/1 CFNetwork/1568.200.51 Darwin/24.1.0")
        self.wait_for_host("plain.test")
        self.open_row("plain.test")
        self.browser.choose("#filter-group", "app")
        self.assert_text("<script>window.isRun")

    def test_of_a_certificate(self):
        key, certificate = f"{self.folder}/hostile.key", f"{self.folder}/hostile.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-noenc", "-days", "30", "-keyout", key, "-out", certificate,
                        "-subj", f"/O={SCRIPT.replace('/', chr(92) + '/')}/CN=\"><img src=x onerror=window.isRun=1>",
                        "-addext", f"subjectAltName=DNS:hostile.test,DNS:{SCRIPT}.test"], check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        self.ports["hostile"] = self.answer(context)
        self.open()
        self.curl("hostile")
        self.wait_for_host("hostile.test")
        self.open_row("hostile.test")
        self.browser.wait(lambda: self.browser.count("#pane .certificate"), "no certificate")
        # As in RFC 4514, a backslash stands before some characters of a name.
        self.assert_text("O=\\<script\\>window.isRun=1\\</script\\>", "\\>\\<img src=x onerror=window.isRun=1\\>", f"{SCRIPT}.test")

    def answer(self, context):
        """The port of a server that completes handshakes until the test ends."""
        server = socket.create_server(("127.0.0.1", 0))

        def loop():
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                with connection:
                    connection.settimeout(30)
                    try:
                        context.wrap_socket(connection, server_side=True).close()
                    except OSError:
                        continue

        thread = threading.Thread(target=loop, daemon=True)
        thread.start()

        def end():
            server.shutdown(socket.SHUT_RDWR)
            server.close()
            thread.join()

        self.addCleanup(end)
        return server.getsockname()[1]

    def test_of_a_recording(self):
        recording = f"{self.folder}/hostile.jsonl"
        with open(f"{ROOT}/config/example/MyApp.jsonl", encoding="utf-8") as source, open(recording, "w", encoding="utf-8") as target:
            target.write(source.read().replace("img.example.com", f"{SCRIPT}.example.com"))
        view = Program([self.program, "view", recording])
        self.addCleanup(view.close)
        self.url = view.wait_for(r"console at (\S+)")[1]
        self.open("&verdict=fails")
        self.wait_for_host(f"{SCRIPT}.example.com")
        self.open_row(SCRIPT)
        self.assert_text(f"{SCRIPT}.example.com")
