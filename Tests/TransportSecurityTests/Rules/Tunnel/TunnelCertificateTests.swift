import Testing

@testable import TransportSecurity

@Suite struct TunnelCertificateTests {
    private static let other = Sample.leaf { $0.sha256 = [9] }

    private func outcome(
        _ version: TLSVersion, _ leaf: Certificate?, strict: Bool, applies: Bool = true
    ) -> Outcome {
        let tunnel = Sample.tunnel(version, version == .tls1_3 ? 0x1301 : 0xC02F) {
            $0.probed = Sample.secure()
            $0.presented = leaf.map { Sample.secure(Sample.chain($0)) }
            $0.isStrict = strict
        }
        return TunnelCertificate().evaluate(tunnel, under: Sample.requirements { if !applies { Sample.off(&$0) } })
    }

    @Test(
        arguments: [
            (.tls1_3, nil, .note, .violation), (.tls1_2, nil, .compliant, .violation),
            (.tls1_2, Sample.leaf(), .compliant, .compliant), (.tls1_2, other, .compliant, .violation),
        ] as [(TLSVersion, Certificate?, Outcome.Kind, Outcome.Kind)])
    func comparesTheCertificates(
        version: TLSVersion, leaf: Certificate?, expected: Outcome.Kind, strict: Outcome.Kind
    ) {
        #expect(outcome(version, leaf, strict: false).kind == expected)
        #expect(outcome(version, leaf, strict: true).kind == strict)
    }

    @Test func isNotApplicableIfATSIsOffOrBeforeTheServerAnswered() {
        #expect(outcome(.tls1_3, nil, strict: true, applies: false) == .notApplicable)
        let opening = Sample.tunnel(.hello(.init(serverName: "example.com")))
        #expect(TunnelCertificate().evaluate(opening, under: Sample.requirements()) == .notApplicable)
    }

    @Test func strictTunnelsNeedAProbedCertificate() {
        let tunnel = Sample.tunnel(.tls1_2, 0xC02F) {
            $0.presented = Sample.secure()
            $0.isStrict = true
        }
        #expect(TunnelCertificate().evaluate(tunnel, under: Sample.requirements()).kind == .violation)
    }

    @Test func hasNeitherAnAppleCodeNorAnException() throws {
        let finding = try #require(outcome(.tls1_3, nil, strict: true).finding)
        #expect(finding.rule == .tunnelCertificate && finding.status == nil && finding.exception == nil)
    }
}
