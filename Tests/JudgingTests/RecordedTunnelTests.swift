import Events
import InternetNames
import SimulatedServers
import Testing
import TransportSecurity

/// Recorded tunnels that are judged again.
@Suite struct RecordedTunnelTests {
    private static func exception(_ keys: [String: PropertyValue]) -> [String: PropertyValue] {
        ["NSExceptionDomains": .dictionary(["good.example": .dictionary(keys)])]
    }

    private static let insecure = exception(["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)])
    private static let off: [String: PropertyValue] = ["NSAllowsArbitraryLoads": .boolean(true)]

    /// The rules that a recorded tunnel violates under a policy.
    private func violations(
        _ tunnel: TunnelSummary?, of server: String = "good.example", under policy: [String: PropertyValue],
        on os: String = "ios27", _ change: (inout DecisionEvent) -> Void = { _ in }
    ) throws -> [RuleID] {
        let server = try #require(SimulatedSite.servers.first { $0.name == server })
        let appliedPolicy = try SimulatedSite.appliedPolicy(Self.off)
        let lines = SimulatedSite.record(server, under: appliedPolicy).lines
        guard case .decision(var event) = try lines[1].withUnsafeBufferPointer(SimulatedSite.decode) else { return [] }
        event.tls = CachedJSON(
            uncached: TLSSummary(tunnel: tunnel?.agreement?.version, cipherSuite: tunnel?.agreement?.cipherSuite))
        event.tunnel = tunnel
        change(&event)
        let traffic = SimulatedSite.traffic([lines[0], event.line].flatMap { $0 + [0x0A] })
        let judged = SimulatedSite.replay().judge(traffic, under: try SimulatedSite.appliedPolicy(policy, os))
        return try #require(judged.first).violations.map(\.rule)
    }

    private static func hello(_ name: ByteString) -> TunnelObservation.Opening {
        .hello(TunnelObservation.Hello(serverName: name))
    }

    private static func agreement(_ version: TLSVersion, _ suite: UInt16) -> TunnelObservation.Agreement {
        TunnelObservation.Agreement(versionCode: version.rawValue, cipherSuite: CipherSuite(rawValue: suite))
    }

    static let sound = TunnelSummary(hello("good.example"), agreement: agreement(.tls1_3, 0x1301))
    static let old = TunnelSummary(hello("good.example"), agreement: agreement(.tls1_0, 0x002F))
    static let elsewhere = TunnelSummary(hello("other.example"), agreement: agreement(.tls1_3, 0x1301))
    static let cleartext = TunnelSummary(.cleartext("an HTTP request"))
    static let banner = TunnelSummary(.serverSpokeFirst("an SSH identification"))

    @Test(
        arguments: [
            (sound, [:], []), (old, [:], [.tunnelVersion, .tunnelCipher]), (old, off, []),
            (
                old,
                exception([
                    "NSExceptionMinimumTLSVersion": .string("TLSv1.0"),
                    "NSExceptionRequiresForwardSecrecy": .boolean(false),
                ]), []
            ),
            (elsewhere, [:], [.tunnelSNI]), (elsewhere, insecure, [.tunnelSNI]), (elsewhere, off, []),
            (cleartext, [:], [.tunnelCleartext]), (cleartext, insecure, []), (cleartext, off, []),
            (banner, [:], [.tunnelCleartext]), (banner, insecure, []),
        ] as [(TunnelSummary, [String: PropertyValue], [RuleID])])
    func isJudgedAsLiveTraffic(
        tunnel: TunnelSummary, policy: [String: PropertyValue], rules: [RuleID]
    ) throws {
        #expect(try violations(tunnel, under: policy) == rules)
    }

    /// iOS 14 offers suites that iOS 18 does not offer, so that the server may choose another one for iOS 18.
    @Test(
        arguments: [
            ("ios27", [.tunnelCipher]), ("ios26", []), ("ios18.4", []), ("ios14", []),
        ] as [(String, [RuleID])])
    func theAgreementOfAnotherHelloIsNoViolation(os: String, rules: [RuleID]) throws {
        let tunnel = TunnelSummary(Self.hello("good.example"), agreement: Self.agreement(.tls1_2, 0xC027))
        let found = try violations(tunnel, under: [:], on: os) {
            $0.client?.app = CachedJSON(uncached: ClientApp(userAgent: "MyApp/1 CFNetwork/1209 Darwin/20.2.0"))
        }
        #expect(found == rules)
    }

    /// Such a client sends the same hello on all systems.
    @Test(
        arguments: [
            (nil, [.tls1_3, .tls1_2]), ("MyApp/1 CFNetwork/1209 Darwin/20.2.0", [.tls1_1]),
            ("MyApp/1 CFNetwork/1209 Darwin/20.2.0", []),
        ] as [(String?, [TLSVersion])])
    func anAgreementOfAnotherTLSStackRemainsAViolation(userAgent: String?, offered: [TLSVersion]) throws {
        let hello = TunnelObservation.Hello(serverName: "good.example", versions: offered)
        let tunnel = TunnelSummary(.hello(hello), agreement: Self.agreement(.tls1_1, 0xC013))
        let found = try violations(tunnel, under: [:], on: "ios18.4") {
            $0.client?.app = CachedJSON(uncached: ClientApp(userAgent: userAgent ?? "curl/8"))
        }
        #expect(found == [.tunnelVersion])
    }

    /// In a tunnel to a server without TLS, the client's bytes are a load in cleartext.
    @Test func cleartextToAServerWithoutTLSIsALoadInCleartext() throws {
        #expect(try violations(Self.cleartext, of: "mail.example", under: [:]) == [.cleartext])
    }

    /// Older recordings have no openings, only findings about them.
    @Test func keepsRecordedFindingsWithoutAnOpening() throws {
        let found = Finding(rule: .tunnelCleartext, message: "m", expected: "e", actual: "a")
        let asked = Finding(rule: .tunnelSNI, message: "m", expected: "e", actual: "a")
        for (policy, rules) in [
            ([:], [RuleID.tunnelCleartext, .tunnelSNI]), (Self.insecure, [.tunnelSNI]), (Self.off, []),
        ] {
            #expect(try violations(nil, under: policy) { $0.violations = [found, asked] } == rules)
        }
    }

    @Test func aCertificateThatIsNotInTheRecordingIsNotJudged() throws {
        let unknown = Certificates.leaf { $0.sha256 = [9] }
        #expect(
            try violations(Self.sound, under: [:]) { event in
                event.tls = event.tls?.changed { $0.certificates = [CachedJSON(CertificateSummary(unknown))] }
            } == [])
    }
}
