import Judging
import Foundation
import InternetNames
import Testing
import TransportSecurity

@testable import atsproxy

/// What is judged live comes out again when its own recording is judged anew: for every row of the table of verdicts,
/// and for all its servers under three policies; each with a client's own handshake in its tunnel, if that opens.
@Suite struct RoundTripTests {
    @Test func verdictsOfTheTableComeOutAgain() throws {
        let recording = try RoundTripRecording.shared.get()
        let replay = try recording.replay()
        var compared = 0
        for (court, rows) in RoundTripRecording.rows {
            let judged = try recording.judgedAnew(in: court, by: replay)
            for row in rows {
                let url = try LoadURL(try row.target(recording.site).url)
                let own = judged.map(\.entry.decision).enumerated().filter { _, decision in
                    (decision.scheme, decision.host, decision.port) == (url.scheme, url.host, url.port)
                }
                // Of a server that speaks first nothing but its tunnel is judged where that need not wait.
                let probed = own.first { $0.element.tls?.source != .tunnel } ?? own.first
                let recorded = try #require(probed?.element, "\(row.testDescription) was not judged")
                let live = recorded.violations.map(\.rule.rawValue) + recorded.warnings.map { "~\($0.rule.rawValue)" }
                #expect(live.sorted() == row.findings, "\(row.testDescription), live")
                for (index, _) in own { expectTheSame(judged[index], row.testDescription) }
                compared += 1
            }
        }
        #expect(compared == VerdictTableTests.rows.count && compared > 250)
    }

    @Test(arguments: Court.observed)
    func verdictsOnTunnelsComeOutAgain(court: Court) throws {
        let recording = try RoundTripRecording.shared.get()
        let judged = try recording.judgedAnew(in: court, by: recording.replay())
        for entry in judged {
            expectTheSame(entry, "\(court.policy) \(entry.entry.decision.host?.description ?? "")")
        }
        let tunnels = judged.filter { $0.entry.decision.tls?.source == .tunnel }
        #expect(tunnels.count > 60 && judged.count > tunnels.count + 60)
        #expect(tunnels.contains { !$0.violations.isEmpty } == (court.policy != "off"))
    }

    /// Servers that do not prove their key to a client without a certificate, or not to our TLS library.
    private static let unproven = ["3des.test", "client-rsa.test", "copied-rsa.test", "hybrid.test"]

    private func expectTheSame(_ judged: JudgedEntry, _ what: String) {
        let live = judged.entry.decision
        #expect(judged.violations == live.violations, "\(what)")
        #expect(judged.warnings == live.warnings, "\(what)")
        #expect(Set(judged.notes) == Set(live.notes), "\(what)")
        #expect(judged.decision == live.decision, "\(what)")
        #expect(judged.policy == live.policy?.value, "\(what)")
        #expect(judged.isUndetermined == JudgedEntry(recorded: judged.entry).isUndetermined, "\(what)")
        let isProven = live.tls != nil && !Self.unproven.contains(live.host?.description ?? "")
        #expect(!judged.isUndetermined || !isProven, "\(what)")
    }
}
