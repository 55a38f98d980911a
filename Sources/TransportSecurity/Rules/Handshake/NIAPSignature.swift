/// FCP_v2.1 takes RSA with SHA-1 out of the signature algorithms of the hello, which bind the handshake and the
/// server's certificate. ECDSA with SHA-1 is not concerned; `CertificateSignature` judges it.
public struct NIAPSignature: Rule {
    public static let id = RuleID.niapSignature
    public static let citation = Citation("Apple, NSRequiresNIAPTLSPackageVersion", "FCP_v2.1; RFC 5246 §7.4.2")

    public func evaluate(_ observation: Observation, under requirements: Requirements, at time: Instant) -> Outcome {
        guard requirements.applies, requirements.requiresNIAP else { return .notApplicable }
        var causes: [String] = []
        switch observation {
        case .cleartext, .noHandshake: return .notApplicable
        case .certificates: break
        case .secure(let handshake, _):
            if handshake.signatureScheme == .rsaPKCS1SHA1 {
                causes.append("signs the handshake with \(SignatureScheme.rsaPKCS1SHA1.name)")
            }
        }
        if let leaf = observation.chain?.leaf, !leaf.isSelfSigned, !Self.isOffered(leaf.signature) {
            causes.append("has the certificate \(leaf.title), signed with \(leaf.signature.name)")
        }
        guard !causes.isEmpty else { return .compliant }
        let text = causes.joined(separator: " and ")
        return .violation(
            requirements.packageFinding(
                Self.id, "\(requirements.host) \(text), which FCP_v2.1 does not offer.",
                expected: "a signature algorithm of FCP_v2.1", actual: text))
    }

    /// Whether FCP_v2.1 leaves the algorithm in place. RSA with SHA-1, and algorithms that no hello has (RFC 5246
    /// §7.4.1.4.1), are not left. An unknown digest counts as left.
    private static func isOffered(_ signature: Certificate.SignatureAlgorithm) -> Bool {
        switch signature.digest {
        case .sha256, .sha384, .sha512, nil: return true
        case .sha1: return signature.name.lowercased().hasPrefix("ecdsa")
        case .md2, .md4, .md5, .sha224: return false
        }
    }
}
