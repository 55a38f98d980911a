import Testing

@testable import TransportSecurity

@Suite struct NIAPExtendedMasterSecretTests {
    @Test(
        arguments: [
            (TLSVersion.tls1_2, false, true, Outcome.Kind.violation), (.tls1_2, true, true, .compliant),
            (.tls1_3, false, true, .compliant), (.tls1_2, false, false, .notApplicable),
        ])
    func bindsUpToTLS12(version: TLSVersion, agreed: Bool, required: Bool, expected: Outcome.Kind) {
        let requirements = Sample.requirements { $0.requiresNIAP = required }
        let handshake = Sample.handshake(version, 0xC02F) { $0.extendedMasterSecret = agreed }
        let outcome = NIAPExtendedMasterSecret().evaluate(
            Sample.secure(Sample.chain(), handshake), under: requirements, at: Sample.now)
        #expect(outcome.kind == expected)
    }
}
