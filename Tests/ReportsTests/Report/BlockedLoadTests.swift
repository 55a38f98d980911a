import Documents
import Events
import InternetNames
import Judging
import Recordings
import Reports
import SimulatedServers
import Testing
import TransportSecurity

/// Loads that `enforce` blocked have no response. Only facts about their servers show that they would succeed.
@Suite struct BlockedLoadTests {
    private static let old = SimulatedServer(
        name: "old.example", versions: .tls1_0 ... .tls1_0, suites: [0xC013], group: .p256)
    private static let plain = SimulatedServer(name: "plain.example", isCleartext: true, port: 80)
    private static let servers: [(SimulatedServer, [String])] = [
        (old, []), (plain, ["blocked-loads"]), (askingForCertificate, ["blocked-loads"]),
    ]

    private static var askingForCertificate: SimulatedServer {
        var server = old
        server.requestsClientCertificate = true
        return server
    }

    /// The recording of a load from a server that violates the defaults, in `enforce`.
    private static func blocked(_ server: SimulatedServer) throws -> RecordedTraffic {
        let lines = SimulatedSite.record(server, under: try SimulatedSite.appliedPolicy([:])).lines
        let text = lines.map { String(decoding: $0, as: UTF8.self) }.filter { !$0.contains(#""event":"closed""#) }
            .map { $0.replacing(#""would-block""#, with: #""blocked""#).replacing(#""observe""#, with: #""enforce""#) }
        return SimulatedSite.traffic(text.flatMap { Array($0.utf8) + [0x0A] })
    }

    private static func judged(_ traffic: RecordedTraffic) throws -> [JudgedEntry] {
        let appliedPolicy = try SimulatedSite.appliedPolicy([
            "NSExceptionDomains": .dictionary([
                "old.example": .dictionary(["NSExceptionMinimumTLSVersion": .string("TLSv1.0")]),
                "plain.example": .dictionary(["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)]),
            ])
        ])
        return SimulatedSite.replay().judge(traffic, under: appliedPolicy)
    }

    private static func report(_ traffic: RecordedTraffic, _ entries: [JudgedEntry]) -> Report {
        Report(traffic, entries, options: ReportOptions(time: Certificates.now))
    }

    @Test(arguments: servers) func anotherPolicyDoesNotMakeThemSucceed(server: SimulatedServer, gaps: [String]) throws {
        let traffic = try Self.blocked(server)
        #expect(Self.report(traffic, traffic.asRecorded).status == 1)
        let report = Self.report(traffic, try Self.judged(traffic))
        #expect(report.gaps.map(\.kind.rawValue) == gaps && report.status == (gaps.isEmpty ? 0 : 2))
        #expect((report.coverage.hostCoverage.covered == 1) == gaps.isEmpty)
        let csv = ReportFormat.csvHosts.text(
            of: report, by: TextRenderer(), at: FindingLocation(path: "Info.plist", text: ""), version: "1",
            isVerbose: true, publicSuffixes: PublicSuffixes())
        #expect(csv.contains("\"passes\"") == gaps.isEmpty)
    }

    @Test(arguments: servers) func waiversDoNotMakeThemSucceed(server: SimulatedServer, gaps: [String]) throws {
        let traffic = try Self.blocked(server)
        let waivers = [Waiver(rule: .tlsVersion, host: nil), Waiver(rule: .cleartext, host: nil)]
        let report = Self.report(traffic, traffic.asRecorded.map { $0.waiving(waivers) })
        #expect(report.gaps.map(\.kind.rawValue) == gaps && report.status == (gaps.isEmpty ? 0 : 2))
    }

    @Test(arguments: servers) func comparisonsSayThatTheyAreNotKnown(server: SimulatedServer, gaps: [String]) throws {
        let traffic = try Self.blocked(server)
        let after = try Self.judged(traffic)
        let comparison = VerdictComparison(
            from: traffic.asRecorded, to: after, report: Self.report(traffic, after))
        #expect(comparison.status == (gaps.isEmpty ? 0 : 2))
        #expect(comparison.changes.map(\.kind) == [gaps.isEmpty ? .better : .undetermined])
        #expect(comparison.changes.map(\.after.prose) == [gaps.isEmpty ? "passes" : "blocked when recorded"])
    }

    /// The proxy reset the tunnel before its handshake ended.
    @Test func tunnelsThatWereResetAreNotKnown() throws {
        var first = DecisionEvent(
            time: Certificates.now, id: .text("1"), from: .client(.init(listener: "l")), decision: .allowed)
        (first.scheme, first.host, first.port) = (.https, .name("a.example"), 443)
        first.facts = "sha256:1"
        first.client?.mode = .enforce
        var second = first
        second.decision = .blocked
        second.violations = [Finding(rule: .tunnelSNI, message: "m", expected: "e", actual: "a")]
        second.tls = CachedJSON(uncached: TLSSummary(tunnel: .tls1_3, cipherSuite: nil))
        let traffic = SimulatedSite.traffic(
            [first.line, second.line].flatMap { $0 + [0x0A] }, keepingFacts: false)
        let report = Self.report(
            traffic, traffic.asRecorded.map { $0.waiving([Waiver(rule: .tunnelSNI, host: nil)]) })
        #expect(report.gaps.map(\.kind.rawValue) == ["blocked-loads"] && report.gaps.map(\.count) == [1])
    }
}
