/// The extended key usage of the server's certificate must permit TLS servers. On systems with
/// `limitsUsageOfAuthorities`, that of each CA below the anchor must permit them as well, if it has any.
public struct CertificateUsage: Rule {
    public static let id = RuleID.certificateUsage
    public static let citation = Citation(
        "Apple support article 103769 (HT210176)",
        "ExtendedKeyUsage; SecPolicyServer.c, SecPolicyCheckServerAuthEKU")

    public func evaluate(_ observation: Observation, under requirements: Requirements, at time: Instant) -> Outcome {
        guard let chain = observation.chain, let leaf = chain.leaf else { return .notApplicable }
        var faults = isStrict(chain, leaf, in: requirements.os.generation) ? strictFaults(leaf) : looseFaults(leaf)
        if requirements.os.limitsUsageOfAuthorities {
            faults += chain.belowAnchor.dropFirst().filter { authority in
                let purposes = authority.extendedKeyUsage ?? []
                return !purposes.isEmpty && Purpose.server.isDisjoint(with: purposes)
            }
        }
        guard !faults.isEmpty else { return .compliant }
        let causes = faults.map { "\($0.title) \(Self.prose($0.extendedKeyUsage))" }.joined(separator: "; ")
        return .violation(
            requirements.trustFinding(
                Self.id, "A certificate of \(requirements.host) is not for TLS servers: \(causes).",
                expected: "an extended key usage with serverAuth (\(Purpose.serverAuthentication))", actual: causes,
                cause: faults.contains(leaf) ? nil : .issuerAtFault))
    }

    /// Whether the extension must be present and list serverAuth itself. From iOS 13 this is required below a system
    /// root, not required below an installed root, and without a trusted root required of certificates issued after the
    /// date in HT210176.
    private func isStrict(_ chain: ChainEvaluation, _ leaf: Certificate, in generation: ATSGeneration) -> Bool {
        guard generation >= .ios13 else { return false }
        switch chain.anchor {
        case .system: return true
        case .user: return false
        case .none: return leaf.notBefore > CertificateLifetime.july2019
        }
    }

    private func strictFaults(_ leaf: Certificate) -> [Certificate] {
        leaf.extendedKeyUsage?.contains(Purpose.serverAuthentication) == true ? [] : [leaf]
    }

    private func looseFaults(_ leaf: Certificate) -> [Certificate] {
        guard let purposes = leaf.extendedKeyUsage else { return [] }
        return Purpose.serverOrGatedCryptography.isDisjoint(with: purposes) ? [leaf] : []
    }

    private static func prose(_ purposes: [String]?) -> String {
        guard let purposes else { return "has no extended key usage" }
        return purposes.isEmpty
            ? "has an empty extended key usage" : "is for \(purposes.prefix(8).joined(separator: ", "))"
    }

    /// Key purposes (RFC 5280 §4.2.1.12), and the two purposes for export cryptography.
    private enum Purpose {
        static let serverAuthentication = "1.3.6.1.5.5.7.3.1"
        static let any = "2.5.29.37.0"
        static let server: Set = [serverAuthentication, any]
        static let serverOrGatedCryptography = server.union(["1.3.6.1.4.1.311.10.3.3", "2.16.840.1.113730.4.1"])
    }
}
