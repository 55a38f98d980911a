/// Certificates must be signed with SHA-256 or a stronger digest.
///
/// ATS requires this of the server's certificate and, from iOS 13, of every certificate below the root. The default
/// trust evaluation refuses SHA-1 and older digests: below a system root from iOS 11, in any path from iOS 13. MD5 and
/// older digests are refused below any anchor from iOS 12.2. The signature of a self-signed certificate is not checked.
public struct CertificateSignature: Rule {
    public static let id = RuleID.certificateSignature
    public static let citation = Citation(
        "Apple, Preventing Insecure Network Connections",
        "server certificates; Apple support article 103769 (HT210176); SecProtocolConfiguration.m")

    public func evaluate(_ observation: Observation, under requirements: Requirements, at time: Instant) -> Outcome {
        guard let chain = observation.chain, let leaf = chain.leaf else { return .notApplicable }
        let generation = requirements.os.generation
        let underTrust = boundByDefaultTrust(chain, in: generation).filter { !$0.isSelfSigned }
        let underBasicTrust =
            requirements.os.refusesMD5BelowAnyAnchor ? chain.belowAnchor.filter { !$0.isSelfSigned } : []
        let underATS = boundByATS(chain, under: requirements).filter { !$0.isSelfSigned }
        guard !underTrust.isEmpty || !underBasicTrust.isEmpty || !underATS.isEmpty else { return .notApplicable }
        let refused =
            underTrust.filter { Self.isWeaker($0, than: .sha224) }
            + underBasicTrust.filter { Self.isWeaker($0, than: .sha1) }
        let weak = chain.judged.filter { certificate in
            Self.isWeaker(certificate, than: .sha256)
                && (refused.contains(certificate) || underATS.contains(certificate))
        }
        guard !weak.isEmpty else { return .compliant }
        let causes = weak.map { "\($0.title) is signed with \($0.signature.name)" }.joined(separator: "; ")
        return .violation(
            requirements.trustFinding(
                Self.id, "A certificate of \(requirements.host) has too weak a signature: \(causes).",
                expected: "SHA-256 or stronger", actual: causes,
                failsDefaultTrust: !refused.isEmpty, cause: weak.contains(leaf) ? nil : .issuerAtFault))
    }

    private func boundByATS(_ chain: ChainEvaluation, under requirements: Requirements) -> [Certificate] {
        guard requirements.demandsATSChecks else { return [] }
        let issuers = requirements.os.generation >= .ios13 ? chain.belowAnchor.dropFirst() : []
        return Array(chain.judged.prefix(1) + issuers)
    }

    private func boundByDefaultTrust(_ chain: ChainEvaluation, in generation: ATSGeneration) -> ArraySlice<Certificate>
    {
        if generation >= .ios13 { return chain.anchor == .user ? chain.belowAnchor : chain.judged[...] }
        if generation >= .ios11 { return chain.anchor == .system ? chain.belowAnchor : [] }
        return []
    }

    /// Whether the digest is weaker than the given one. An unknown digest is accepted: all algorithms with a weak
    /// digest are in our tables.
    private static func isWeaker(_ certificate: Certificate, than floor: Certificate.Digest) -> Bool {
        let order = Certificate.Digest.allCases
        guard let digest = certificate.signature.digest, let place = order.firstIndex(of: digest),
            let limit = order.firstIndex(of: floor)
        else { return false }
        return place < limit
    }
}
