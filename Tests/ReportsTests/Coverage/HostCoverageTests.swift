import Documents
import Events
import InternetNames
import JSONWriting
import Judging
import Recordings
import SimulatedServers
import Testing
import Traffic
import TransportSecurity
@testable import Reports

@Suite struct HostCoverageTests {
    private static let time = Instant(year: 2026, month: 11, day: 21)

    private static func load(_ host: String, _ id: String = "1") -> DecisionEvent {
        var event = DecisionEvent(
            time: time, id: .text("\(host) \(id)"), from: .client(.init(listener: "l")), decision: .allowed)
        (event.scheme, event.host, event.port) = (.https, .name(host), 443)
        event.facts = "sha256:1"
        return event
    }

    private static func tunnel(_ host: String, _ hello: TunnelObservation.Hello, fault: String? = nil) -> DecisionEvent
    {
        var event = load(host)
        event.tunnel = TunnelSummary(.hello(hello), fault: fault)
        return event
    }

    private static func service(_ host: String, _ protocols: String...) -> ServiceEvent {
        ServiceEvent(time: time, host: .name(host), port: 443, records: 1, protocols: protocols, offersECH: false)
    }

    private static func coverage(
        _ loads: [DecisionEvent], _ services: [ServiceEvent] = [], more: [[UInt8]] = [], refused: [Host] = [],
        keepingFacts: Bool = false, _ change: (inout ReportOptions) -> Void = { _ in }
    ) -> HostCoverage {
        let lines = loads.map(\.line) + services.map(\.line) + more
        var traffic = SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] }, keepingFacts: keepingFacts)
        for host in refused {
            traffic.refusedQUIC.add(Authority(host: host, port: 443), from: .v4(0x0A00_0001), at: time)
        }
        var options = ReportOptions(time: time)
        change(&options)
        return Report(traffic, traffic.asRecorded, options: options).coverage.hostCoverage
    }

    @Test func everyLoadOnCompleteEvidenceIsAll() {
        let coverage = Self.coverage(
            [Self.load("a.example"), Self.load("b.example")],
            [Self.service("a.example", "h2"), Self.service("b.example")])
        #expect(coverage.percent == 100 && !coverage.isAtMost && coverage.reasons.isEmpty)
        #expect(
            coverage.sentence
                == "Coverage is 100 %: 2 of 2 known hosts were judged in every load, on complete evidence.")
    }

    /// One load is enough for a host not to be covered, whatever its other loads are.
    @Test(arguments: CoverageReason.allCases) func eachReasonIsSaid(reason: CoverageReason) {
        var other = Self.load("b.example", "2")
        var services = [Self.service("a.example", "h2"), Self.service("b.example", "h2")]
        var expected: ExpectedHosts = []
        var refused: [Host] = []
        switch reason {
        case .notLoaded: expected = ["c.example", "a.example"]
        case .failed: (other.decision, other.error) = (.failed, .init(kind: "dns_error", message: "m"))
        case .facts: other.facts = nil
        case .opaqueTunnel: other = Self.tunnel("b.example", .init(serverName: "b.example", mayHideName: true))
        case .unfinishedHandshake:
            other = Self.tunnel("b.example", .init(serverName: "b.example"))
            other.tls = CachedJSON(uncached: TLSSummary(tunnel: nil, cipherSuite: nil))
        case .clientClaim:
            let requirements = Requirements(
                host: .name("b.example"), os: .newest, applies: false, reason: .notSubject,
                allowsInsecureHTTPLoads: true, minimumTLSVersion: .tls1_0, requiresForwardSecrecy: false)
            other.policy = CachedJSON(PolicySummary(requirements, source: nil))
            other.client?.app = CachedJSON(ClientApp(name: "Safari", version: nil, api: .none, os: nil, userAgent: ""))
        case .http3: services[1] = Self.service("b.example", "h3", "h2")
        case .refusedQUIC: refused = [.name("c.example"), .name("a.example")]
        }
        let coverage = Self.coverage(
            [Self.load("a.example"), Self.load("b.example"), other], services, refused: refused
        ) {
            $0.expectedHosts = expected
        }
        let isOfNoLoad = reason == .notLoaded || reason == .refusedQUIC
        #expect(coverage.reasons.map(\.reason) == [reason] && !coverage.isAtMost)
        #expect(coverage.reasons.first?.hosts == [isOfNoLoad ? "c.example" : "b.example"])
        #expect(coverage.percent == (isOfNoLoad ? 66 : 50))
        #expect(coverage.sentence.contains("Not covered: 1 host "))
    }

    /// What a tunnel hides counts with and without facts, also where an equal load hid nothing.
    @Test(
        arguments: [
            (TunnelObservation.Hello(serverName: "a.example"), nil, 100),
            (.init(serverName: "a.example", mayHideName: true), nil, 0), (.init(serverName: nil), nil, 0),
            (.init(serverName: "a.example"), "a malformed alert", 0),
        ] as [(TunnelObservation.Hello, String?, Int)])
    func opaqueTunnels(hello: TunnelObservation.Hello, fault: String?, percent: Int) {
        for keepingFacts in [false, true] {
            let plain = Self.tunnel("a.example", .init(serverName: "a.example"))
            var other = Self.tunnel("a.example", hello, fault: fault)
            other.id = .text("2")
            let coverage = Self.coverage(
                [plain, other], [Self.service("a.example", "h2")], keepingFacts: keepingFacts)
            #expect(coverage.percent == percent, "\(keepingFacts)")
        }
    }

    /// An app that accepted a server may have been built with another policy. What a tunnel hides may violate ATS unless
    /// that is off.
    @Test(arguments: [(true, true, 0), (false, true, 100), (false, false, 0)])
    func acceptanceInAnOpaqueTunnel(appliesATS: Bool, accepted: Bool, percent: Int) {
        let requirements = Requirements(
            host: .name("a.example"), os: .newest, applies: appliesATS, reason: appliesATS ? .default : .arbitraryLoads,
            allowsInsecureHTTPLoads: !appliesATS, minimumTLSVersion: appliesATS ? .tls1_2 : .tls1_0,
            requiresForwardSecrecy: appliesATS)
        var load = Self.tunnel("a.example", .init(serverName: nil))
        load.policy = CachedJSON(PolicySummary(requirements, source: nil))
        load.accepted = accepted
        #expect(Self.coverage([load], [Self.service("a.example", "h2")]).percent == percent)
    }

    /// A server ends a tunnel with an alert if its client sends no hello.
    @Test func tunnelClosedBeforeItsHelloIsAnUnfinishedHandshake() {
        var other = Self.tunnel("a.example", .init(serverName: nil))
        other.id = .text("2")
        other.tunnel = TunnelSummary(.unreadable)
        other.tunnel?.serverAlert = "decode_error"
        let coverage = Self.coverage([Self.load("a.example"), other], [Self.service("a.example", "h2")])
        #expect(coverage.reasons.map(\.reason) == [.unfinishedHandshake])
    }

    /// What is missing and belongs to no known host makes the figure the largest possible one.
    @Test func unreadPartsOfACaptureMakeItAtMost() {
        var traffic = SimulatedSite.traffic(Self.load("a.example").line + [0x0A], keepingFacts: false)
        traffic.sources[0].content = .capture([UnreadPart(count: 3, clause: "3 connections lack bytes", fix: "f")])
        let coverage = Report(traffic, traffic.asRecorded, options: ReportOptions(time: Self.time)).coverage
            .hostCoverage
        #expect(coverage.isAtMost && coverage.boundReasons.contains("3 parts of captured traffic could not be read"))
    }

    @Test func lossesMakeItAtMost() {
        let loads = [Self.load("a.example")]
        let services = [Self.service("a.example", "h2")]
        let lost = Self.coverage(loads, services, more: [LostEvent(time: Self.time, count: 7).line])
        #expect(lost.percent == 100 && lost.isAtMost && lost.boundReasons == ["7 events are missing"])
        #expect(lost.sentence.hasPrefix("Coverage is at most 100 %: "))
        let unreadable = Self.coverage(loads, services, more: [Array("noise".utf8)])
        #expect(unreadable.boundReasons == ["1 line could not be read"])
        let later = Self.coverage(
            loads, services, more: [Array(#"{"time":"2026-11-20T22:54:00.123Z","event":"later"}"#.utf8)])
        #expect(later.boundReasons == ["1 event is of a later version"])
        let unknown = Self.coverage(loads)
        #expect(unknown.boundReasons == ["whether 1 host may use HTTP/3 is not known"])
        #expect(unknown.figure == "at most 100 %")
    }

    /// No HTTP/3 is used for a load in cleartext.
    @Test func cleartextNeedsNoAnswer() {
        var event = Self.load("a.example")
        (event.scheme, event.port, event.facts) = (.http, 80, nil)
        #expect(Self.coverage([event]).figure == "100 %")
    }

    @Test func otherAppsDoNotCount() {
        var other = Self.load("b.example")
        let requirements = Requirements(
            host: .name("b.example"), os: .newest, applies: false, reason: .otherApp,
            allowsInsecureHTTPLoads: true, minimumTLSVersion: .tls1_0, requiresForwardSecrecy: false)
        other.policy = CachedJSON(PolicySummary(requirements, source: "MyApp.app"))
        #expect(Self.coverage([Self.load("a.example"), other]).known == 1)
    }

    @Test func withoutAHostNothingIsSaid() {
        let coverage = HostCoverage(HostGaps(), notLoaded: [], services: ServiceStore())
        #expect(
            coverage.percent == nil && coverage.figure == "unknown" && coverage.sentence.contains("no host is known"))
    }

    /// The figure is never rounded up to all.
    @Test func isRoundedDown() {
        let missing = (0..<999).map { "h\($0).example" }
        var evidence = HostGaps()
        for name in ["a.example"] + missing { evidence.add(JudgedEntry(recorded: TrafficEntry(Self.load(name)))) }
        let coverage = HostCoverage(evidence, notLoaded: ["a.example"], services: ServiceStore())
        #expect(coverage.known == 1000 && coverage.covered == 999 && coverage.percent == 99)
    }

    @Test func mostFrequentReasonsComeFirst() {
        var evidence = HostGaps()
        for name in ["a.example", "b.example"] {
            var event = Self.load(name)
            event.facts = nil
            evidence.add(JudgedEntry(recorded: TrafficEntry(event)))
        }
        let coverage = HostCoverage(evidence, notLoaded: ["c.example"], services: ServiceStore())
        #expect(coverage.reasons.map(\.reason) == [.facts, .notLoaded])
    }

    @Test func everyFormatHasIt() {
        let traffic = SimulatedSite.traffic(Self.load("a.example").line + [0x0A], keepingFacts: false)
        let report = Report(traffic, traffic.asRecorded, options: ReportOptions(time: Self.time))
        // Tables have no place for it, and for Xcode each line is a finding or a gap.
        let formats = ReportFormat.allCases.filter { $0 != .csv && $0 != .csvHosts && $0 != .xcode }
        for format in formats {
            let text = format.text(
                of: report, by: TextRenderer(width: 300, usesColour: false), at: FindingLocation(path: "p", text: ""),
                version: "1", publicSuffixes: PublicSuffixes())
            #expect(text.contains("Coverage is at most 100 %"), "\(format)")
        }
    }
}
