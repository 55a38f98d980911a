import Testing

/// Tests of what is made of the proxy's answers. They need no proxy.
@Suite struct AnswerTests {
    private func testCase(_ loads: [String: Int], omitted: Int = 0) -> ATSProxy.TestCase {
        let findings = loads.map { host, loads in
            ATSProxy.TestCase.Row(
                host: host, port: 80, decision: "would-block", loads: loads,
                finding: ATSProxy.TestCase.Finding(rule: "cleartext", message: "m"))
        }
        return ATSProxy.TestCase(label: "a", loads: 9, undecided: 0, findings: findings, omitted: omitted)
    }

    private func sentences(of now: ATSProxy.TestCase, after earlier: ATSProxy.TestCase) -> [String] {
        now.sentences(after: earlier, within: 5)
    }

    @Test func onlyMoreLoadsAreTold() {
        let earlier = testCase(["a": 2, "b": 2])
        #expect(sentences(of: testCase(["a": 2, "b": 1]), after: earlier).isEmpty)
        #expect(sentences(of: testCase(["a": 2, "b": 3]), after: earlier) == ["b:80 ×3: m [cleartext]"])
        #expect(sentences(of: testCase(["c": 1]), after: earlier) == ["c:80: m [cleartext]"])
    }

    @Test func omittedFindingsAreTold() {
        #expect(sentences(of: testCase([:], omitted: 1), after: testCase([:], omitted: 1)).isEmpty)
        let told = sentences(of: testCase([:], omitted: 3), after: testCase([:], omitted: 1))
        #expect(told == ["The proxy has no room for 2 more findings. Divide the test."])
    }

    @Test func namesAreVisible() {
        let name = "a\u{0}b\u{200B}c\u{E000}d\u{2028}e\u{FFFF}"
        #expect(ATSProxy.label(" \(name) ") == "a?b?c?d?e?")
        #expect(ATSProxy.label("ü " + String(repeating: "a", count: 200)).utf8.count == 200)
    }
}
