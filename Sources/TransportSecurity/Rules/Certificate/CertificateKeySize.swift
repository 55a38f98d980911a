/// Keys must be RSA keys of at least 2048 bits or elliptic curve keys of at least 256 bits.
///
/// ATS requires this of the server's certificate. The default trust evaluation requires it of more certificates: of
/// those below a system root from iOS 11, of the whole path from iOS 13.
public struct CertificateKeySize: Rule {
    public static let id = RuleID.certificateKeySize
    public static let citation = Citation(
        "Apple, Preventing Insecure Network Connections",
        "server certificates; Apple support article 103769 (HT210176); SecProtocolConfiguration.m")

    public func evaluate(_ observation: Observation, under requirements: Requirements, at time: Instant) -> Outcome {
        guard let chain = observation.chain, let leaf = chain.leaf else { return .notApplicable }
        let underTrust = boundByDefaultTrust(chain, in: requirements.os.generation)
        let underATS = isBoundByATS(requirements) ? [leaf] : []
        guard !underTrust.isEmpty || !underATS.isEmpty else { return .notApplicable }
        let refused = chain.judged.filter { !Self.isStrong($0.key, inOctets: true) && underTrust.contains($0) }
        let weak = chain.judged.filter {
            refused.contains($0) || (!Self.isStrong($0.key, inOctets: false) && underATS.contains($0))
        }
        guard !weak.isEmpty else { return .compliant }
        let causes = weak.map { "\($0.title) has a key of \($0.key)" }.joined(separator: "; ")
        let isUnsupported = weak.contains { if case .other = $0.key { true } else { false } }
        let fault = isUnsupported ? "a key of a kind that Apple's systems do not accept" : "too weak a key"
        return .violation(
            requirements.trustFinding(
                Self.id, "A certificate of \(requirements.host) has \(fault): \(causes).",
                expected: "RSA 2048 or EC 256 at least", actual: causes,
                failsDefaultTrust: !refused.isEmpty, canHandshake: leaf.key.isOffered,
                cause: !weak.contains(leaf) ? .issuerAtFault : isUnsupported ? .unsupportedKey : nil))
    }

    /// Whether ATS requires the key size. Until iOS 12, `NSExceptionRequiresForwardSecrecy` NO also turned this
    /// requirement off.
    private func isBoundByATS(_ requirements: Requirements) -> Bool {
        requirements.demandsATSChecks
            && (requirements.os.generation >= .ios13 || requirements.requiresForwardSecrecy)
    }

    private func boundByDefaultTrust(_ chain: ChainEvaluation, in generation: ATSGeneration) -> ArraySlice<Certificate>
    {
        if generation >= .ios13 { return chain.isLeafTrustedDirectly ? [] : chain.judged[...] }
        if generation >= .ios11 { return chain.anchor == .system ? chain.belowAnchor : [] }
        return []
    }

    /// Whether the key is large enough. The default trust evaluation measures the modulus in whole octets, where 2041
    /// bits are as many as 2048 (SecCertificate.c, SecCertificateGetPublicKeyAlgorithmIdAndSize); ATS counts bits.
    private static func isStrong(_ key: Certificate.PublicKey, inOctets: Bool) -> Bool {
        switch key {
        case .rsa(let bits): return bits >= (inOctets ? 2041 : 2048)
        case .ellipticCurve(let bits): return bits >= 256
        case .other: return false
        }
    }
}
