import InternetNames
import Testing
import TransportSecurity
@testable import Recording

@Suite struct SegmentLedgerTests {
    private func facts(
        _ id: String, at host: String = "a", _ generation: ATSGeneration = .current, trust: String? = nil
    )
        -> LineRole
    {
        .facts(
            id: id, .init(host: Host(host) ?? .name("x"), port: 443, offer: Offer(generation: generation)), trust: trust
        )
    }

    private func decision(_ facts: String?, at host: String = "a", policy: String? = nil) -> LineRole {
        .decision(host: Host(host) ?? .name("x"), facts: facts, policy: policy)
    }

    /// Accepts a line after the lines that the segment needs before it. Returns these lines.
    private func add(_ role: LineRole, _ line: String, to ledger: inout SegmentLedger, at time: Int64 = 0) -> String {
        guard !ledger.accept(role, Array("\(line)\n".utf8)[...], at: time) else { return "" }
        let missing = ledger.takeMissingLines(for: role, at: time)
        let isAccepted = ledger.accept(role, Array("\(line)\n".utf8)[...], at: time)
        #expect(isAccepted)
        return String(decoding: missing, as: UTF8.self)
    }

    private func begin(_ ledger: inout SegmentLedger, at time: Int64 = 0) -> String {
        String(decoding: ledger.beginSegment(at: time), as: UTF8.self)
    }

    @Test func aSegmentBeginsWithThePoliciesInForce() {
        var ledger = SegmentLedger()
        #expect(begin(&ledger) == "")
        _ = add(.policyOrTrust(id: "p", replacesOthers: true), "P", to: &ledger)
        _ = add(.policyOrTrust(id: "t", replacesOthers: false), "T", to: &ledger)
        #expect(begin(&ledger) == "P\nT\n")
        _ = add(.policyOrTrust(id: "p2", replacesOthers: true), "P2", to: &ledger)
        _ = add(.policyOrTrust(id: "t", replacesOthers: false), "T", to: &ledger)
        #expect(begin(&ledger) == "P2\nT\n")
        // A load that began before the reload still names the old policy.
        #expect(add(decision(nil, policy: "p"), "D", to: &ledger) == "P\n")
        #expect(add(decision(nil, policy: "p"), "D", to: &ledger) == "")
    }

    @Test func aDecisionFollowsWhatItRefersTo() {
        var ledger = SegmentLedger()
        _ = add(.policyOrTrust(id: "t", replacesOthers: true), "T", to: &ledger)
        _ = add(facts("1", trust: "t"), "F1", to: &ledger)
        #expect(add(decision("1"), "D", to: &ledger) == "")
        _ = add(.policyOrTrust(id: "u", replacesOthers: true), "U", to: &ledger)
        #expect(begin(&ledger) == "U\n")
        #expect(add(decision("1"), "D", to: &ledger) == "T\nF1\n")
        #expect(add(decision("1"), "D", to: &ledger) == "")
        #expect(add(decision(nil, at: "b"), "D", to: &ledger) == "")
    }

    /// The facts of a probe that began before a reload name the trust store from before the reload.
    @Test func factsFollowTheTrustStoreThatTheyName() {
        var ledger = SegmentLedger()
        _ = add(.policyOrTrust(id: "t", replacesOthers: true), "T", to: &ledger)
        _ = add(.policyOrTrust(id: "u", replacesOthers: true), "U", to: &ledger)
        #expect(begin(&ledger) == "U\n")
        #expect(add(facts("1", trust: "t"), "F1", to: &ledger) == "T\n")
        #expect(add(facts("2", trust: "t"), "F2", to: &ledger) == "")
        #expect(add(decision("1"), "D", to: &ledger) == "")
        #expect(add(facts("3", trust: "unknown"), "F3", to: &ledger) == "")
    }

    /// Before a decision come the latest facts for each hello of its host, and the services of the host. Other policies are
    /// judged by them.
    @Test func aDecisionFollowsWhatIsKnownOfItsHost() {
        var ledger = SegmentLedger()
        _ = add(facts("1"), "F1", to: &ledger)
        _ = add(facts("2", .ios9), "F2", to: &ledger)
        _ = add(facts("3"), "F3", to: &ledger)
        _ = add(facts("4", at: "b"), "F4", to: &ledger)
        _ = add(.service(.init(host: .name("a"), port: 443)), "S", to: &ledger)
        _ = begin(&ledger)
        #expect(add(decision(nil), "D", to: &ledger) == "F2\nF3\nS\n")
        // A load that began before refers to facts that are not the latest any more.
        #expect(add(decision("1"), "D", to: &ledger) == "F1\n")
        _ = begin(&ledger)
        // Lines that the segment has are not repeated.
        _ = add(facts("3"), "F3 again", to: &ledger)
        #expect(add(decision("3"), "D", to: &ledger) == "F2\nS\n")
        _ = begin(&ledger)
        // The facts that the decision names come first.
        #expect(add(decision("3"), "D", to: &ledger) == "F3 again\nF2\nS\n")
    }

    @Test func whatIsNotKnownIsAskedForOnce() {
        var ledger = SegmentLedger()
        #expect(add(decision("x", policy: "y"), "D", to: &ledger) == "")
        let isAccepted = ledger.accept(decision("x", policy: "y"), [], at: 0)
        #expect(isAccepted)
    }

    @Test func whatNobodyUsesAnyMoreIsForgotten() {
        var ledger = SegmentLedger()
        let hour: Int64 = 3_600_000
        _ = add(facts("1"), "F1", to: &ledger)
        _ = add(facts("2"), "F2", to: &ledger)
        _ = begin(&ledger, at: hour)
        #expect(add(decision("1"), "D", to: &ledger, at: hour).hasPrefix("F1\n"))
        _ = begin(&ledger, at: 3 * hour)
        #expect(add(decision("1"), "D", to: &ledger, at: 3 * hour).contains("F1\n"))
        _ = begin(&ledger, at: 6 * hour)
        #expect(add(decision("1"), "D", to: &ledger, at: 6 * hour) == "F2\n")
    }

    @Test func memoryIsBounded() {
        var ledger = SegmentLedger(sizeLimit: 100)
        _ = add(.policyOrTrust(id: "p", replacesOthers: true), String(repeating: "P", count: 50), to: &ledger)
        for number in 0..<50 {
            _ = add(facts("\(number)", at: "h\(number)"), "line \(number)", to: &ledger, at: Int64(number))
        }
        #expect(begin(&ledger, at: 50).hasPrefix("PPP"))
        let known = (0..<50).filter { number in
            add(decision("\(number)", at: "h\(number)"), "D", to: &ledger, at: 51) != ""
        }
        #expect(!known.isEmpty && known.count <= 6 && known == Array((50 - known.count)..<50))
    }
}
