import DeviceManagement
import Events
import InternetNames
import Judging
import Recordings
import SimulatedServers
import Testing
import TransportSecurity

@testable import Reports

@Suite struct DeviceLogComparisonTests {
    private static let time = Instant(year: 2026, month: 11, day: 21)

    private static func load(_ host: String, _ rules: [RuleID], port: UInt16 = 443) -> DecisionEvent {
        var event = DecisionEvent(
            time: time, id: .text("\(host):\(port)"), from: .client(.init(listener: "l")),
            decision: rules.isEmpty ? .allowed : .blocked)
        (event.scheme, event.host, event.port) = (.https, .name(host), port)
        event.facts = "sha256:1"
        event.violations = rules.map { Finding(rule: $0, message: "m", expected: "e", actual: "a") }
        return event
    }

    private static func report(_ log: String) -> Report {
        let loads = [
            load("a.example", [.certificateKeySize]), load("b.example", []), load("c.example", [.tlsVersion]),
            load("b.example", [.certificateTrust], port: 8001),
        ]
        let traffic = SimulatedSite.traffic(loads.flatMap { $0.line + [0x0A] }, keepingFacts: false)
        var options = ReportOptions(time: time)
        var device = DeviceLog()
        Array(log.utf8).withUnsafeBufferPointer { device.read($0) }
        device.finish()
        options.deviceLog = device
        options.expectedHosts = ExpectedHosts(DeviceLogComparison.expectedHosts(of: device))
        return Report(traffic, traffic.asRecorded, options: options)
    }

    private static func line(_ host: String) -> String {
        "Error [ATS violation]: RSA key size 1024 bits is less than minimum 2048 bits for server: \(host)\n"
    }

    @Test func eachFailureHasItsStanding() throws {
        let report = Self.report(["a", "b", "c", "d"].map { Self.line("\($0).example") }.joined())
        let comparison = try #require(report.deviceLog)
        #expect(comparison.rows.map(\.standing) == [.agrees, .differs, .differs, .notSeen])
        #expect(comparison.rows.map(\.foundRules) == [[.certificateKeySize], [.certificateTrust], [.tlsVersion], []])
        #expect(report.gaps.count { $0.kind == .deviceLog } == 1)
        #expect(report.gaps.count { $0.kind == .expectedHosts } == 1)
        #expect(report.status == 1)
    }

    /// A failure at a URL is compared with the loads from its port.
    @Test func aURLHasOnePort() throws {
        let lines = [443, 8001, 9000].map {
            "Code=-1200 NSURLErrorDomain NSErrorFailingURLStringKey=https://b.example:\($0)/\n"
        }
        let comparison = try #require(Self.report(lines.joined()).deviceLog)
        #expect(comparison.rows.map(\.standing) == [.differs, .agrees, .notSeen])
        #expect(comparison.rows.map(\.foundRules) == [[], [.certificateTrust], []])
    }

    @Test func redactedHostsAreAGap() {
        let report = Self.report(Self.line("a.example") + Self.line("<private>"))
        #expect(report.gaps.map(\.kind) == [.deviceLog])
    }

    @Test(arguments: ["other text\n", "Error [ATS violation]: new wording api.example.com\n"])
    func unknownFormsAreAGap(log: String) {
        #expect(Self.report(log).gaps.map(\.kind) == [.deviceLog])
    }

    @Test func agreementIsNoGap() {
        #expect(Self.report(Self.line("a.example")).gaps.isEmpty)
    }
}
