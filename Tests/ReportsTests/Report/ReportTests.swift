import Events
import Foundation
import InternetNames
import Judging
import Recordings
import Reports
import SimulatedServers
import Testing
import TransportSecurity

@Suite struct ReportTests {
    private static let now = Instant(year: 2026, month: 11, day: 21)

    static func report(
        _ change: (inout ReportOptions) -> Void = { _ in }
    ) throws -> Report {
        let appliedPolicy = try SimulatedSite.appliedPolicy([:])
        let traffic = SimulatedSite.traffic(SimulatedSite.recording(under: appliedPolicy), keepingFacts: false)
        var options = ReportOptions(time: now)
        change(&options)
        return Report(traffic, traffic.asRecorded, options: options)
    }

    @Test func hasOneFindingForEachHostAndRule() throws {
        let report = try Self.report()
        #expect(Set(report.findings.map(\.fingerprint)).count == report.findings.count)
        #expect(report.findings.contains { $0.problem == "tls.version@old.example" })
        #expect(report.isFailing && report.failing.count == report.findings.filter { $0.severity == .violation }.count)
        #expect(report.hosts.count == SimulatedSite.servers.count)
        #expect(report.traffic.loads == SimulatedSite.servers.count)
        #expect(report.hosts.first.map { !$0.violations.isEmpty } == true)
        #expect(report.apps.map(\.name) == ["MyApp"])
        #expect(report.exceptions.map(\.reason) == [.default])
        #expect(report.rules.first { $0.rule == .cleartext }?.violatedHosts.count == 2)
    }

    /// Findings of the first and the second decision belong to one load.
    @Test func countsEachLoadWithFindingsInItsTunnelOnce() throws {
        var first = DecisionEvent(
            time: Self.now, id: .text("1"), from: .client(.init(listener: "l")), decision: .wouldBlock)
        (first.scheme, first.host, first.port) = (.https, .name("a.example"), 443)
        first.violations = [Finding(rule: .certificateTrust, message: "m", expected: "e", actual: "a")]
        var second = first
        second.tls = CachedJSON(uncached: TLSSummary(tunnel: .tls1_0, cipherSuite: nil))
        second.violations.append(Finding(rule: .tunnelVersion, message: "m", expected: "e", actual: "a"))
        let end = ClosedEvent(
            time: Self.now, id: .text("1"), host: first.host, port: 443, bytesFromClient: 1, bytesFromServer: 2,
            durationMilliseconds: 1, endedBy: .client, how: .finished)
        let lines: [[UInt8]] = [first.line, second.line, end.line]
        let traffic = SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] }, keepingFacts: false)
        let report = Report(traffic, traffic.asRecorded, options: ReportOptions(time: Self.now))
        #expect(report.findings.map(\.finding.rule) == [.certificateTrust, .tunnelVersion])
        #expect(report.findings.map(\.traffic.loads) == [1, 1] && report.findings.map(\.traffic.bytes) == [3, 3])
        #expect(report.rules.map(\.traffic.loads) == [1, 1] && report.traffic.loads == 1)
    }

    @Test func aBaselineExcludesKnownFindings() throws {
        let all = Baseline(try Self.report().failing).severities
        let gone = "tls.version@gone.example#MyApp"
        let same = try Self.report { $0.baseline = Baseline(all.merging([gone: .violation]) { first, _ in first }) }
        #expect(!same.isFailing && same.resolved.isEmpty && same.status == 2)
        #expect(same.gaps.map(\.kind.rawValue) == ["baseline"] && same.gaps[0].sentence.contains(gone))
        let fixed = "tls.version@good.example#MyApp"
        let better = try Self.report { $0.baseline = Baseline(all.merging([fixed: .violation]) { first, _ in first }) }
        #expect(better.resolved == [fixed] && !better.gaps.contains { $0.kind.rawValue == "baseline" })
        #expect(same.findings.allSatisfy { $0.status == .known || $0.severity == .warning })
        let one = try Self.report { $0.baseline = Baseline(all.filter { $0.key != "tls.version@old.example#MyApp" }) }
        #expect(one.failing.map(\.fingerprint) == ["tls.version@old.example#MyApp"])
    }

    private static func report(
        ofVersions versions: [UInt16: String], _ change: (inout ReportOptions) -> Void = { _ in }
    ) -> Report {
        let lines = versions.sorted { $0.key < $1.key }.map { port, version in
            var event = DecisionEvent(
                time: now, id: .text("\(port)"), from: .client(.init(listener: "l")), decision: .wouldBlock)
            (event.scheme, event.host, event.port) = (.https, .name("a.example"), port)
            let exception = Finding.Exception(
                domain: "a.example", keys: [ATSKey.exceptionMinimumTLSVersion: .string(version)])
            event.violations = [
                Finding(rule: .tlsVersion, message: "m", expected: "e", actual: version, exception: exception)
            ]
            return event.line
        }
        let traffic = SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] }, keepingFacts: false)
        var options = ReportOptions(time: now)
        change(&options)
        return Report(traffic, traffic.asRecorded, options: options)
    }

    @Test func theExceptionOfAFindingPermitsTheLoadsAtAllPorts() {
        let report = Self.report(ofVersions: [443: "TLSv1.1", 8443: "TLSv1.0", 9443: "TLSv1.1"])
        #expect(
            report.findings.map(\.finding.exception?.keys) == [[ATSKey.exceptionMinimumTLSVersion: .string("TLSv1.0")]]
        )
    }

    @Test(arguments: [("TLSv1.1", 0), ("TLSv1.0", 1)])
    func aBaselineCoversNothingThatNeedsAWiderException(version: String, failing: Int) throws {
        let before = Self.report(ofVersions: [443: "TLSv1.1"])
        let read = try JSONDecoder().decode(Baseline.self, from: Data(before.line))
        for baseline in [Baseline(before.findings), read] {
            let after = Self.report(ofVersions: [443: version]) { $0.baseline = baseline }
            #expect(after.failing.count == failing)
        }
    }

    /// What has become worse since the baseline counts.
    @Test(arguments: ReportFinding.Severity.allCases)
    func aBaselineCoversNothingWorse(severity: ReportFinding.Severity) throws {
        let all = Baseline(try Self.report().failing).severities.mapValues { _ in severity }
        let report = try Self.report { $0.baseline = Baseline(all) }
        #expect(report.isFailing == (severity != .violation) && report.findings.count == all.count)
    }

    private func waiver(_ host: String?, expires: Instant) -> DatedWaiver {
        DatedWaiver(
            Waiver(rule: .tlsVersion, host: host.map(Host.name)), reason: "the vendor upgrades", owner: "net team",
            expires: expires)
    }

    @Test func aWaiverCoversItsRuleAndHostUntilItExpires() throws {
        let valid = try Self.report { $0.waivers = [waiver("old.example", expires: Self.now)] }
        #expect(valid.expiredWaivers.isEmpty)
        #expect(!valid.failing.contains { $0.problem == "tls.version@old.example" })
        #expect(valid.failing.contains { $0.problem == "tls.version@middle.example" })
        let expired = try Self.report { $0.waivers = [waiver(nil, expires: Self.now + -1)] }
        #expect(expired.failing.contains { $0.problem == "tls.version@old.example" })
        #expect(expired.expiredWaivers.count == 1)
    }

    @Test func anExpiredWaiverMakesTheReportFail() throws {
        let clean = Report(
            RecordedTraffic(), [],
            options: {
                var options = ReportOptions(time: Self.now)
                options.waivers = [waiver("nobody.example", expires: Self.now + -1)]
                return options
            }())
        #expect(clean.isFailing && clean.findings.isEmpty)
    }

    @Test func statesItsLimits() throws {
        let coverage = try Self.report {
            $0.policyKeys = ["never.example"]
            $0.expectedHosts = ["good.example", "missing.example", "not a host"]
        }.coverage
        #expect(coverage.policyKeysNeverSeen == ["never.example"])
        #expect(coverage.missingHosts.names == ["missing.example", "not a host"])
        #expect(coverage.addresses.map(\.description) == ["198.51.100.7"])
        #expect(coverage.cleartextLoads == 2)
        #expect(coverage.statements.contains { $0.contains("although this policy forbids them") })
        #expect(coverage.statements.last?.contains("ignore the proxy") == true)
    }

    private static let permitting: [String: PropertyValue] = [
        "NSExceptionDomains": .dictionary([
            "plain.example": .dictionary(["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)])
        ])
    ]

    /// Loads that the app's own policy forbids reach a proxy only from a QA build.
    @Test(
        arguments: [
            (["good.example", "modern.example"], [:], "No cleartext load was seen. A device blocks"),
            (
                ["good.example", "plain.example"], permitting,
                "Every cleartext load that was seen is one that this policy"
            ),
            (["plain.example"], [:], "although this policy forbids them"),
            (["good.example"], ["NSAllowsArbitraryLoads": .boolean(true)], nil),
        ] as [([String], [String: PropertyValue], String?)])
    func notesLoadsThatTheDeviceShouldHaveBlocked(names: [String], policy: [String: PropertyValue], part: String?)
        throws
    {
        let servers = SimulatedSite.servers.filter { names.contains($0.name) }
        let traffic = SimulatedSite.traffic(
            SimulatedSite.recording(of: servers, under: try SimulatedSite.appliedPolicy(policy)))
        let report = Report(traffic, traffic.asRecorded, options: ReportOptions(time: Self.now))
        let said = try #require(report.coverage.statements.first)
        if let part {
            #expect(said.contains(part))
            #expect(said.contains("QA build with NSAllowsArbitraryLoads") == !report.isFailing)
        } else {
            #expect(said.hasPrefix("Only what went through the proxy was seen"))
        }
    }

    @Test(arguments: [
        (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1_234_567, "1.2 MB"), (999_999, "999 kB"),
        (2_500_000_000, "2.5 GB"), (Int64.max, "9223 PB"),
    ])
    func writesBytesWithUnits(count: Int64, text: String) {
        var traffic = TrafficCount()
        traffic.bytesFromClient = count
        #expect(count == 0 || traffic.prose.contains(text))
    }
}
