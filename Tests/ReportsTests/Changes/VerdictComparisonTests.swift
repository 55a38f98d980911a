import Foundation
import Judging
import Reports
import SimulatedServers
import Testing
import TransportSecurity

/// What another policy changes, and the exit status that tells it.
@Suite struct VerdictComparisonTests {
    private static let permitsOld: [String: PropertyValue] = [
        "NSExceptionDomains": .dictionary([
            "old.example": .dictionary(["NSExceptionMinimumTLSVersion": .string("TLSv1.0")])
        ])
    ]

    /// The comparison of the verdicts under two policies.
    private func comparison(
        from old: [String: PropertyValue], to new: [String: PropertyValue], keepingFacts: Bool = true,
        _ change: (inout ReportOptions) -> Void = { _ in }
    ) throws -> VerdictComparison {
        let whole = SimulatedSite.traffic(SimulatedSite.recording(under: try SimulatedSite.appliedPolicy(old)))
        let replay = SimulatedSite.replay()
        let before = replay.judge(whole, under: try SimulatedSite.appliedPolicy(old))
        var traffic = whole
        if !keepingFacts {
            traffic = SimulatedSite.traffic(
                SimulatedSite.recording(under: try SimulatedSite.appliedPolicy(old)), keepingFacts: false)
        }
        // Another one, since each keeps what it knows of servers.
        let after = SimulatedSite.replay().judge(traffic, under: try SimulatedSite.appliedPolicy(new))
        var options = ReportOptions(time: Certificates.now)
        change(&options)
        return VerdictComparison(from: before, to: after, report: Report(traffic, after, options: options))
    }

    @Test func oldViolationsDoNotCount() throws {
        let same = try comparison(from: [:], to: [:])
        #expect(same.status == 0 && same.changes.isEmpty)
        #expect(same.outcome == "No recorded load gets another verdict.")
        #expect(same.remaining.contains { $0.host.description == "old.example" && $0.kind == .same })
        #expect(same.document.blocks.contains(.heading("Violated before and after")))
    }

    @Test func whatGetsWorseCounts() throws {
        let worse = try comparison(from: Self.permitsOld, to: [:])
        #expect(worse.status == 1 && worse.outcome == "1 host gets worse.")
        #expect(worse.changes.map(\.kind) == [.worse])
        let better = try comparison(from: [:], to: Self.permitsOld)
        #expect(better.status == 0 && better.outcome == "1 host gets better.")
        #expect(better.document.blocks.contains(.heading("Better")))
    }

    @Test func whatIsAcceptedDoesNotCount() throws {
        let known = try comparison(from: Self.permitsOld, to: [:]) {
            $0.baseline = Baseline(["tls.version@old.example#MyApp": .violation])
        }
        #expect(known.status == 0 && known.changes.isEmpty)
        let waived = try comparison(from: Self.permitsOld, to: [:]) {
            let waiver = Waiver(.family("tls"), at: .subdomains(of: "example"))
            $0.waivers = [DatedWaiver(waiver, reason: "r", owner: "o", expires: Certificates.now)]
        }
        #expect(waived.status == 0 && waived.changes.isEmpty)
        #expect(!waived.remaining.contains { $0.after.violations.contains(.tlsVersion) })
    }

    @Test func whatIsNotKnownIsAGap() throws {
        let blind = try comparison(from: [:], to: [:], keepingFacts: false)
        #expect(blind.status == 2 && blind.outcome.hasSuffix("but not everything was judged."))
        #expect(blind.changes.contains { $0.kind == .undetermined })
    }

    /// Loads that a report does not call judged do not pass in a comparison either, whatever policy permits them.
    @Test(arguments: [
        (SampleLoad.failed, "failed"), (.hidden, "server or content hidden"),
        (.hiddenWithoutATS, "server or content hidden"),
        (.refusedInTunnel, "no handshake was completed"), (.refusedByDevice, "refused by the device"),
        (.browser, "not judged: the client says that it is a browser"),
    ])
    func whatIsNotJudgedDoesNotPass(load: SampleLoad, prose: String) {
        let lines = load.lines("a", host: "a.example", app: "Shop")
        let traffic = SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] }, keepingFacts: false)
        let new = traffic.asRecorded
        var old = new
        old[0].violations = [Finding(rule: .certificateTrust, message: "m", expected: "e", actual: "a")]
        let report = Report(traffic, new, options: ReportOptions(time: SampleLoad.time))
        let comparison = VerdictComparison(from: old, to: new, report: report)
        #expect(comparison.status == 2 && !comparison.changes.isEmpty)
        for change in comparison.changes {
            #expect(change.kind == .undetermined && change.after.prose == prose, "\(load)")
        }
        #expect(!comparison.outcome.contains("better"))
    }

    /// The loads fail before and after.
    @Test func whatTheAppMayAcceptIsNoWarning() {
        let lines = SampleLoad.unaccepted.lines("a", host: "a.example", app: "Shop")
        let traffic = SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] }, keepingFacts: false)
        let new = traffic.asRecorded
        var old = new
        (old[0].violations, old[0].warnings) = (new[0].warnings, [])
        let report = Report(traffic, new, options: ReportOptions(time: SampleLoad.time))
        let outcome = VerdictComparison(from: old, to: new, report: report).outcome
        #expect(outcome == "1 host changes in its findings.")
    }

    @Test func jsonNamesTheKindOfEachChange() throws {
        let lines = try comparison(from: Self.permitsOld, to: [:]).lines
        let kinds = try lines.map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
            return object?["change"] as? String
        }
        #expect(kinds.first == "worse" && kinds.count > 5 && kinds.dropFirst().allSatisfy { $0 == "same" })
    }
}
