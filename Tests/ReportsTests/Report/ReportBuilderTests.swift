import Events
import InternetNames
import Judging
import SimulatedServers
import Testing
import Traffic
import TransportSecurity
@testable import Reports

/// The time for a report is linear in the number of hosts.
@Suite struct ReportBuilderTests {
    /// The load of one host, with a warning and a violation.
    private func entry(_ number: Int) throws -> JudgedEntry {
        var event = DecisionEvent(
            time: Certificates.now, id: .text("\(number)"), from: .client(.init(listener: "l")), decision: .wouldBlock)
        event.client?.mode = .observe
        (event.scheme, event.host, event.port) = (.http, Host("host\(number).example"), 80)
        let appliedPolicy = try SimulatedSite.appliedPolicy([:])
        let requirements = appliedPolicy.requirements(for: try #require(event.host), by: SimulatedSite.app)
        event.policy = CachedJSON(PolicySummary(requirements, source: "Test.plist"))
        event.violations =
            Verdict(
                of: .cleartext(.http), under: requirements, by: SimulatedSite.rules, at: Certificates.now
            ).violations
        return JudgedEntry(recorded: TrafficEntry(event))
    }

    /// The address of a set's storage. If it changed at each insertion, the set would be copied each time.
    private func place(_ set: Set<Host>?) -> UInt { set.map { unsafeBitCast($0, to: UInt.self) } ?? 0 }

    @Test func setsGrowInPlace() throws {
        var builder = ReportBuilder()
        var places: [[UInt]] = []
        for number in 0..<500 {
            builder.add(try entry(number), covered: [], after: nil)
            places.append([
                place(builder.apps.values.first?.hosts), place(builder.apps.values.first?.violatedHosts),
                place(builder.rules[.cleartext]?.violatedHosts), place(builder.exceptions.values.first?.hosts),
            ])
        }
        #expect(builder.apps.values.first?.hosts.count == 500 && builder.apps.count == 1)
        #expect(builder.rules[.cleartext]?.violatedHosts.count == 500 && builder.exceptions.count == 1)
        for column in 0..<4 {
            let moves = zip(places, places.dropFirst()).count { $0[column] != $1[column] }
            // The storage moves when its capacity doubles.
            #expect(moves < 20)
        }
    }
}
