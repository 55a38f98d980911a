"""Runs pytest with the plugin on suites that a test writes, against servers of test-site and one that answers late."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import socket
import ssl
import time
import unittest
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The hosts t0.test to t39.test are one server in cleartext, and so are their aliases for other tests.
HOSTS = 40
# The outcomes of a test and its teardown, of which the last one counts.
RANKS = ["passed", "skipped", "error", "failure"]
PRELUDE = """
import os, signal, socket, ssl, subprocess, sys, threading, time, unittest, urllib.request
import pytest

PORTS = {ports}

def load(name, host=None, scheme="http"):
    with urllib.request.urlopen(f"{{scheme}}://{{host or name + '.test'}}:{{PORTS[name]}}/", timeout=10) as answer:
        return answer.read()

def greet(name):
    "Sends a ClientHello into a tunnel and leaves, so that the decision comes after the load."
    hello, context = ssl.MemoryBIO(), ssl.create_default_context()
    with pytest.raises(ssl.SSLWantReadError):
        context.wrap_bio(ssl.MemoryBIO(), hello, server_hostname=f"{{name}}.test").do_handshake()
    address = os.environ["http_proxy"].rpartition("/")[2].split(":")
    with socket.create_connection((address[0], int(address[1])), 10) as proxy:
        target = f"{{name}}.test:{{PORTS[name]}}"
        proxy.sendall(f"CONNECT {{target}} HTTP/1.1\\r\\nHost: {{target}}\\r\\n\\r\\n".encode())
        assert b" 200 " in proxy.recv(1000)
        proxy.sendall(hello.read())
"""


def program():
    named = os.environ.get("ATSPROXY")
    found = [named] if named else sorted(ROOT.glob(".build/*/atsproxy"), key=os.path.getmtime)
    return str(pathlib.Path(found[-1]).resolve())


class LateServer:
    """A server that begins each handshake after a second, with a certificate that nobody trusts."""

    def __init__(self, site):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(f"{site}/selfsigned.pem", f"{site}/selfsigned.key")
        self.context, self.socket = context, socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            connection, _ = self.socket.accept()
            threading.Thread(target=self.answer, args=(connection,), daemon=True).start()

    def answer(self, connection):
        time.sleep(1)
        try:
            with self.context.wrap_socket(connection, server_side=True) as secured:
                secured.recv(1000)
        except OSError:
            pass


class Result:
    """What pytest said: its status, its output, and for each test the outcome and its text."""

    def __init__(self, done, report):
        self.status, self.output = done.returncode, done.stdout + done.stderr
        self.tests = {}
        if not report.exists():
            return
        for case in xml.etree.ElementTree.parse(report).getroot().iter("testcase"):
            outcomes = [(child.tag, (child.get("message") or "") + (child.text or "")) for child in case
                        if child.tag in ("failure", "error", "skipped")]
            told = "".join((child.text or "") for child in case if child.tag.startswith("system-"))
            outcome = max((tag for tag, _ in outcomes), key=RANKS.index, default="passed")
            # A test may fail, and then its teardown.
            before = self.tests.get(case.get("name"), ("passed", ""))
            if before[0] in ("passed", "skipped") or outcome != "passed":
                self.tests[case.get("name")] = (outcome, before[1] + "".join(text for _, text in outcomes) + told)

    def outcomes(self):
        return {name: outcome for name, (outcome, _) in self.tests.items()}

    def text(self, name):
        return self.tests[name][1]

    def summary(self):
        return self.output.rpartition("= App Transport Security =")[2]


class PluginSuite(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.site = f"{folder.name}/site"
        os.makedirs(cls.site)
        # nginx, started by root, reads its files as another user.
        os.chmod(folder.name, 0o755)
        servers = subprocess.Popen(
            [ROOT / "Tests/Scripts/test-site", cls.site], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        cls.addClassCleanup(servers.wait)
        cls.addClassCleanup(servers.stdout.close)
        cls.addClassCleanup(servers.stdin.close)
        cls.ports = json.loads(servers.stdout.readline())
        cls.ports["late"] = LateServer(cls.site).port
        names = [f"{name}.test" for name in cls.ports] + [f"t{number}.test" for number in range(HOSTS)]
        cls.arguments = [f"--resolve={name}:*:127.0.0.1" for name in names]
        cls.arguments += [f"--ca-file={cls.site}/root.pem", "--examine=needed"]

    def run_pytest(self, suite, *arguments, ats=("--ats",), settings="", python=()):
        """Runs a suite with the plugin; `settings` are further lines of its ini file."""
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "test_suite.py").write_text(PRELUDE.format(ports=self.ports) + suite)
        lines = "\n  ".join(self.arguments)
        (folder / "pytest.ini").write_text(
            f"[pytest]\njunit_logging = all\nats_program = {program()}\nats_arguments =\n  {lines}\n{settings}\n")
        paths = [str(ROOT / "config/test-kits"), *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = dict(os.environ, PYTHONPATH=":".join(paths), SSL_CERT_FILE=f"{self.site}/root.pem",
                           PYTEST_DISABLE_PLUGIN_AUTOLOAD="1", PYTHONDONTWRITEBYTECODE="1", TMPDIR=str(folder))
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
            environment.pop(name, None), environment.pop(name.lower(), None)
        report = folder / "report.xml"
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "pytest_atsproxy", *python, *ats, f"--junitxml={report}", *arguments],
            cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=180)
        left = [each for each in folder.iterdir() if each.name.startswith("atsproxy-")]
        self.assertEqual(left, [], "the plugin leaves files")
        return Result(done, report)

    def run_distributed(self, suite, workers, *arguments, **options):
        return self.run_pytest(suite, "-n", str(workers), *arguments, python=("-p", "xdist.plugin"), **options)


def start_proxy(test, *arguments):
    """A proxy that runs already, and its port."""
    log = pathlib.Path(test.enterContext(tempfile.TemporaryDirectory())) / "log"
    with open(log, "w") as output:
        proxy = subprocess.Popen(
            [program(), "serve", "--console", "off", "--mode", "observe", *test.arguments, *arguments],
            stdin=subprocess.DEVNULL, stdout=output, stderr=output)
    test.addCleanup(proxy.wait)
    test.addCleanup(proxy.send_signal, signal.SIGTERM)
    listeners = arguments.count("--listen")
    for _ in range(1000):
        ports = [line.rpartition(":")[2].split()[0] for line in log.read_text().splitlines() if "listening on" in line]
        if len(ports) == listeners:
            return ports
        time.sleep(0.01)
    raise AssertionError(log.read_text())
