import DeviceManagement
import Events
import InternetNames
import Testing
import TransportSecurity

@testable import ServerChecks

@Suite struct CheckAnswerTests {
    private static func verdict(waiving rules: [RuleID]) -> CheckResult.ServerVerdict {
        var event = DecisionEvent(
            time: Instant(year: 2026, month: 11, day: 27), id: .text("1"), from: .client(.init(listener: "l")),
            decision: .allowed)
        event.host = .name("legacy.example.com")
        event.notes = rules.map { Note(.waived, rule: $0, "Waived.") } + [Note(.advice, rule: .tlsVersion, "Advice.")]
        var verdict = CheckResult.ServerVerdict(event: event)
        verdict.observation = .cleartext(.http)
        return verdict
    }

    @Test(
        arguments: [
            ([], .passes, "ATS allows it: the policy permits cleartext."),
            (
                [.cleartext], .isWaived,
                "passes only because cleartext is waived: ATS allows it: the policy permits cleartext."
            ),
            (
                [.tlsVersion, .cleartext], .isWaived,
                "passes only because cleartext, tls.version are waived: ATS allows it: the policy permits cleartext."
            ),
        ] as [([RuleID], CheckAnswer.Outcome, String)])
    func aWaiverIsNoPass(rules: [RuleID], outcome: CheckAnswer.Outcome, sentence: String) {
        let answer = CheckAnswer(Self.verdict(waiving: rules))
        #expect(answer.outcome == outcome && answer.sentence == sentence)
    }

    @Test func totalsTellWaiversApart() {
        var summary = CheckSummary()
        for rules in [[], [.cleartext], [.cleartext]] as [[RuleID]] { summary.count(Self.verdict(waiving: rules)) }
        #expect(summary.totals == "Total of 3: 1 passes, 2 pass by waivers.")
    }

    @Test func totalsNameWhatElseDecidesTheStatus() {
        var summary = CheckSummary()
        summary.count(DiscoveryFinding(code: .differsWithoutQuery, "A note."))
        #expect(summary.totals == nil)
        summary.count(DiscoveryFinding(code: .noServers, "A failure."))
        #expect(summary.totals == "No server was judged; findings of discovery and files: 1 fails (no-servers).")
        summary.count(Self.verdict(waiving: []))
        summary.count(DiscoveryFinding(code: .notFound, "Not known."))
        #expect(
            summary.totals == "Total of 1: 1 passes; findings of discovery and files: 1 fails (no-servers), "
                + "1 not known (not-found).")
    }

    @Test func totalsCountCertificatesOnlyIfTheyChangeTheStatus() {
        let time = Instant(year: 2026, month: 11, day: 27)
        var verdict = Self.verdict(waiving: [])
        let leaf = RenewalNotice.Period(subject: "CN=a", notBefore: time + -86_400, notAfter: time + 86_400)
        verdict.renewal = RenewalNotice(leaf: leaf, issuers: [], at: time, in: .duration(seconds: 172_800))
        #expect(verdict.renewal != nil)
        for counts in [false, true] {
            var summary = CheckSummary()
            summary.countsRenewals = counts
            summary.count(verdict)
            summary.count(verdict)
            let end = counts ? "; 2 certificates expire within the time of --expires-within." : "."
            #expect(summary.totals == "Total of 2: 2 pass" + end)
        }
    }

    /// The policy of the check blocks the server, whatever an exception would leave to the app.
    @Test(arguments: [(true, "2 blocked"), (false, "2 fail unless the app accepts them")])
    func aDiagnosisCountsAsTheDefaultsJudge(isBlocked: Bool, totals: String) throws {
        let finding = Finding(rule: .certificateTrust, message: "m", expected: "e", actual: "a")
        let test = try #require(DiagnosticTest.all(for: .name("legacy.example.com"), under: .newest).first)
        let blocked = Diagnosis.TestResult(test: test, violations: [finding], isAnswered: true)
        let left = Diagnosis.TestResult(test: test, warnings: [finding], isAnswered: true)
        let diagnosis = Diagnosis(os: .newest, tests: [], exceptions: isBlocked ? [blocked, left] : [left])
        var summary = CheckSummary()
        summary.count(diagnosis)
        summary.count(diagnosis)
        #expect(summary.totals == "Total of 2: \(totals) (certificate.trust ×2).")
    }
}
