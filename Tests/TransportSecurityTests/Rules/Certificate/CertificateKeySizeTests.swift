import Testing

@testable import TransportSecurity

@Suite struct CertificateKeySizeTests {
    typealias Key = Certificate.PublicKey

    @Test(
        arguments: [
            (Key.rsa(bits: 2048), Outcome.Kind.compliant), (.rsa(bits: 2047), .violation),
            (.ellipticCurve(bits: 256), .compliant), (.ellipticCurve(bits: 255), .violation),
            (.other("ED25519"), .violation), (.rsa(bits: 0), .violation),
        ])
    func boundsTheLeafUnderATS(key: Key, expected: Outcome.Kind) {
        for os in [OSVersion(.ios, 9), .newest] {
            let chain = Sample.chain(Sample.leaf { $0.key = key }, anchor: .user)
            #expect(outcome(chain, Sample.requirements(os)).kind == expected)
        }
    }

    /// A leaf with a weak key, by OS, anchor and exception.
    @Test(
        arguments: [
            (9, ChainEvaluation.Anchor.system, false, true, Outcome.Kind.violation),
            (9, .system, false, false, .notApplicable), (9, .system, true, true, .notApplicable),
            (11, .system, true, true, .violation), (11, .user, true, true, .notApplicable),
            (11, .user, false, false, .notApplicable), (11, .system, false, false, .violation),
            (13, .user, true, true, .violation), (13, .none, true, true, .violation),
            (13, .user, false, false, .violation),
        ] as [(Int, ChainEvaluation.Anchor, Bool, Bool, Outcome.Kind)])
    func dependsOnOSAnchorAndExceptions(
        major: Int, anchor: ChainEvaluation.Anchor, insecure: Bool, forwardSecrecy: Bool, expected: Outcome.Kind
    ) {
        let requirements = Sample.requirements(OSVersion(.ios, major)) {
            $0.allowsInsecureHTTPLoads = insecure
            $0.requiresForwardSecrecy = forwardSecrecy
        }
        let chain = Sample.chain(Sample.leaf { $0.key = .rsa(bits: 1024) }, anchor: anchor)
        #expect(outcome(chain, requirements).kind == expected)
    }

    @Test(
        arguments: [
            (9, Outcome.Kind.compliant, Outcome.Kind.compliant), (11, .violation, .compliant),
            (13, .violation, .violation),
        ] as [(Int, Outcome.Kind, Outcome.Kind)])
    func checksCertificatesAboveTheLeaf(major: Int, intermediate: Outcome.Kind, root: Outcome.Kind) {
        let requirements = Sample.requirements(OSVersion(.ios, major))
        let weakIntermediate = Sample.intermediate { $0.key = .rsa(bits: 1024) }
        let weakRoot = Sample.root { $0.key = .rsa(bits: 1024) }
        #expect(outcome(Sample.chain(Sample.leaf(), weakIntermediate), requirements).kind == intermediate)
        #expect(outcome(Sample.chain(Sample.leaf(), Sample.intermediate(), weakRoot), requirements).kind == root)
    }

    /// Without ATS the modulus counts in whole octets, so that 2041 bits are 2048 (SecCertificate.c,
    /// `SecCertificateGetPublicKeyAlgorithmIdAndSize`). ATS counts bits.
    @Test(arguments: [(2048, false, false), (2047, true, false), (2041, true, false), (2040, true, true)])
    func countsOctetsWithoutATS(bits: Int, underATS: Bool, underDefaultTrust: Bool) {
        for os in [OSVersion(.ios, 11), OSVersion(.ios, 13), .newest] {
            let chain = Sample.chain(Sample.leaf { $0.key = .rsa(bits: bits) })
            #expect((outcome(chain, Sample.requirements(os)).kind == .violation) == underATS)
            let off = Sample.requirements(os, change: Sample.off)
            #expect((outcome(chain, off).kind == .violation) == underDefaultTrust)
        }
    }

    @Test func aLeafTrustedDirectlyIsExemptFromDefaultTrust() {
        let leaf = Sample.leaf { $0.key = .rsa(bits: 1024) }
        let chain = ChainEvaluation(presented: [leaf], path: [leaf], anchor: .user)
        let insecure = Sample.requirements { $0.allowsInsecureHTTPLoads = true }
        #expect(outcome(chain, insecure) == .notApplicable)
        #expect(outcome(chain, Sample.requirements()).kind == .violation)
    }

    @Test(arguments: [(9, nil as Bool?), (13, true)])
    func tellsWhetherTheExceptionSuffices(major: Int, overridable: Bool?) {
        let chain = Sample.chain(Sample.leaf { $0.key = .rsa(bits: 1024) })
        let finding = outcome(chain, Sample.requirements(OSVersion(.ios, major))).finding
        #expect(finding?.status == -9802 && finding?.exception?.overridable == overridable)
        #expect(finding?.exception?.keys == ["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)])
    }

    private func outcome(_ chain: ChainEvaluation, _ requirements: Requirements) -> Outcome {
        CertificateKeySize().evaluate(Sample.secure(chain), under: requirements, at: Sample.now)
    }
}
