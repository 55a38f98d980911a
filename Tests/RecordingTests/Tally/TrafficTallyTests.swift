import InternetNames
import Testing
import TransportSecurity

@testable import Recording

@Suite struct TrafficTallyTests {
    private func findings(_ rules: [RuleID]) -> [Finding] {
        rules.map { Finding(rule: $0, message: "", expected: "", actual: "") }
    }

    @Test func countsEachLoadByItsWorstOutcome() {
        var tally = TrafficTally()
        let first = tally.count(.allowed, violating: [], at: .name("a.test"), after: nil)
        #expect(tally.count(.blocked, violating: [], at: .name("a.test"), after: first) == .blocked)
        #expect(tally.count(.allowed, violating: [], at: .name("a.test"), after: .blocked) == .blocked)
        _ = tally.count(.failed, violating: [], at: .name("b.test"), after: nil)
        #expect(tally.loads == 2 && tally.hostCount == 2)
        #expect(tally.outcomes.filter { $0.value > 0 } == [.blocked: 1, .failed: 1])
    }

    @Test func countsAProblemOncePerHost() {
        var tally = TrafficTally()
        for _ in 0..<5 {
            _ = tally.count(
                .blocked, violating: findings([.tlsVersion, .tunnelVersion]), at: .name("a.test"), after: nil)
        }
        _ = tally.count(.blocked, violating: findings([.tunnelVersion]), at: .name("b.test"), after: nil)
        #expect(tally.hostsByRule == [.tlsVersion: 1, .tunnelVersion: 1])
    }

    @Test func addsTheTalliesOfThreads() {
        let total = TrafficTotal()
        for host in ["a.test", "b.test"] {
            var tally = TrafficTally()
            _ = tally.count(.blocked, violating: findings([.cleartext]), at: .name("c.test"), after: nil)
            _ = tally.count(.allowed, violating: [], at: .name(host), after: nil)
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
            _ = tally.count(.blocked, violating: findings([.cleartext]), at: host, after: nil)
        }
        #expect(tally.isIncomplete && tally.hostCount == TrafficTally.limit)
        #expect(tally.loads == TrafficTally.limit + 5 && tally.hostsByRule == [.cleartext: TrafficTally.limit])
        var other = TrafficTally()
        _ = other.count(.allowed, violating: [], at: .name("other.test"), after: nil)
        other.add(tally)
        #expect(other.isIncomplete && other.hostCount == TrafficTally.limit)
    }
}
