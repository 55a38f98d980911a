import Documents
import Events
import Foundation
import InternetNames
import Judging
import Reports
import SimulatedServers
import Testing
import TransportSecurity

/// Two recordings side by side.
@Suite struct ReportDifferenceTests {
    private typealias Server = SimulatedServer

    private static let old = [
        Server(name: "old.example", versions: .tls1_0 ... .tls1_0, suites: [0xC013], group: .p256),
        Server(name: "middle.example", versions: .tls1_0 ... .tls1_1, suites: [0xC013], group: .p256),
        Server(name: "rsa.example", versions: .tls1_2 ... .tls1_2, suites: [0x009C]),
        Server(name: "plain.example", isCleartext: true, port: 80), Server(name: "good.example"),
    ]
    /// One server is mended, one is not used, one is as it was, one is used by TLS now, and one got worse.
    private static let new = [
        Server(name: "old.example"), Server(name: "rsa.example", versions: .tls1_2 ... .tls1_2, suites: [0x009C]),
        Server(name: "plain.example"),
        Server(name: "good.example", versions: .tls1_0 ... .tls1_0, suites: [0xC013], group: .p256),
    ]

    private static func judged(
        _ servers: [Server], _ change: (inout ReportOptions) -> Void = { _ in }
    ) throws -> (report: Report, exercised: ExercisedLoads) {
        let recording = SimulatedSite.recording(of: servers, under: try SimulatedSite.appliedPolicy([:]))
        let traffic = SimulatedSite.traffic(recording)
        var options = ReportOptions(time: Certificates.now)
        change(&options)
        let entries = traffic.asRecorded
        return (Report(traffic, entries, options: options), ExercisedLoads(entries))
    }

    private static func difference(
        _ old: [Server], _ new: [Server], _ change: (inout ReportOptions) -> Void = { _ in }
    ) throws -> ReportDifference {
        let after = try judged(new, change)
        return ReportDifference(from: try judged(old).report, to: after.report, exercised: after.exercised)
    }

    @Test func tellsWhatIsNewFixedGoneAndStillThere() throws {
        let difference = try Self.difference(Self.old, Self.new)
        #expect(difference.added.map(\.fingerprint) == ["tls.version@good.example#MyApp"])
        #expect(
            Set(difference.fixed.map(\.fingerprint)) == [
                "tls.version@old.example#MyApp", "cleartext@plain.example#MyApp",
            ])
        #expect(difference.unexercised.map(\.fingerprint) == ["tls.version@middle.example#MyApp"])
        #expect(difference.remaining.map(\.fingerprint) == ["tls.forward-secrecy@rsa.example#MyApp"])
        #expect(difference.status == 1)
        #expect(
            difference.outcome
                == "1 new violation, 2 fixed, 1 not exercised any more, 1 still there; not judged any more: middle.example."
        )
        let app = try #require(difference.apps.first)
        #expect((app.app, app.oldBuilds, app.newBuilds) == ("MyApp", ["42"], ["42"]))
        #expect((app.added, app.fixed, app.unexercised, app.remaining) == (1, 2, 1, 1))
    }

    @Test func whatExistedBeforeDoesNotCount() throws {
        #expect(try Self.difference(Self.old, Self.old).status == 0)
        #expect(try Self.difference(Self.old, Self.old).outcome.hasPrefix("Nothing got worse, 0 fixed"))
        #expect(
            try Self.difference(Self.old, Self.new) {
                $0.baseline = Baseline(["tls.version@good.example#MyApp": .violation])
            }.status == 2)
        #expect(try Self.difference(Self.old, Self.old) { $0.expectedHosts = ["absent.example"] }.status == 2)
    }

    /// A load by cleartext shows nothing about the server's TLS.
    @Test func aProblemOfTLSNeedsALoadByTLS() throws {
        let cleartext = [Server(name: "old.example", isCleartext: true, port: 80)]
        let difference = try Self.difference(Array(Self.old.prefix(1)), cleartext)
        #expect(difference.fixed.isEmpty && difference.unexercised.map(\.finding.rule) == [.tlsVersion])
    }

    /// A rule that the newer verdict leaves open is not shown to be met.
    @Test func aRuleThatIsOpenIsNotFixed() throws {
        let recording = SimulatedSite.recording(
            of: [Server(name: "good.example")], under: try SimulatedSite.appliedPolicy([:]))
        let traffic = SimulatedSite.traffic(recording)
        var (old, new) = (traffic.asRecorded, traffic.asRecorded)
        let finding = Finding(rule: .certificateTransparency, message: "m", expected: "e", actual: "a")
        old[0].violations = [finding]
        new[0].notes = [
            Note(
                .undetermined, rule: .certificateTransparency, "Certificate Transparency of good.example is not known.")
        ]
        let options = ReportOptions(time: Certificates.now)
        let before = Report(traffic, old, options: options)
        let after = Report(traffic, new, options: options)
        let difference = ReportDifference(from: before, to: after, exercised: ExercisedLoads(new))
        #expect(difference.fixed.isEmpty && difference.unexercised.map(\.finding.rule) == [.certificateTransparency])
        // One load that decides the rule is enough.
        #expect(before.findings.allSatisfy(ExercisedLoads(new + traffic.asRecorded).exercises))
        // The decision on the tunnel of the same load decides nothing about it.
        var tunnel = traffic.asRecorded[0]
        tunnel.entry.firstDecisionIndex = 0
        #expect(!before.findings.contains(where: ExercisedLoads([new[0], tunnel]).exercises))
        let comparison = VerdictComparison(from: old, to: new, report: after)
        #expect(comparison.status == 2 && comparison.changes.map(\.kind) == [.undetermined])
        #expect(comparison.changes.map(\.reason) == ["Certificate Transparency of good.example is not known."])
        var worse = new
        worse[0].violations = [Finding(rule: .tlsVersion, message: "m", expected: "e", actual: "a")]
        let prose = VerdictComparison(from: old, to: worse, report: after).changes.map(\.after.prose)
        #expect(prose == ["violates tls.version, otherwise undetermined"])
    }

    /// A finding in a tunnel that repeats the first decision on one side alone is no change.
    @Test(arguments: [true, false]) func aRepeatedFindingIsNoChange(isKnownAfterwards: Bool) throws {
        let recording = SimulatedSite.recording(
            of: [Server(name: "good.example")], under: try SimulatedSite.appliedPolicy([:]))
        let traffic = SimulatedSite.traffic(recording)
        let first = try #require(traffic.asRecorded.first)
        func finding(_ rule: RuleID) -> Finding { Finding(rule: rule, message: "m", expected: "e", actual: "a") }
        var (known, open, tunnel) = (first, first, first)
        known.violations = [finding(.tlsForwardSecrecy)]
        open.isUndetermined = true
        tunnel.entry.firstDecisionIndex = 0
        tunnel.violations = [finding(.tunnelCipher)]
        let pair = isKnownAfterwards ? ([open, tunnel], [known, tunnel]) : ([known, tunnel], [open, tunnel])
        let report = Report(traffic, pair.1, options: ReportOptions(time: Certificates.now))
        let comparison = VerdictComparison(from: pair.0, to: pair.1, report: report)
        #expect(!comparison.changes.contains { $0.kind == .better })
        #expect(comparison.changes.contains(where: \.isWorse) == isKnownAfterwards)
    }

    /// Nothing was done to the server: the app accepts it, or the policy demands less.
    @Test(arguments: [true, false]) func whatIsAcceptedOrPermittedIsNotFixed(isAccepted: Bool) throws {
        let recording = SimulatedSite.recording(
            of: [Server(name: "good.example")], under: try SimulatedSite.appliedPolicy([:]))
        let traffic = SimulatedSite.traffic(recording)
        var (old, new) = (traffic.asRecorded, traffic.asRecorded)
        let finding = Finding(rule: .certificateTrust, message: "m", expected: "e", actual: "a")
        if isAccepted {
            (old[0].warnings, new[0].warnings) = ([finding], [finding])
            new[0].entry.acceptedLoads = new[0].entry.loads
        } else {
            old[0].violations = [finding]
            let off = Requirements(
                host: .name("good.example"), os: .newest, applies: false, reason: .arbitraryLoads,
                allowsInsecureHTTPLoads: true, minimumTLSVersion: .tls1_0, requiresForwardSecrecy: false)
            new[0].policy = PolicySummary(off, source: "MyApp.app")
        }
        let options = ReportOptions(time: Certificates.now)
        let before = Report(traffic, old, options: options)
        let after = Report(traffic, new, options: options)
        let exercised = ExercisedLoads(new)
        let difference = ReportDifference(from: before, to: after, exercised: exercised)
        #expect(difference.fixed.isEmpty && difference.unexercised.isEmpty)
        #expect((difference.accepted.count, difference.relaxed.count) == (isAccepted ? 1 : 0, isAccepted ? 0 : 1))
        var history = RecordingHistory()
        history.append(before, exercised: ExercisedLoads(old))
        history.append(after, exercised: exercised)
        let last = try #require(history.steps.last)
        #expect(last.fixed.isEmpty && last.unexercised.isEmpty)
        #expect((last.accepted.count, last.relaxed.count) == (isAccepted ? 1 : 0, isAccepted ? 0 : 1))
        let words = isAccepted ? "1 accepted by the app now" : "1 permitted by a laxer policy"
        #expect(TextRenderer().text(of: history.document()).contains(words))
        let other = isAccepted ? "(1 of these accepted by the app now)" : "because the policy became laxer"
        #expect(difference.outcome.contains("0 fixed") && difference.outcome.contains(other))
    }

    @Test func everyFormatTellsOfEveryChange() throws {
        let difference = try Self.difference(Self.old, Self.new)
        for text in [TextRenderer().text(of: difference.document()), HTMLRenderer().text(of: difference.document())] {
            for word in ["good.example", "old.example", "middle.example", "rsa.example", "Not exercised", "MyApp"] {
                #expect(text.contains(word), "\(word)")
            }
        }
        let object = try JSONSerialization.jsonObject(with: Data(difference.line)) as? [String: Any]
        for name in ["added", "fixed", "gone", "remaining"] {
            #expect((object?[name] as? [[String: Any]])?.isEmpty == false, "\(name)")
        }
    }

    /// A baseline is no greener than the recording that it was made of.
    @Test func aBaselineKnowsWhatIsNotExercised() throws {
        let before = try Self.judged(Self.old).report
        let json = ReportFormat.json.text(
            of: before, by: TextRenderer(), at: FindingLocation(path: "Info.plist", text: ""), version: "1",
            isVerbose: true, publicSuffixes: PublicSuffixes())
        let baseline = try JSONDecoder().decode(Baseline.self, from: Data(json.utf8))
        let cases: [([Server], Int32)] = [
            (Self.old, 0), (Array(Self.old.dropFirst()), 2), (Array(Self.old.dropLast()), 2),
        ]
        for (servers, status) in cases {
            let report = try Self.judged(servers) { $0.baseline = baseline }.report
            #expect(report.status == status, "\(report.gaps)")
            #expect(try Self.difference(Self.old, servers).status == status)
        }
        let otherPort = [Server(name: "old.example", port: 8443)] + Self.old.dropFirst()
        let report = try Self.judged(otherPort) { $0.baseline = baseline }.report
        #expect(report.resolved.isEmpty && report.status == 2)
        let other = try Self.judged(Array(Self.old.suffix(1))) {
            $0.baseline = baseline
            $0.filter.hosts = [HostPattern("good.example")].compactMap(\.self)
        }
        #expect(other.report.status == 0, "\(other.report.gaps)")
    }

    /// What was judged once and is not any more stays unknown, however many recordings follow.
    @Test(arguments: [0, 4]) func aHistoryForgetsNoGap(missing: Int) throws {
        var history = RecordingHistory()
        var fewer = Self.old
        fewer.remove(at: missing)
        for (servers, status) in [(Self.old, 0), (fewer, 2), (fewer, 2), (Self.old, 0)] as [([Server], Int32)] {
            let (report, exercised) = try Self.judged(servers)
            history.append(report, exercised: exercised)
            #expect(history.status == status)
        }
    }

    /// A problem that a recording does not exercise stays open.
    @Test func aHistoryKeepsWhatWasNotExercisedOpen() throws {
        var history = RecordingHistory()
        for servers in [Self.old, Array(Self.old.suffix(1)), Self.old, Self.new] {
            let (report, exercised) = try Self.judged(servers)
            history.append(report, exercised: exercised)
        }
        #expect(history.steps.map(\.found.count) == [4, 0, 4, 2])
        #expect(history.steps.map(\.added.count) == [4, 0, 0, 1])
        #expect(history.steps.map(\.fixed.count) == [0, 0, 0, 2])
        #expect(history.steps.map(\.unexercised.count) == [0, 4, 0, 1])
        #expect(history.status == 1)
        let text = TextRenderer().text(of: history.document()).replacing("\n", with: " ")
        #expect(text.contains("added 1 violation: 2 fixed, 3 open, 1 of these not exercised; not judged any more: mid"))
        #expect(text.contains("tls.version"))
    }
}
