import Testing

@testable import TransportSecurity

@Suite struct CertificatePinTests {
    /// The keys of the sample chain are 11, 12 and 13, leaf first.
    @Test(
        arguments: [
            (nil, Outcome.Kind.notApplicable), (PinnedIdentities(), .compliant),
            (PinnedIdentities(leaves: [[11]]), .compliant), (PinnedIdentities(leaves: [[12]]), .violation),
            (PinnedIdentities(leaves: []), .violation), (PinnedIdentities(authorities: []), .violation),
            (PinnedIdentities(authorities: [[12]]), .compliant),
            (PinnedIdentities(authorities: [[99], [13]]), .compliant),
            (PinnedIdentities(authorities: [[11]]), .violation),
            (PinnedIdentities(authorities: [[13]], leaves: [[11]]), .compliant),
            (PinnedIdentities(authorities: [[13]], leaves: [[99]]), .violation),
        ] as [(PinnedIdentities?, Outcome.Kind)])
    func comparesKeys(pins: PinnedIdentities?, expected: Outcome.Kind) {
        let requirements = Sample.requirements { $0.pins = pins }
        #expect(CertificatePin().evaluate(Sample.secure(), under: requirements, at: Sample.now).kind == expected)
    }

    @Test func aLeafAloneHasNoAuthority() {
        let leaf = Sample.leaf()
        let chain = ChainEvaluation(presented: [leaf], path: [leaf], anchor: .user)
        let requirements = Sample.requirements { $0.pins = PinnedIdentities(authorities: [[11]]) }
        #expect(CertificatePin().evaluate(Sample.secure(chain), under: requirements, at: Sample.now).kind == .violation)
    }

    @Test func noExceptionHelps() {
        let requirements = Sample.requirements { $0.pins = PinnedIdentities(leaves: [[99]]) }
        let finding = CertificatePin().evaluate(Sample.secure(), under: requirements, at: Sample.now).finding
        #expect(finding?.exception == nil && finding?.status == -9802)
        #expect(CertificatePin().evaluate(.cleartext(.http), under: requirements, at: Sample.now) == .notApplicable)
    }
}
