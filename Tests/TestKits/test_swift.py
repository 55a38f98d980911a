"""The helper for XCTest and Swift Testing: its tests run against a proxy, and those that violate ATS fail."""

import os
import re
import subprocess
import unittest

from plugin_suite import ROOT, PluginSuite, start_proxy


class SwiftTests(PluginSuite):
    COMMAND = ["swift", "test", "--package-path", str(ROOT / "Tests/TestKits/Swift"),
               "--scratch-path", str(ROOT / ".build/test-kit")]
    # The tests that need no proxy.
    PURE = {"onlyMoreLoadsAreTold", "omittedFindingsAreTold", "namesAreVisible"}

    def run_tests(self, proxy):
        environment = dict(
            os.environ, ATSPROXY=proxy, GOOD=f"https://good.test:{self.ports['good']}/",
            PLAIN=f"http://plain.test:{self.ports['plain']}/")
        done = subprocess.run(
            self.COMMAND, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600)
        output = done.stdout + done.stderr
        self.assertNotIn("warning:", output)

        def named(outcome):
            return set(re.findall(rf"Test Case '\w+\.(\w+)' {outcome}", output)) | \
                set(re.findall(rf"[✘✔] Test (\w+)\(.* {outcome} after", output))

        return output, named("failed"), named("passed")

    def test_a_violation_fails_the_test_that_caused_it(self):
        port, = start_proxy(self, "--listen", "127.0.0.1:0")
        output, failed, passed = self.run_tests(f"http://127.0.0.1:{port}")
        self.assertEqual(
            failed, {"testPlain", "testPlainAsync", "plain", "plainWithTheTraitTwice", "oneOfTwo", "failing"}, output)
        self.assertEqual(passed, {"testGood", "testNothing", "testGoodAfterwards", "good", "nothing"} | self.PURE, output)
        # One sentence for each load in cleartext.
        self.assertEqual(len(re.findall(r"ATS: plain\.test:\d+: .* \[cleartext\]$", output, re.M)), 5, output)

    def test_without_a_proxy_each_test_fails(self):
        output, failed, passed = self.run_tests("http://127.0.0.1:1")
        self.assertEqual(passed, self.PURE, output)
        self.assertIn("does not answer", output)
        self.assertGreater(len(failed), 8)


if __name__ == "__main__":
    unittest.main()
