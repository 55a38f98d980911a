import Events
import InternetNames
import Judging
import Reports
import SimulatedServers
import Testing
import TransportSecurity

/// What the server offers and what the tunnel agreed on is one problem.
@Suite struct RepeatedProblemTests {
    private static let time = Instant(year: 2026, month: 11, day: 21)

    private static func finding(_ rule: RuleID) -> Finding {
        Finding(rule: rule, message: "m", expected: "e", actual: "a")
    }

    /// A load with findings in its first and its second decision.
    private static func load(_ id: String, _ first: [RuleID], _ second: [RuleID], app: String = "MyApp") -> [[UInt8]] {
        var event = DecisionEvent(
            time: time, id: .text(id), from: .client(.init(listener: "l")),
            decision: first.isEmpty ? .allowed : .wouldBlock)
        (event.scheme, event.host, event.port) = (.https, .name("a.example"), 443)
        event.client?.address = .text("192.0.2.7:5000\(id)")
        event.client?.app = CachedJSON(ClientApp(userAgent: "\(app)/42 CFNetwork/1568.200.51 Darwin/24.1.0"))
        event.facts = "sha256:1"
        event.violations = first.map(finding)
        var tunnel = event
        tunnel.tls = CachedJSON(uncached: TLSSummary(tunnel: .tls1_0, cipherSuite: nil))
        tunnel.decision = second.isEmpty ? .allowed : .wouldBlock
        tunnel.violations = second.map(finding)
        return [event.line, tunnel.line]
    }

    private static func report(_ lines: [[UInt8]]) -> Report {
        let traffic = SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] }, keepingFacts: false)
        return Report(traffic, traffic.asRecorded, options: ReportOptions(time: time))
    }

    @Test(arguments: [
        ([RuleID.tlsVersion], [RuleID.tunnelVersion], [RuleID.tlsVersion]),
        ([.tlsCipher], [.tunnelCipher], [.tlsCipher]),
        ([.tlsForwardSecrecy], [.tunnelCipher], [.tlsForwardSecrecy]),
        ([.tlsVersion], [.tunnelCipher], [.tlsVersion, .tunnelCipher]),
        ([], [.tunnelVersion], [.tunnelVersion]),
        ([.certificateTrust], [.certificateTrust], [.certificateTrust]),
    ])
    func isCountedOnce(first: [RuleID], second: [RuleID], counted: [RuleID]) {
        let report = Self.report(Self.load("1", first, second))
        #expect(report.findings.map(\.finding.rule) == counted)
        #expect(report.rules.map(\.rule) == counted && report.traffic.loads == 1)
        #expect(report.hosts[0].decisions.filter { $0.value != 0 } == [.wouldBlock: 1])
    }

    /// A tunnel with old parameters to a server that offers better ones is a problem of its own.
    @Test func isToldApartByLoad() {
        let report = Self.report(Self.load("1", [.tlsVersion], [.tunnelVersion]) + Self.load("2", [], [.tunnelVersion]))
        #expect(report.findings.map(\.finding.rule) == [.tlsVersion, .tunnelVersion])
        #expect(report.findings.map(\.traffic.loads) == [1, 1])
    }

    @Test func isOneInAllAppsButAFindingOfEach() {
        let lines = Self.load("1", [.tlsVersion], []) + Self.load("2", [.tlsVersion], [], app: "Other")
        let report = Self.report(lines)
        #expect(report.findings.map(\.fingerprint) == ["tls.version@a.example#MyApp", "tls.version@a.example#Other"])
        #expect(report.outcome == "1 violation at 1 host.")
        #expect(report.devices.map(\.address) == ["192.0.2.7"] && report.devices[0].violatedLoads == 2)
        #expect(report.builds.map(\.app) == ["MyApp", "Other"] && report.findings[0].versions == ["42"])
    }
}
