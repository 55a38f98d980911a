import ForwardProxy
import InternetNames
import Testing
import TransportSecurity

@Suite struct LoadVerdictsTests {
    private static let requirements = Requirements(host: .name("a.example"), os: .newest)

    private static func verdicts(_ rules: RuleSet = .standard(logs: nil)) -> LoadVerdicts {
        LoadVerdicts(requirements, rules: rules, waiving: [])
    }

    /// Facts of a server that speaks no TLS.
    private static func facts(_ id: String) -> ServerFacts {
        ServerFacts(
            authority: Authority(host: .name("a.example"), port: 443), address: .v4(1),
            observation: .noHandshake(.notTLS), foundAt: 0, id: id)
    }

    /// A rule whose finding is the time at which it was asked.
    private struct AskedAt: Rule {
        static let id = RuleID.certificateValidity
        static let citation = Citation("test", "")

        func evaluate(_ observation: Observation, under requirements: Requirements, at time: Instant) -> Outcome {
            .note(time.description)
        }
    }

    @Test func judgesFactsAnewInAnotherSecondAndWhereTheyAreOthers() {
        let verdicts = Self.verdicts(RuleSet([AskedAt()]))
        let (first, second) = (Instant(milliseconds: 1999), Instant(milliseconds: 2000))
        let verdict = verdicts.verdict(on: Self.facts("sha256:1"), at: first)
        #expect(verdict.notes.map(\.message).contains(first.description))
        #expect(verdicts.verdict(on: Self.facts("sha256:1"), at: Instant(milliseconds: 1000)) == verdict)
        let later = verdicts.verdict(on: Self.facts("sha256:1"), at: second)
        #expect(later.notes.map(\.message).contains(second.description))
        let others = verdicts.verdict(on: Self.facts("sha256:2"), at: Instant(milliseconds: 2500))
        #expect(others.notes.map(\.message).contains(Instant(milliseconds: 2500).description))
    }

    @Test func judgesATunnelAnewWhereItShowsSomethingElse() {
        let verdicts = Self.verdicts()
        let rules = RuleSet.standard(logs: nil)
        let (now, later) = (Instant(milliseconds: 0), Instant(milliseconds: 5000))
        var tunnel = TunnelObservation(.cleartext("an HTTP request"))
        let first = verdicts.comparedVerdict(on: tunnel, beside: nil, at: now)
        #expect(first.verdict == Verdict(of: tunnel, under: Self.requirements, by: rules, at: now))
        #expect(first.verdict.violations.map(\.rule) == [.tunnelCleartext])
        #expect(verdicts.comparedVerdict(on: tunnel, beside: nil, at: later).verdict == first.verdict)

        tunnel.opening = .hello(TunnelObservation.Hello(serverName: "a.example"))
        #expect(verdicts.comparedVerdict(on: tunnel, beside: nil, at: now).verdict.violations.isEmpty)
        tunnel.opening = .hello(TunnelObservation.Hello(serverName: "b.example"))
        #expect(
            verdicts.comparedVerdict(on: tunnel, beside: nil, at: now).verdict.violations.map(\.rule) == [.tunnelSNI])
        tunnel.opening = .hello(TunnelObservation.Hello(serverName: "a.example"))
        tunnel.agreement = TunnelObservation.Agreement(versionCode: 0x0303, cipherSuite: CipherSuite(rawValue: 0xC02F))
        #expect(verdicts.comparedVerdict(on: tunnel, beside: nil, at: now).verdict.violations.isEmpty)
        tunnel.agreement?.versionCode = 0x0301
        let old = verdicts.comparedVerdict(on: tunnel, beside: nil, at: now)
        #expect(old.verdict.violations.map(\.rule).contains(.tunnelVersion))
    }

    @Test func comparesATunnelWithItsOwnFacts() {
        let verdicts = Self.verdicts()
        let now = Instant(milliseconds: 0)
        var tunnel = TunnelObservation(.hello(TunnelObservation.Hello(serverName: "a.example")))
        tunnel.address = .v4(1)
        #expect(verdicts.comparedVerdict(on: tunnel, beside: nil, at: now).differences.isEmpty)
        tunnel.probedAddress = .v4(2)
        let probed = verdicts.comparedVerdict(on: tunnel, beside: Self.facts("sha256:1"), at: now)
        #expect(probed.differences == tunnel.differences && !probed.differences.isEmpty)
        tunnel.address = .v4(2)
        #expect(verdicts.comparedVerdict(on: tunnel, beside: Self.facts("sha256:1"), at: now).differences.isEmpty)
    }

    @Test func judgesATunnelThatShowsCertificatesAtItsOwnTime() {
        let verdicts = Self.verdicts(RuleSet([AskedAt()]))
        var tunnel = TunnelObservation(.hello(TunnelObservation.Hello(serverName: "a.example")))
        // A tunnel without certificates was judged before.
        _ = verdicts.comparedVerdict(on: tunnel, beside: nil, at: Instant(milliseconds: 0))
        tunnel.presented = .noHandshake(.notTLS)
        for time in [Instant(milliseconds: 0), Instant(milliseconds: 5000)] {
            let verdict = verdicts.comparedVerdict(on: tunnel, beside: nil, at: time).verdict
            #expect(verdict.notes.map(\.message).contains(time.description))
        }
    }
}
