import InternetNames
import Recording
import Testing
import TransportSecurity

@testable import Audit

/// The work of a report grows with its hosts, and not with their square.
@Suite struct ReportBuilderTests {
    /// The load of one host of many, with a finding that permits and one that does not.
    private func entry(_ number: Int) throws -> JudgedEntry {
        var event = DecisionEvent(time: Certificates.now, id: .text("\(number)"), decision: .wouldBlock)
        (event.scheme, event.host, event.port, event.mode) = (.http, Host("host\(number).example"), 80, .observe)
        let jurisdiction = try SimulatedSite.jurisdiction([:])
        let requirements = jurisdiction.requirements(for: try #require(event.host), by: SimulatedSite.app)
        event.policy = Rendered(PolicySummary(requirements, source: "Test.plist"))
        event.violations =
            Verdict(
                of: .cleartext, under: requirements, by: SimulatedSite.rules, at: Certificates.now
            ).violations
        return JudgedEntry(recorded: TrafficEntry(event))
    }

    /// Where a set keeps its elements; another place after each insertion would mean that it is copied each time.
    private func place(_ set: Set<Host>?) -> UInt { set.map { unsafeBitCast($0, to: UInt.self) } ?? 0 }

    @Test func setsGrowWhereTheyStand() throws {
        var builder = ReportBuilder()
        var places: [[UInt]] = []
        for number in 0..<500 {
            builder.add(try entry(number))
            places.append([
                place(builder.apps.values.first?.hosts), place(builder.apps.values.first?.violatedHosts),
                place(builder.rules[.cleartext]?.violatedHosts), place(builder.exceptions.values.first?.hosts),
            ])
        }
        #expect(builder.apps.values.first?.hosts.count == 500 && builder.apps.count == 1)
        #expect(builder.rules[.cleartext]?.violatedHosts.count == 500 && builder.exceptions.count == 1)
        for column in 0..<4 {
            let moves = zip(places, places.dropFirst()).count { $0[column] != $1[column] }
            // It moves when it doubles.
            #expect(moves < 20)
        }
    }
}
