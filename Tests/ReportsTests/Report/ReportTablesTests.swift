import Events
import InternetNames
import Judging
import SimulatedServers
import Testing
import Traffic
import TransportSecurity
@testable import Reports

/// The time for a report is linear in the number of hosts.
@Suite struct ReportTablesTests {
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
    private func address(of set: Set<Host>?) -> UInt { set.map { unsafeBitCast($0, to: UInt.self) } ?? 0 }

    @Test func setsGrowInPlace() throws {
        let options = ReportOptions(time: Certificates.now)
        var tables = ReportTables()
        var addresses: [[UInt]] = []
        for number in 0..<500 {
            tables.add(CountedEntry(try entry(number), options: options), after: nil)
            addresses.append([
                address(of: tables.apps.values.first?.hosts), address(of: tables.apps.values.first?.violatedHosts),
                address(of: tables.rules[.cleartext]?.violatedHosts),
                address(of: tables.exceptions.values.first?.hosts),
            ])
        }
        #expect(tables.apps.values.first?.hosts.count == 500 && tables.apps.count == 1)
        #expect(tables.rules[.cleartext]?.violatedHosts.count == 500 && tables.exceptions.count == 1)
        for column in 0..<4 {
            let moves = zip(addresses, addresses.dropFirst()).count { $0[column] != $1[column] }
            // The storage moves when its capacity doubles.
            #expect(moves < 20)
        }
    }
}
