"""The plugin for pytest in one process."""

import sys
import unittest

from plugin_suite import ROOT, PluginSuite, start_proxy

sys.path.insert(0, str(ROOT / "config/test-kits"))


class VerdictTests(PluginSuite):
    def test_a_violation_fails_the_test_that_caused_it(self):
        result = self.run_pytest("""
def test_good(): load("good", scheme="https")
def test_nothing(): pass
def test_plain():
    assert b"works" in load("plain")
def test_good_again(): load("good", scheme="https")
def test_both():
    load("plain")
    with pytest.raises(OSError): load("old", scheme="https")
""")
        self.assertEqual(result.outcomes(), {
            "test_good": "passed", "test_nothing": "passed", "test_plain": "failure", "test_good_again": "passed",
            "test_both": "failure"}, result.output)
        plain = result.text("test_plain")
        self.assertIn(f"plain.test:{self.ports['plain']}  cleartext  ", plain)
        self.assertIn("an exception would permit it: NSExceptionAllowsInsecureHTTPLoads=YES", plain)
        self.assertIn("ATS refuses loads of this test (2)", result.text("test_both"))
        self.assertIn(f"old.test:{self.ports['old']}  tls.version  ", result.text("test_both"))
        self.assertEqual(result.status, 1)
        self.assertIn("5 loads: 3 violations in 2 tests.", result.summary())

    def test_each_phase_fails_by_itself(self):
        result = self.run_pytest("""
@pytest.fixture
def before(): load("plain", "t1.test")
@pytest.fixture
def after():
    yield
    load("plain", "t2.test")
def test_before(before): pass
def test_after(after): pass
def test_between(): pass
""")
        self.assertEqual(result.outcomes(), {"test_before": "failure", "test_after": "error", "test_between": "passed"})
        self.assertIn("t1.test", result.text("test_before"))
        self.assertIn("t2.test", result.text("test_after"))

    def test_a_test_that_fails_by_itself_shows_its_violations(self):
        result = self.run_pytest("""
def test_blocked(): load("plain")
class Case(unittest.TestCase):
    def test_unittest(self): load("plain", "t1.test")
    def test_fine(self): pass
""", "--ats-mode=enforce", "-rA")
        self.assertEqual(
            result.outcomes(), {"test_blocked": "failure", "test_unittest": "failure", "test_fine": "passed"})
        self.assertIn("HTTP Error 403", result.text("test_blocked"))
        for host in ("plain.test", "t1.test"):
            self.assertIn(f"  {host}:{self.ports['plain']}  cleartext  ", result.output)

    def test_a_unittest_that_passes_fails_on_its_violation(self):
        result = self.run_pytest("""
class Case(unittest.TestCase):
    def test_plain(self): load("plain")
    def test_fine(self): pass
""")
        self.assertEqual(result.outcomes(), {"test_plain": "failure", "test_fine": "passed"}, result.output)

    def test_markers(self):
        result = self.run_pytest("""
@pytest.mark.ats_allow("cleartext", host="t1.*", reason="moves in May")
def test_allowed(): load("plain", "t1.test")
@pytest.mark.ats_allow("tls.*")
def test_another_rule(): load("plain", "t2.test")
@pytest.mark.ats_allow("cleartext", host="t4.test")
def test_another_host(): load("plain", "t3.test")
@pytest.mark.xfail(strict=True)
def test_expected(): load("plain", "t4.test")
def test_skipped():
    load("plain", "t5.test")
    pytest.skip("later")
""", "--strict-markers")
        self.assertEqual(result.outcomes(), {
            "test_allowed": "passed", "test_another_rule": "failure", "test_another_host": "failure",
            "test_expected": "skipped", "test_skipped": "error"}, result.output)
        self.assertIn("t1.test", result.summary())
        self.assertIn("(moves in May)", result.summary())

    def test_findings_beyond_those_that_the_proxy_names_fail_the_test(self):
        result = self.run_pytest("""
@pytest.mark.ats_allow("cleartext", host="t*.test")
def test_accepted():
    for number in range(32): load("plain", f"t{number}.test")
@pytest.mark.ats_allow("cleartext", host="t*.test")
def test_one_more():
    for number in range(32): load("plain", f"t{number}.test")
    load("plain")
def test_many():
    for number in range(32): load("plain", f"t{number}.test")
    load("plain")
""")
        self.assertEqual(result.outcomes(), {
            "test_accepted": "passed", "test_one_more": "failure", "test_many": "failure"}, result.output)
        self.assertIn("1 finding without rule and host", result.text("test_one_more"))
        # Each finding counts, whether the proxy names it or not.
        self.assertIn("ATS refuses loads of this test (33)", result.text("test_many"))
        self.assertIn("1 finding without rule and host", result.text("test_many"))
        self.assertIn("98 loads: 34 violations in 2 tests.", result.summary())

    def test_a_load_outside_of_tests_fails_the_session(self):
        result = self.run_pytest('load("plain", "t7.test")\ndef test_nothing(): pass\n')
        self.assertEqual((result.status, result.outcomes()), (1, {"test_nothing": "passed"}), result.output)
        self.assertIn("after the test had ended: outside tests: t7.test", result.summary())

    def test_a_session_without_loads_says_so(self):
        result = self.run_pytest("def test_nothing(): assert 'http_proxy' in os.environ\n")
        self.assertEqual(result.status, 0, result.output)
        self.assertIn("No load of a test went through the proxy.", result.summary())

    def test_loads_of_other_clients(self):
        result = self.run_pytest("""
URL = f"http://plain.test:{PORTS['plain']}/"
def test_requests():
    requests = pytest.importorskip("requests")
    assert requests.get(URL).status_code == 200
def test_httpx():
    httpx = pytest.importorskip("httpx")
    assert httpx.get(URL).status_code == 200
def test_aiohttp():
    aiohttp, asyncio = pytest.importorskip("aiohttp"), pytest.importorskip("asyncio")
    async def get():
        async with aiohttp.ClientSession(trust_env=True) as session:
            async with session.get(URL) as answer: return answer.status
    assert asyncio.run(get()) == 200
def test_curl(): subprocess.run(["curl", "--silent", "--fail", "--output", "/dev/null", URL], check=True)
""")
        self.assertEqual(set(result.outcomes().values()), {"failure"}, result.output)
        self.assertEqual(result.output.count("plain.test:"), result.output.count("  cleartext  "))


class TimeTests(PluginSuite):
    # In observe the client does not wait for the probe, and ends before the decision.
    SUITE = """
def test_late():
    greet("late")
def test_next(): pass
"""

    def test_the_plugin_waits_for_the_decision(self):
        result = self.run_pytest(self.SUITE)
        self.assertEqual(result.outcomes(), {"test_late": "failure", "test_next": "passed"}, result.output)
        self.assertIn("late.test", result.text("test_late"))

    def test_a_decision_after_the_wait_fails_the_session_in_the_name_of_its_test(self):
        result = self.run_pytest(self.SUITE, "--ats-wait=0.1")
        self.assertEqual((result.status, result.outcomes()), (1, {"test_late": "passed", "test_next": "passed"}))
        self.assertIn("after the test had ended: test_suite.py::test_late: late.test:", result.summary())
        self.assertIn("certificate.trust", result.summary())

    def test_a_decision_after_the_wait_is_accepted_by_the_marker_of_its_test(self):
        marker = '\n@pytest.mark.ats_allow("certificate.*", host="late.test", reason="moves in May")'
        result = self.run_pytest(marker + self.SUITE, "--ats-wait=0.1")
        self.assertEqual(result.status, 0, result.output)
        self.assertIn("accepted: test_suite.py::test_late: late.test:", result.summary())
        self.assertIn("(moves in May)", result.summary())
        self.assertNotIn("after the test had ended", result.summary())

    def test_a_proxy_that_dies_fails_the_tests_after_it(self):
        result = self.run_pytest("""
def test_before(): load("good", scheme="https")
def test_kill():
    children = subprocess.run(["ps", "--ppid", str(os.getpid()), "-o", "pid=,comm="], capture_output=True, text=True)
    pid = next(line.split()[0] for line in children.stdout.splitlines() if "atsproxy" in line)
    os.kill(int(pid), signal.SIGKILL)
    time.sleep(0.2)
def test_after(): pass
""")
        self.assertEqual(
            result.outcomes(), {"test_before": "passed", "test_kill": "failure", "test_after": "error"}, result.output)
        self.assertIn("does not answer", result.text("test_after"))
        self.assertIn("atsproxy ended with -9 before the tests had ended.", result.summary())


class ProxyTests(PluginSuite):
    SUITE = 'def test_plain(ats_proxy):\n    assert ats_proxy.url == os.environ["https_proxy"]\n    load("plain")\n'

    def test_a_proxy_that_runs_is_used(self):
        port, = start_proxy(self, "--listen", "127.0.0.1:0")
        result = self.run_pytest(self.SUITE, ats=[f"--ats-proxy=http://localhost:{port}"])
        self.assertEqual(result.outcomes(), {"test_plain": "failure"}, result.output)
        self.assertIn("cleartext", result.text("test_plain"))
        # Its name is free again.
        again = self.run_pytest(self.SUITE, ats=[f"--ats-proxy=http://127.0.0.1:{port}"])
        self.assertIn("1 load: 1 violation in 1 test.", again.summary())

    def test_a_listener_for_each_worker_is_asked_for(self):
        ports = start_proxy(self, *["--listen", "127.0.0.1:0"] * 2)
        urls = [f"--ats-proxy=http://127.0.0.1:{port}" for port in ports]
        self.assertIn("one --ats-proxy for each", self.run_distributed(self.SUITE, 2, ats=urls[:1]).output)
        result = self.run_distributed(self.SUITE, 2, ats=urls)
        self.assertEqual(result.outcomes(), {"test_plain": "failure"}, result.output)

    def test_without_an_option_nothing_is_done(self):
        result = self.run_pytest("def test_variables(ats_proxy): assert ats_proxy is None and 'http_proxy' not in os.environ\n",
                                 ats=())
        self.assertEqual((result.status, "App Transport" in result.output), (0, False), result.output)
        self.assertEqual(self.run_pytest(self.SUITE, "--collect-only").status, 0)

    def test_the_ini_file_has_the_options(self):
        result = self.run_pytest(
            self.SUITE, "--ats-policy", str(ROOT / "config/policies/Cleartext.plist"), ats=(),
            settings="ats = true\nats_os = ios18\nats_wait = 3")
        self.assertEqual(result.status, 1 if "failure" in result.outcomes().values() else 0, result.output)

    def test_wrong_options_are_said(self):
        for option, words in [("--ats-program=/nonexistent", "cannot be started"), ("--ats-os=ios1", "atsproxy does not start"),
                              ("--ats-wait=long", "is not a number"), ("--ats-wait=nan", "is not a number"), ("--ats-proxy=socks5://a:1", "not the address of a proxy"),
                              ("--ats-proxy=http://127.0.0.1:65536", "not the address of a proxy"),
                              ("--ats-proxy=http://127.0.0.1:1", "does not answer")]:
            result = self.run_pytest(self.SUITE, option)
            self.assertEqual((result.status, words in result.output), (4, True), result.output)

    def test_the_recording_is_kept(self):
        result = self.run_pytest(self.SUITE + 'def test_recording(): assert os.path.exists("night.jsonl")\n',
                                 "--ats-events=night.jsonl")
        self.assertEqual(result.outcomes(), {"test_plain": "failure", "test_recording": "passed"}, result.output)
        self.assertIn("The recording is night.jsonl", result.summary())


class LabelTests(unittest.TestCase):
    def test_names_are_as_the_proxy_takes_them(self):
        from pytest_atsproxy import label_of

        self.assertEqual(label_of("test_a.py::test[ü]"), "test_a.py::test[ü]")
        names = ["a" * 201, "a" * 300, "ü" * 120, "a\nb", "a\x00b", " a", "a\ud800"]
        labels = [label_of(name) for name in names]
        self.assertEqual(len(set(labels)), len(names))
        for label in labels:
            self.assertLessEqual(len(label.encode()), 200)
            self.assertTrue(label.isprintable() and label == label.strip())


if __name__ == "__main__":
    unittest.main()
