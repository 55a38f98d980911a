import DeviceManagement
import Events
import InternetNames
import Judging
import Recordings
import Reports
import SimulatedServers
import Testing
import TransportSecurity

@Suite struct ReportGapTests {
    private static let time = Instant(year: 2026, month: 11, day: 21)

    /// A decision that passed, with facts, so that it is judged.
    private static func passed(_ id: String, host: String = "a.example") -> DecisionEvent {
        var event = DecisionEvent(time: time, id: .text(id), from: .client(.init(listener: "l")), decision: .allowed)
        (event.scheme, event.host, event.port) = (.https, .name(host), 443)
        event.facts = "sha256:1"
        return event
    }

    /// A decision of a proxy that lets a load of a client pass.
    private static func begun(_ id: String) -> DecisionEvent {
        var event = Self.passed(id)
        event.client?.address = .text("127.0.0.1:53012")
        event.client?.mode = .enforce
        event.route = .direct
        (event.scheme, event.port, event.facts) = (.http, 80, nil)
        return event
    }

    private static func end(_ id: String) -> ClosedEvent {
        ClosedEvent(
            time: time, id: .text(id), host: .name("a.example"), port: 443, bytesFromClient: 0, bytesFromServer: 0,
            durationMilliseconds: 1, endedBy: .client, how: .drained)
    }

    private static func report(
        _ lines: [[UInt8]], _ change: (inout ReportOptions) -> Void = { _ in }
    ) -> Report {
        let traffic = SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] }, keepingFacts: false)
        var options = ReportOptions(time: time)
        change(&options)
        return Report(traffic, traffic.asRecorded, options: options)
    }

    @Test func aWholeRecordingHasNone() {
        let report = Self.report([Self.passed("1").line])
        #expect(report.gaps.isEmpty && report.status == 0 && report.outcome == "No violation that counts.")
    }

    /// Nobody knows whether a file was empty whose compressed data end before the first line.
    @Test func aFileThatIsCutOffIsNotEmpty() {
        var source = RecordingSource(name: "a.jsonl.gz")
        #expect(source.faults == ["a.jsonl.gz is empty: no load was recorded in it."])
        source.isDamaged = true
        #expect(
            source.faults == ["a.jsonl.gz: the compressed data are damaged or end too early; what follows is missing."])
    }

    /// A failed load of another app counts both among the failed ones and among those of other apps.
    @Test func aFailureOfAnotherAppDoesNotHideAJudgedLoad() {
        let requirements = Requirements(
            host: .name("b.example"), os: .newest, applies: false, reason: .otherApp,
            allowsInsecureHTTPLoads: true, minimumTLSVersion: .tls1_0, requiresForwardSecrecy: false)
        var other = Self.passed("1", host: "b.example")
        other.policy = CachedJSON(PolicySummary(requirements, source: nil))
        (other.decision, other.error) = (.failed, .init(kind: "dns_error", message: "m"))
        let report = Self.report([Self.passed("2").line, other.line])
        #expect(report.coverage.failedLoads == 1 && report.coverage.otherAppLoads == 1)
        #expect(report.gaps.isEmpty, "\(report.gaps)")
        #expect(Self.report([other.line]).gaps.map(\.kind) == [.nothingJudged])
    }

    @Test(arguments: ReportGap.Kind.allCases) func eachKindMakesTheStatusTwo(kind: ReportGap.Kind) {
        let report: Report
        switch kind {
        case .unreadableLines: report = Self.report([Self.passed("1").line, Array("noise".utf8)])
        case .lostEvents: report = Self.report([Self.passed("1").line, LostEvent(time: Self.time, count: 7).line])
        case .facts:
            var unknown = Self.passed("1")
            unknown.facts = nil
            report = Self.report([unknown.line])
        case .expectedHosts: report = Self.report([Self.passed("1").line]) { $0.expectedHosts = ["b.example"] }
        case .refusedQUIC:
            var traffic = SimulatedSite.traffic(Self.passed("1").line + [0x0A], keepingFacts: false)
            traffic.refusedQUIC.add(
                Authority(host: .name("b.example"), port: 443), from: .v4(0x0A00_0001), at: Instant(milliseconds: 0))
            report = Report(traffic, traffic.asRecorded, options: ReportOptions(time: Self.time))
        case .deviceLog:
            var log = DeviceLog()
            Array("[ATS violation]: Leaf certificate is absent for server: <private>".utf8).withUnsafeBufferPointer {
                log.read($0)
            }
            log.finish()
            report = Self.report([Self.passed("1").line]) { $0.deviceLog = log }
        case .nothingJudged:
            var failed = Self.passed("1")
            (failed.decision, failed.error) = (.failed, .init(kind: "dns_error", message: "m"))
            report = Self.report([failed.line])
        case .emptyRecording:
            var traffic = SimulatedSite.traffic(Self.passed("1").line + [0x0A], keepingFacts: false)
            traffic.sources.append(RecordingSource(name: "empty.jsonl"))
            report = Report(traffic, traffic.asRecorded, options: ReportOptions(time: Self.time))
        case .missingSegments:
            var traffic = SimulatedSite.traffic(Self.passed("1").line + [0x0A], keepingFacts: false)
            for (id, previous) in [("1", nil), ("3", "2")] {
                var segment = RecordingSource(name: "lab-\(id).jsonl")
                (segment.id, segment.proxy, segment.previous, segment.events) = (id, "lab", previous, 1)
                traffic.sources.append(segment)
            }
            report = Report(traffic, traffic.asRecorded, options: ReportOptions(time: Self.time))
            #expect(
                report.gaps.map(\.sentence) == ["Segments are missing that the proxy wrote just before lab-3.jsonl."])
        case .noLoads: report = Self.report([])
        case .roots, .policy, .revocationLists, .logList:
            let traffic = SimulatedSite.traffic(Self.passed("1").line + [0x0A], keepingFacts: false)
            var judged = traffic.asRecorded
            (judged[0].lacksRoot, judged[0].lacksPolicy) = (kind == .roots, kind == .policy)
            judged[0].lacksRevocationList = kind == .revocationLists
            judged[0].lacksLogList = kind == .logList
            report = Report(traffic, judged, options: ReportOptions(time: Self.time))
        case .failedLoads:
            var failed = Self.passed("2")
            (failed.decision, failed.error) = (.failed, .init(kind: "dns_error", message: "m"))
            report = Self.report([Self.passed("1").line, failed.line])
        case .unfinishedHandshakes:
            var refused = Self.passed("2")
            refused.tls = CachedJSON(uncached: TLSSummary(tunnel: nil, cipherSuite: nil))
            refused.tunnel = TunnelSummary(.hello(.init(serverName: "a.example")))
            refused.tunnel?.serverAlert = "handshake_failure"
            report = Self.report([Self.passed("1").line, refused.line])
        case .hiddenTunnels:
            var hidden = Self.passed("2")
            hidden.tunnel = TunnelSummary(.unreadable)
            report = Self.report([Self.passed("1").line, hidden.line])
        case .clientClaims:
            var claimed = Self.passed("2")
            claimed.policy = Self.exempt(.notSubject)
            claimed.client?.app = CachedJSON(
                ClientApp(name: "Safari", version: nil, api: .none, os: nil, userAgent: ""))
            report = Self.report([Self.passed("1").line, claimed.line])
        case .baseline:
            report = Self.report([Self.passed("1").line]) {
                $0.baseline = Baseline(["tls.cipher@b.example#MyApp": .violation])
            }
        case .blockedLoads:
            var blocked = Self.passed("2")
            (blocked.decision, blocked.scheme, blocked.port, blocked.facts) = (.blocked, .http, 80, nil)
            blocked.violations = [Finding(rule: .cleartext, message: "m", expected: "e", actual: "a")]
            let traffic = SimulatedSite.traffic(
                (Self.passed("1").line + [0x0A]) + blocked.line + [0x0A], keepingFacts: false)
            let judged = traffic.asRecorded.map { $0.waiving([Waiver(rule: .cleartext)]) }
            report = Report(traffic, judged, options: ReportOptions(time: Self.time))
        case .missingDecisions:
            report = Self.report([Self.passed("1").line, Self.end("2").line])
        case .unreadCapture:
            var traffic = SimulatedSite.traffic(Self.passed("1").line + [0x0A], keepingFacts: false)
            traffic.sources[0].content = .capture([UnreadPart(count: 3, clause: "3 connections lack bytes", fix: "f")])
            report = Report(traffic, traffic.asRecorded, options: ReportOptions(time: Self.time))
        case .missingEnds: report = Self.report([Self.begun("1").line])
        case .uncountedDecisions:
            var traffic = SimulatedSite.traffic(Self.passed("1").line + [0x0A], keepingFacts: false)
            traffic.uncountedDecisions = 3
            report = Report(traffic, traffic.asRecorded, options: ReportOptions(time: Self.time))
        }
        #expect(report.gaps.map(\.kind) == [kind] && report.status == 2)
        #expect(report.outcome == "Nothing violated, but not everything was judged.")
    }

    /// Whatever the order of its lines, and whether or not it was condensed, a load has its end or is a gap.
    @Test func aLoadThatBeganHasAnEndOrIsAGap() {
        var failed = Self.begun("1")
        (failed.decision, failed.error) = (.failed, .init(kind: "connection_terminated", message: "m"))
        var blocked = failed
        (blocked.decision, blocked.error) = (.blocked, nil)
        blocked.violations = [Finding(rule: .tunnelSNI, message: "m", expected: "e", actual: "a")]
        for (last, gaps) in [
            (Self.end("1").line, []), (failed.line, [ReportGap.Kind.nothingJudged]), (blocked.line, []),
            (Self.end("2").line, [.missingDecisions, .missingEnds]),
        ] {
            let lines = [Self.begun("1").line, last]
            for lines in [lines, lines.reversed()] { #expect(Self.report(lines).gaps.map(\.kind) == gaps) }
        }
    }

    @Test func factsThatADecisionRefersToMayNotBeMissing() {
        var event = Self.begun("1")
        (event.scheme, event.port, event.facts) = (.https, 443, "sha256:1")
        #expect(Self.report([event.line, Self.end("1").line]).gaps.map(\.kind) == [.facts])
    }

    @Test func onlyTheLoadsThatWereRefusedCount() {
        var refusal = Self.end("2")
        refusal.clientRefusal = .init(alert: "bad_certificate", evidence: "m")
        let report = Self.report([Self.passed("1").line, Self.passed("2").line, Self.end("1").line, refusal.line])
        #expect(report.gaps.map(\.count) == [1] && report.gaps[0].sentence.hasPrefix("1 load of a.example did not"))
    }

    @Test func oneLoadIsOne() {
        var failed = Self.passed("2")
        (failed.decision, failed.error) = (.failed, .init(kind: "dns_error", message: "m"))
        let report = Self.report([Self.passed("1").line, failed.line])
        #expect(report.gaps[0].sentence.hasPrefix("1 load of a.example failed (m)."))
    }

    /// A load in cleartext that violates is judged, whether or not its server answers.
    @Test func aViolationWhoseLoadFailedIsJudged() {
        var first = Self.begun("1")
        first.decision = .wouldBlock
        first.client?.mode = .observe
        first.violations = [Finding(rule: .cleartext, message: "m", expected: "e", actual: "a")]
        var second = first
        (second.decision, second.violations) = (.failed, [])
        second.error = .init(kind: "connection_refused", message: "m")
        let report = Self.report([first.line, second.line])
        #expect(report.gaps.map(\.kind) == [.failedLoads] && report.status == 1 && report.coverage.failedLoads == 0)
        #expect(
            report.gaps.map(\.sentence) == [
                "1 load of a.example was judged, and did not succeed either (m)."
            ])
    }

    @Test func onlyTheReasonsThatThereAreAreNamed() {
        var failed = Self.passed("1")
        (failed.decision, failed.error) = (.failed, .init(kind: "dns_error", message: "m"))
        let network = Self.report([failed.line])
        #expect(network.gaps.map(\.sentence) == ["No load succeeded: 1 failed (m)."])
        #expect(network.gaps.map(\.fix) == ["Check the reasons that the failures name."])
        var other = Self.passed("2")
        other.policy = Self.exempt(.otherApp)
        let apps = Self.report([other.line])
        #expect(apps.gaps.map(\.sentence) == ["No load was judged: 1 belongs to apps that are not judged."])
        #expect(apps.gaps.map(\.fix) == ["Check the name that --app has."])
    }

    @Test func linesOfAListThatNameNothingAreGapsAndTheStatus() {
        var report = Self.report([Self.passed("1").line])
        report.note(listFaults: ["standard input, line 2: m"])
        #expect(report.status == 65 && report.gaps.map(\.sentence) == ["standard input, line 2: m"])
        #expect(report.outcome == "Nothing violated, but not everything was judged.")
    }

    @Test func aMissingClientCertificateIsNamed() {
        var refused = Self.passed("2")
        refused.tunnel = TunnelSummary(.hello(.init(serverName: "a.example")))
        refused.tunnel?.lacksClientCertificate = true
        let report = Self.report([Self.passed("1").line, refused.line])
        #expect(report.gaps.map(\.kind) == [.unfinishedHandshakes] && report.status == 2)
        #expect(report.gaps[0].sentence.contains("the server asked for a client certificate"))
    }

    @Test func namesTheFirstUnreadableLinesAndCountsTheOthers() {
        let noise = Array("noise".utf8)
        func sentence(_ lines: [[UInt8]]) -> String { Self.report(lines).gaps.map(\.sentence).joined() }
        #expect(
            sentence([noise, Self.passed("1").line, noise]) == "test.jsonl: 2 lines could not be read (lines 1, 3).")
        #expect(
            sentence(Array(repeating: noise, count: 1200) + [Self.passed("1").line])
                == "test.jsonl: 1,200 lines could not be read (lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 1,190 more).")
    }

    @Test func violationsGoBeforeGaps() {
        var violated = Self.passed("1")
        violated.decision = .wouldBlock
        violated.violations = [Finding(rule: .cleartext, message: "m", expected: "e", actual: "a")]
        let report = Self.report([violated.line, Array("noise".utf8)])
        #expect(report.status == 1 && report.gaps.count == 1 && report.outcome.hasSuffix("not everything was judged."))
    }

    /// The handshake in the tunnel failed, as the first decision says. Only a load without a finding is a gap.
    @Test(arguments: [true, false]) func aHandshakeThatFailsAsFoundIsNoGap(isFound: Bool) {
        var first = Self.passed("1")
        if isFound {
            first.decision = .wouldBlock
            first.violations = [Finding(rule: .tlsHandshake, message: "m", expected: "e", actual: "a")]
        }
        var second = first
        (second.decision, second.violations, second.facts) = (.allowed, [], nil)
        second.tls = CachedJSON(uncached: TLSSummary(tunnel: nil, cipherSuite: nil))
        second.tunnel = TunnelSummary(.hello(.init(serverName: "a.example")))
        second.tunnel?.serverAlert = "handshake_failure"
        let report = Self.report([first.line, second.line])
        #expect(report.gaps.map(\.kind) == (isFound ? [] : [.unfinishedHandshakes]))
        #expect(report.status == (isFound ? 1 : 2))
    }

    /// A decision that the proxy cannot have made is not believed, whichever way it was changed.
    @Test func aDecisionThatContradictsItselfIsAGap() {
        let finding = Finding(rule: .cleartext, message: "m", expected: "e", actual: "a")
        func report(_ change: (inout DecisionEvent) -> Void) -> Report {
            var event = Self.passed("1")
            change(&event)
            return Self.report([event.line])
        }
        for decision in [Decision.blocked, .wouldBlock] {
            let unfounded = report { $0.decision = decision }
            #expect(unfounded.gaps.map(\.kind) == [.facts] && unfounded.status == 2, "\(decision)")
        }
        for decision in [Decision.allowed, .blocked, .wouldBlock] {
            let hostless = report {
                ($0.decision, $0.violations, $0.host, $0.scheme, $0.port) = (decision, [finding], nil, nil, nil)
            }
            #expect(hostless.gaps.map(\.kind) == [.facts], "\(decision)")
        }
        // A load that a limit stopped has no finding, but a failure.
        let stopped = report {
            ($0.decision, $0.error) = (.blocked, .init(kind: "http_request_denied", message: "m"))
        }
        #expect(stopped.gaps.map(\.kind) == [.nothingJudged])
    }

    private static func exempt(_ reason: Requirements.Reason) -> CachedJSON<PolicySummary> {
        let requirements = Requirements(
            host: .name("a.example"), os: .newest, applies: false, reason: reason,
            allowsInsecureHTTPLoads: true, minimumTLSVersion: .tls1_0, requiresForwardSecrecy: false)
        return CachedJSON(PolicySummary(requirements, source: "MyApp.app"))
    }

    /// A load to which ATS does not apply can fail by its certificate all the same, unless it was seen to succeed.
    @Test func whatATSDoesNotApplyToNeedsFactsOrAcceptance() {
        var event = Self.passed("1")
        event.facts = nil
        event.policy = Self.exempt(.arbitraryLoads)
        #expect(Self.report([event.line]).gaps.map(\.kind) == [.facts])
        var second = event
        second.tunnel = TunnelSummary(
            .hello(.init(serverName: "a.example")),
            agreement: .init(versionCode: 0x0304, cipherSuite: CipherSuite(rawValue: 0x1301)))
        second.tls = CachedJSON(uncached: TLSSummary(tunnel: .tls1_3, cipherSuite: CipherSuite(rawValue: 0x1301)))
        for (accepted, status) in [(true, 0), (false, 2), (nil, 2)] as [(Bool?, Int32)] {
            second.accepted = accepted
            #expect(Self.report([event.line, second.line]).status == status)
        }
        event.policy = Self.exempt(.otherApp)
        #expect(Self.report([Self.passed("2").line, event.line]).gaps.isEmpty)
    }
}
