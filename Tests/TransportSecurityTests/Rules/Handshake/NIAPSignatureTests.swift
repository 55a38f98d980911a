import Testing

@testable import TransportSecurity

@Suite struct NIAPSignatureTests {
    @Test(
        arguments: [
            (
                SignatureScheme.rsaPKCS1SHA1, "sha256WithRSAEncryption", Certificate.Digest.sha256,
                Outcome.Kind.violation
            ),
            (.ecdsaSHA1, "sha256WithRSAEncryption", .sha256, .compliant),
            (nil, "sha256WithRSAEncryption", .sha256, .compliant),
            (nil, "sha1WithRSAEncryption", .sha1, .violation), (nil, "ecdsa-with-SHA1", .sha1, .compliant),
            (nil, "ecdsa-with-SHA224", .sha224, .violation), (nil, "ED25519", nil, .compliant),
        ] as [(SignatureScheme?, String, Certificate.Digest?, Outcome.Kind)])
    func refusesRSAWithSHA1(
        scheme: SignatureScheme?, name: String, digest: Certificate.Digest?, expected: Outcome.Kind
    ) {
        let leaf = Sample.leaf { $0.signature = .init(name: name, digest: digest) }
        let observation = Sample.secure(
            Sample.chain(leaf), Sample.handshake(.tls1_2, 0xC02F) { $0.signatureScheme = scheme })
        let bound = Sample.requirements { $0.requiresNIAP = true }
        #expect(NIAPSignature().evaluate(observation, under: bound, at: Sample.now).kind == expected)
        #expect(NIAPSignature().evaluate(observation, under: Sample.requirements(), at: Sample.now) == .notApplicable)
    }
}
