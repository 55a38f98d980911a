"""The plugin for pytest with the workers of pytest-xdist."""

import re
import unittest

from plugin_suite import HOSTS, PluginSuite


class WorkerTests(PluginSuite):
    # Each test has a host of its own. Even ones load in cleartext at the same time as the others, which violates ATS.
    SUITE = f"""
@pytest.mark.parametrize("number", range({HOSTS}))
def test_load(number):
    for _ in range(1 + number % 3):
        if number % 2 == 0: load("plain", f"t{{number}}.test")
        else: load("good", scheme="https")
        time.sleep(0.01)
"""

    def hosts_of(self, text):
        return set(re.findall(r"  (\S+\.test):\d+(?: ×\d+)?  ", text))

    def test_each_violation_is_told_by_its_own_test(self):
        result = self.run_distributed(self.SUITE, 4)
        self.assertEqual(len(result.tests), HOSTS, result.output)
        for number in range(HOSTS):
            outcome, text = result.tests[f"test_load[{number}]"]
            violates = number % 2 == 0
            self.assertEqual(outcome, "failure" if violates else "passed", text)
            self.assertEqual(self.hosts_of(text), {f"t{number}.test"} if violates else set())
            times = f" ×{1 + number % 3}  cleartext"
            self.assertEqual(violates and number % 3 > 0, times in text, text)
        self.assertIn(f"{HOSTS // 2} violations in {HOSTS // 2} tests.", result.summary())
        self.assertNotIn("after the test had ended", result.summary())

    def test_a_killed_worker_ends_its_own_test_case_only(self):
        result = self.run_distributed(self.SUITE + """
def test_killed():
    load("plain")
    os.kill(os.getpid(), signal.SIGKILL)
""", 4)
        self.assertEqual(len(result.tests), HOSTS + 1, result.output)
        self.assertIn("crashed", result.text("test_killed"))
        for number in range(HOSTS):
            outcome, text = result.tests[f"test_load[{number}]"]
            self.assertEqual(outcome, "failure" if number % 2 == 0 else "passed", text)
            self.assertLessEqual(self.hosts_of(text), {f"t{number}.test"})
        late = [line for line in result.summary().splitlines() if line.startswith("after the test had ended")]
        self.assertEqual(len(late), 1, result.summary())
        self.assertRegex(late[0], r"test_suite\.py::test_killed: plain\.test:\d+  cleartext .* \[gw\d was killed\]")

    def test_a_program_that_outlives_its_worker_is_no_load_of_another_test(self):
        result = self.run_distributed("""
def test_killed():
    code = f"import time, urllib.request\\nfor _ in range(30):\\n time.sleep(0.1); urllib.request.urlopen('http://t1.test:{PORTS['plain']}/')"
    subprocess.Popen([sys.executable, "-c", code])
    time.sleep(0.3)
    os.kill(os.getpid(), signal.SIGKILL)
@pytest.mark.parametrize("number", range(8))
def test_fine(number):
    time.sleep(0.3)
    load("good", scheme="https")
""", 2)
        self.assertEqual(
            {name: outcome for name, outcome in result.outcomes().items() if name != "test_killed"},
            {f"test_fine[{number}]": "passed" for number in range(8)}, result.output)

    def test_late_decisions_of_workers_come_in_the_summary(self):
        result = self.run_distributed("""
@pytest.mark.parametrize("number", range(4))
def test_late(number):
    if number == 2: greet("late")
""", 2, "--ats-wait=0.1")
        self.assertEqual((result.status, set(result.outcomes().values())), (1, {"passed"}), result.output)
        late = [line for line in result.summary().splitlines() if line.startswith("after the test had ended")]
        self.assertEqual(
            [re.sub(r":\d+", "", line).split("  ")[:2] for line in late],
            [["after the test had ended: test_suite.py::test_late[2]: late.test", rule]
             for rule in ("certificate.trust", "certificate.hostname")], result.summary())

    def test_workers_leave_nothing_behind_that_fails_later(self):
        result = self.run_distributed("def test_fine(): load('good', scheme='https')\n", 3)
        self.assertEqual(result.status, 0, result.output)
        self.assertIn("1 load: 0 violations in 0 tests.", result.summary())


if __name__ == "__main__":
    unittest.main()
