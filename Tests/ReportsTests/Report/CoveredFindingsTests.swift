import Events
import InternetNames
import Judging
import Reports
import SimulatedServers
import Testing
import TransportSecurity

/// What a waiver or the baseline covers is shown, and counted nowhere.
@Suite struct CoveredFindingsTests {
    private static let time = Instant(year: 2026, month: 11, day: 21)

    private static func event(_ host: String, _ rule: RuleID?, _ id: String) -> DecisionEvent {
        var event = DecisionEvent(
            time: time, id: .text(id), from: .client(.init(listener: "l")),
            decision: rule == nil ? .allowed : .wouldBlock)
        (event.scheme, event.host, event.port) = (.https, .name(host), 443)
        event.client?.app = CachedJSON(ClientApp(userAgent: "MyApp/42 CFNetwork/1568.200.51 Darwin/24.1.0"))
        event.client?.address = .text("192.0.2.7:5000\(id)")
        event.facts = "sha256:1"
        event.violations = rule.map { [Finding(rule: $0, message: "m", expected: "e", actual: "a")] } ?? []
        return event
    }

    private static func report(_ change: (inout ReportOptions) throws -> Void) rethrows -> Report {
        let lines = [
            event("old.example", .tlsVersion, "1"), event("bad.example", .certificateTrust, "2"),
            event("good.example", nil, "3"),
        ].map(\.line)
        let traffic = SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] }, keepingFacts: false)
        var options = ReportOptions(time: time)
        try change(&options)
        return Report(traffic, traffic.asRecorded, options: options)
    }

    private static func violatedHosts(_ report: Report) -> [Int] {
        [
            report.hosts.count { !$0.violations.isEmpty }, report.apps[0].violatedHosts.count,
            report.builds[0].violatedHosts.count, report.devices[0].violatedHosts.count,
            report.rules.reduce(0) { $0 + $1.violatedHosts.count }, report.timeline.violatingLoads,
        ]
    }

    @Test func withoutWaiversAllCount() {
        let report = Self.report { _ in }
        #expect(Self.violatedHosts(report).allSatisfy { $0 == 2 } && report.status == 1)
    }

    @Test func waivedOnesDoNotCount() throws {
        let report = try Self.report { options in
            options.waivers = [
                DatedWaiver(
                    try #require(Waiver("tls.*@*.example")), reason: "r", owner: "o", expires: Self.time)
            ]
        }
        #expect(Self.violatedHosts(report).allSatisfy { $0 == 1 } && report.status == 1)
        #expect(report.hosts.first { $0.host == .name("old.example") }?.covered == [.tlsVersion])
        #expect(report.findings.count == 2 && report.outcome == "1 violation at 1 host, 1 waived.")
    }

    @Test func knownOnesDoNotCount() {
        let report = Self.report {
            $0.baseline = Baseline([
                "tls.version@old.example#MyApp": .violation, "certificate.trust@bad.example#MyApp": .violation,
            ])
        }
        #expect(Self.violatedHosts(report).allSatisfy { $0 == 0 } && report.status == 0)
        // A baseline names apps.
        #expect(Self.report { $0.baseline = Baseline(["tls.version@old.example": .violation]) }.failing.count == 2)
    }
}
