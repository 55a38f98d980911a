import Probing
import ForwardProxy
import InternetNames
import Testing
import TransportSecurity

@testable import ProxyServer

@Suite struct RecentRequirementsTests {
    private static func jurisdiction(_ dictionary: [String: PropertyValue] = [:]) -> Jurisdiction {
        Jurisdiction(policyName: "test", dictionary: dictionary, os: .byUserAgent, mode: .enforce)
    }

    /// Facts of a server that speaks no TLS.
    private static func facts(_ id: String) -> Facts {
        Facts(
            authority: Authority(host: .name("a.example"), port: 443), address: .v4(1),
            observation: .noHandshake(.notTLS), foundAt: 0, id: id)
    }

    private var recent = RecentRequirements()
    private let rules = RuleSet.standard(logs: nil)

    @Test mutating func resolvesOnceForEachHostAndApp() {
        let policy = Self.jurisdiction()
        let first = recent.find(policy, .name("a.example"), userAgent: "App/1 CFNetwork/1 Darwin/24.0.0")
        #expect(first.requirements == policy.requirements(for: .name("a.example"), by: first.app.value))
        #expect(first.app.value == ClientApp(userAgent: "App/1 CFNetwork/1 Darwin/24.0.0"))
        #expect(recent.find(policy, .name("a.example"), userAgent: WireText(first.app.userAgent)) === first)
        #expect(recent.find(policy, .name("b.example"), userAgent: WireText(first.app.userAgent)) !== first)
        #expect(recent.find(policy, .name("a.example"), userAgent: "App/2") !== first)
    }

    @Test mutating func keepsNoMoreOfAUserAgentThanIsRead() {
        let policy = Self.jurisdiction()
        let short = String(repeating: "a", count: ClientApp.maximumLength)
        let found = recent.find(policy, .name("a.example"), userAgent: WireText(short))
        #expect(recent.find(policy, .name("a.example"), userAgent: WireText(short + "b")) === found)
    }

    @Test mutating func holdsOnToNoMessage() {
        let message = Array("CONNECT a.example:443 HTTP/1.1\r\nUser-Agent: App/1\r\n".utf8)
        let host = Host.name(WireText(message[8..<17]))
        let found = recent.find(Self.jurisdiction(), host, userAgent: WireText(message[44...]))
        guard case .name(let kept) = found.requirements.host else {
            Issue.record("no name")
            return
        }
        #expect(kept == "a.example")
        #expect(kept.octets.startIndex == 0)
    }

    @Test mutating func keepsOneRequestForTunnelsThatAreAlike() {
        let message = Array("CONNECT a.example:443 HTTP/1.1\r\n".utf8)
        let host = Host.name(WireText(message[8..<17]))
        func request(_ port: UInt16, _ user: String?) -> ProxyRequest {
            ProxyRequest(
                load: Load(scheme: .https, authority: Authority(host: host, port: port)), method: .connect, user: user,
                userAgent: WireText(message[...]))
        }
        let found = recent.find(Self.jurisdiction(), host, userAgent: nil)
        let kept = found.tunnelRequest(like: request(443, "a"))
        #expect(kept == ProxyRequest(load: request(443, "a").load, method: .connect, user: "a"))
        #expect(found.tunnelRequest(like: request(443, "a")) === kept)
        #expect(found.tunnelRequest(like: request(443, nil)).user == nil)
        #expect(found.tunnelRequest(like: request(8443, nil)).load.authority.port == 8443)
        guard case .name(let name) = kept.load.authority.host else {
            Issue.record("no name")
            return
        }
        #expect(name.octets.startIndex == 0)
    }

    @Test mutating func tellsPoliciesApart() {
        let strict = recent.find(Self.jurisdiction(), .name("a.example"), userAgent: "")
        let lax = Self.jurisdiction(["NSAllowsArbitraryLoads": .boolean(true)])
        let open = recent.find(lax, .name("a.example"), userAgent: "")
        #expect(strict.requirements.applies && !open.requirements.applies)
        #expect(!strict.cleartextVerdict(by: rules, at: Instant(milliseconds: 0)).violations.isEmpty)
        #expect(open.cleartextVerdict(by: rules, at: Instant(milliseconds: 0)).violations.isEmpty)
    }

    @Test mutating func judgesFactsAnewInAnotherSecondAndWhereTheyAreOthers() {
        let found = recent.find(Self.jurisdiction(), .name("a.example"), userAgent: "")
        let noTLS = Self.facts("sha256:1")
        let verdict = found.verdict(on: noTLS, by: rules, at: Instant(milliseconds: 1999))
        #expect(!verdict.violations.isEmpty)
        // Other rules would find nothing; within the second nobody asks them.
        #expect(found.verdict(on: noTLS, by: RuleSet([]), at: Instant(milliseconds: 1000)) == verdict)
        #expect(found.verdict(on: noTLS, by: RuleSet([]), at: Instant(milliseconds: 2000)).violations.isEmpty)
        #expect(
            !found.verdict(on: Self.facts("sha256:2"), by: rules, at: Instant(milliseconds: 2000)).violations.isEmpty)
    }

    @Test mutating func judgesATunnelAnewWhereItShowsSomethingElse() {
        let policy = Self.jurisdiction()
        let found = recent.find(policy, .name("a.example"), userAgent: "")
        let (now, later) = (Instant(milliseconds: 0), Instant(milliseconds: 5000))
        var tunnel = TunnelObservation(.cleartext("an HTTP request"))
        let first = found.judgement(on: tunnel, beside: nil, by: rules, at: now)
        #expect(first.verdict == Verdict(of: tunnel, under: found.requirements, by: rules, at: now))
        #expect(first.verdict.violations.map(\.rule) == [.tunnelCleartext])
        #expect(found.judgement(on: tunnel, beside: nil, by: rules, at: later).verdict == first.verdict)

        tunnel.opening = .hello(TunnelObservation.Hello(serverName: "a.example"))
        #expect(found.judgement(on: tunnel, beside: nil, by: rules, at: now).verdict.violations.isEmpty)
        tunnel.opening = .hello(TunnelObservation.Hello(serverName: "b.example"))
        #expect(
            found.judgement(on: tunnel, beside: nil, by: rules, at: now).verdict.violations.map(\.rule) == [.tunnelSNI])
        tunnel.opening = .hello(TunnelObservation.Hello(serverName: "a.example"))
        tunnel.agreement = TunnelObservation.Agreement(versionCode: 0x0303, cipherSuite: CipherSuite(rawValue: 0xC02F))
        #expect(found.judgement(on: tunnel, beside: nil, by: rules, at: now).verdict.violations.isEmpty)
        tunnel.agreement?.versionCode = 0x0301
        let old = found.judgement(on: tunnel, beside: nil, by: rules, at: now)
        #expect(old.verdict.violations.map(\.rule).contains(.tunnelVersion))
    }

    @Test mutating func comparesATunnelWithItsOwnFacts() {
        let found = recent.find(Self.jurisdiction(), .name("a.example"), userAgent: "")
        let now = Instant(milliseconds: 0)
        var tunnel = TunnelObservation(.hello(TunnelObservation.Hello(serverName: "a.example")))
        tunnel.address = .v4(1)
        #expect(found.judgement(on: tunnel, beside: nil, by: rules, at: now).differences.isEmpty)
        tunnel.probedAddress = .v4(2)
        let probed = found.judgement(on: tunnel, beside: Self.facts("sha256:1"), by: rules, at: now)
        #expect(probed.differences == tunnel.differences && !probed.differences.isEmpty)
        tunnel.address = .v4(2)
        let same = found.judgement(on: tunnel, beside: Self.facts("sha256:1"), by: rules, at: now)
        #expect(same.differences.isEmpty)
    }

    /// Says when it was asked.
    private struct AskedAt: Rule {
        static let id = RuleID.certificateValidity
        static let citation = Citation("test", "")

        func evaluate(_ observation: Observation, under requirements: Requirements, at time: Instant) -> Outcome {
            .remark(time.description)
        }
    }

    @Test mutating func judgesATunnelThatShowsCertificatesAtItsOwnTime() {
        let found = recent.find(Self.jurisdiction(), .name("a.example"), userAgent: "")
        var tunnel = TunnelObservation(.hello(TunnelObservation.Hello(serverName: "a.example")))
        // One without certificates was judged before.
        _ = found.judgement(on: tunnel, beside: nil, by: RuleSet([AskedAt()]), at: Instant(milliseconds: 0))
        tunnel.presented = .noHandshake(.notTLS)
        for time in [Instant(milliseconds: 0), Instant(milliseconds: 5000)] {
            let verdict = found.judgement(on: tunnel, beside: nil, by: RuleSet([AskedAt()]), at: time).verdict
            #expect(verdict.notes.map(\.message).contains(time.description))
        }
    }

    @Test mutating func isBounded() {
        let policy = Self.jurisdiction()
        let first = recent.find(policy, .name("a.example"), userAgent: "")
        for number in 0..<RecentRequirements.limit {
            _ = recent.find(policy, .name("a.example"), userAgent: "\(number)")
        }
        #expect(recent.find(policy, .name("a.example"), userAgent: "") !== first)
    }
}
