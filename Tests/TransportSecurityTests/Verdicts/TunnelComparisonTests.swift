import Testing

@testable import TransportSecurity

@Suite struct TunnelComparisonTests {
    private func tunnel(
        _ version: TLSVersion = .tls1_3, _ suite: UInt16 = 0x1301,
        offering versions: [TLSVersion] = [.tls1_3, .tls1_2],
        probed: Observation = Sample.secure(), leaf: Certificate? = nil
    ) -> TunnelObservation {
        Sample.tunnel(version, suite, offering: versions) {
            $0.probed = probed
            $0.presented = leaf.map { Sample.secure(Sample.chain($0)) }
            $0.address = .v4(0xC000_0201)
            $0.probedAddress = .v4(0xC000_0201)
        }
    }

    @Test func hasNoNotesWithoutDifferences() {
        #expect(tunnel().differences == [])
        #expect(tunnel(leaf: Sample.leaf()).differences == [])
        #expect(Sample.tunnel().differences == [])
    }

    @Test func namesBothValues() {
        var tunnel = tunnel(.tls1_2, 0xC02F, leaf: Sample.leaf { $0.sha256 = [9, 0xAB] })
        tunnel.address = .v4(0xC000_0202)
        #expect(
            tunnel.differences.map(\.message) == [
                "Another address than in the probe: the probe got 192.0.2.1, the tunnel has 192.0.2.2.",
                "Another version than in the probe: the probe got TLSv1.3, the tunnel has TLSv1.2.",
                "Another cipher suite than in the probe: the probe got TLS_AES_128_GCM_SHA256, the tunnel has "
                    + "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256.",
                "Another certificate than in the probe: the probe got 01, the tunnel has 09ab.",
            ])
    }

    @Test func notesThatTheClientOfferedLess() {
        let message = tunnel(.tls1_2, 0x1301, offering: [.tls1_2]).differences.first?.message
        #expect(message?.hasSuffix("(the client does not offer the former).") == true)
    }

    @Test func notesThatOnlyTheClientGotAHandshake() {
        #expect(tunnel(probed: .noHandshake(.alert(40))).differences.count == 1)
        #expect(Sample.tunnel(.cleartext("x")).differences == [])
    }

    /// The negotiated version, the findings, and whether the facts of the probe should be discarded.
    @Test(
        arguments: [
            // A client that offers less says nothing about the server.
            (.tls1_1, [.tls1_1], [], [.tunnelVersion], false),
            // The server answers a client that offers enough with too little.
            (.tls1_1, [.tls1_2, .tls1_1], [], [.tunnelVersion], true),
            (.tls1_1, [.tls1_2, .tls1_1], [.tlsVersion], [.tunnelVersion], false),
            // The server was improved after the probe.
            (.tls1_2, [.tls1_2], [.tlsVersion], [], true), (.tls1_2, [.tls1_2], [.tlsCipher], [], true),
            (.tls1_2, [.tls1_2], [.tlsHandshake], [], true),
            (.tls1_2, [.tls1_2], [.tlsForwardSecrecy], [.tunnelCipher], false),
            // The server may also support a better suite than the one that it chose.
            (.tls1_2, [.tls1_2], [], [.tunnelCipher], false), (.tls1_3, [.tls1_3], [], [], false),
            // TLS 1.3 encrypts the certificate.
            (.tls1_3, [.tls1_3], [.certificateValidity], [], false),
        ] as [(TLSVersion, [TLSVersion], [RuleID], [RuleID], Bool)])
    func findsContradictions(
        version: TLSVersion, offered: [TLSVersion], probed: [RuleID], seen: [RuleID], expected: Bool
    ) {
        let tunnel = tunnel(version, 0xC02F, offering: offered)
        #expect(
            tunnel.contradicts(verdict(probed), by: verdict(seen), under: Sample.requirements()) == expected)
    }

    @Test(
        arguments: [
            ([], [.certificateValidity], true), ([.certificateValidity], [], true), ([], [], false),
            ([.certificateTrust], [.certificateTrust], false),
        ] as [([RuleID], [RuleID], Bool)])
    func anotherCertificateContradictsIfItsVerdictDiffers(probed: [RuleID], seen: [RuleID], expected: Bool) {
        let other = tunnel(.tls1_2, 0xC02F, leaf: Sample.leaf { $0.sha256 = [9] })
        let same = tunnel(.tls1_2, 0xC02F, leaf: Sample.leaf())
        let requirements = Sample.requirements()
        #expect(other.contradicts(verdict(probed), by: verdict(seen), under: requirements) == expected)
        #expect(!same.contradicts(verdict(probed), by: verdict(seen), under: requirements))
    }

    private func verdict(_ rules: [RuleID]) -> Verdict {
        Verdict(violations: rules.map { Finding(rule: $0, message: "", expected: "", actual: "") })
    }
}
