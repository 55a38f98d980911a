import Events
import InternetNames
import JSONWriting
import Testing
import TransportSecurity
@testable import TerminalDisplay

@Suite struct TrafficTallyTests {
    private func findings(_ rules: [RuleID]) -> [Finding] {
        rules.map { Finding(rule: $0, message: "", expected: "", actual: "") }
    }

    private func event(
        _ decision: Decision, violating violations: [Finding] = [], warnings: [Finding] = [], accepted: Bool? = nil
    ) -> DecisionEvent {
        var event = DecisionEvent(
            time: Instant(milliseconds: 0), id: .text("1"), from: .client(.init(listener: "l")), decision: decision)
        (event.violations, event.warnings, event.accepted) = (violations, warnings, accepted)
        return event
    }

    /// What the app decides about a failure of trust is known with a later decision alone.
    @Test(
        arguments: [(true, LoadOutcome.accepted), (false, .failsUnlessAccepted), (nil, .failsUnlessAccepted)]
            as [(Bool?, LoadOutcome)])
    func aFailureOfTrustIsAcceptedOnlyWhereItIsSeen(accepted: Bool?, outcome: LoadOutcome) {
        for shown in [[], findings([.certificateTrust])] {
            var tally = TrafficTally()
            let first = tally.count(
                event(.allowed, warnings: findings([.certificateTrust])), at: .name("a.test"), after: nil)
            #expect(first == .failsUnlessAccepted)
            let second = event(.allowed, warnings: shown, accepted: accepted)
            #expect(tally.count(second, at: .name("a.test"), after: first) == outcome)
            #expect(tally.outcomes.filter { $0.value > 0 } == [outcome: 1])
        }
    }

    @Test func aLoadOfABrowserIsNotJudged() {
        var browser = event(.allowed)
        let requirements = Requirements(
            host: .name("a.test"), os: .newest, applies: false, reason: .notSubject, allowsInsecureHTTPLoads: true,
            minimumTLSVersion: .tls1_0, requiresForwardSecrecy: false)
        browser.policy = CachedJSON(PolicySummary(requirements, source: nil))
        browser.client?.app = CachedJSON(ClientApp(name: "Safari", version: nil, api: .none, os: nil, userAgent: ""))
        #expect(LoadOutcome(browser) == .notJudged)
    }

    @Test func countsEachLoadByItsWorstOutcome() {
        var tally = TrafficTally()
        let first = tally.count(event(.allowed), at: .name("a.test"), after: nil)
        #expect(tally.count(event(.blocked), at: .name("a.test"), after: first) == .blocked)
        #expect(tally.count(event(.allowed), at: .name("a.test"), after: .blocked) == .blocked)
        _ = tally.count(event(.failed), at: .name("b.test"), after: nil)
        #expect(tally.loads == 2 && tally.hostCount == 2)
        #expect(tally.outcomes.filter { $0.value > 0 } == [.blocked: 1, .failed: 1])
    }

    @Test func countsAProblemOncePerHost() {
        var tally = TrafficTally()
        for _ in 0..<5 {
            _ = tally.count(
                event(.blocked, violating: findings([.tlsVersion, .tunnelVersion])), at: .name("a.test"), after: nil)
        }
        _ = tally.count(event(.blocked, violating: findings([.tunnelVersion])), at: .name("b.test"), after: nil)
        #expect(tally.hostsByRule == [.tlsVersion: 1, .tunnelVersion: 1])
    }

    @Test func addsTheTalliesOfThreads() {
        let total = TrafficTotal()
        for host in ["a.test", "b.test"] {
            var tally = TrafficTally()
            _ = tally.count(event(.blocked, violating: findings([.cleartext])), at: .name("c.test"), after: nil)
            _ = tally.count(event(.allowed), at: .name(host), after: nil)
            total.add(tally)
        }
        let sum = total.tally
        #expect(sum.loads == 4 && sum.hostCount == 3 && !sum.isIncomplete)
        #expect(sum.outcomes == [.allowed: 2, .blocked: 2] && sum.hostsByRule == [.cleartext: 1])
    }

    @Test func keepsALimitedNumberOfHosts() {
        var tally = TrafficTally()
        for number in 0..<(TrafficTally.limit + 5) {
            let host = Host.name("h\(number).test")
            _ = tally.count(event(.blocked, violating: findings([.cleartext])), at: host, after: nil)
        }
        #expect(tally.isIncomplete && tally.hostCount == TrafficTally.limit)
        #expect(tally.loads == TrafficTally.limit + 5 && tally.hostsByRule == [.cleartext: TrafficTally.limit])
        var other = TrafficTally()
        _ = other.count(event(.allowed), at: .name("other.test"), after: nil)
        other.add(tally)
        #expect(other.isIncomplete && other.hostCount == TrafficTally.limit)
    }
}
