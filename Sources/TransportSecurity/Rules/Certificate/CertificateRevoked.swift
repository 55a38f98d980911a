/// No certificate of the path may be revoked according to a staple or a loaded list.
///
/// Nothing is fetched, and the revocation data that Apple pushes to devices is not public. Without a staple or a list
/// the outcome is undetermined.
public struct CertificateRevoked: Rule {
    public static let id = RuleID.certificateRevoked
    public static let citation = Citation("RFC 5280", "§6.1.3 (a)(3); RFC 6066 §8")

    public func evaluate(_ observation: Observation, under requirements: Requirements, at time: Instant) -> Outcome {
        guard let chain = observation.chain, let leaf = chain.leaf else { return .notApplicable }
        let host = requirements.host
        switch chain.revocation {
        case .good, .notListed:
            return .compliant
        case .revoked(let subject, let source):
            return .violation(
                requirements.trustFinding(
                    Self.id, "The certificate \(subject) of \(host) is revoked, says \(source).",
                    expected: "not revoked", actual: "\(subject) is revoked (\(source))"))
        case .unusable(let reason):
            return .undetermined(
                "Whether the certificate \(leaf.title) is revoked is not known: the OCSP response that \(host) "
                    + "staples cannot be believed (\(reason)).")
        case .unusableList(let text):
            return .undetermined("Whether the certificate \(leaf.title) is revoked is not known: \(text).")
        case .notStated:
            return notStated(of: leaf, host: "\(host)", hasHandshake: Self.hasHandshake(observation))
        }
    }

    /// Nothing is missing for a certificate without the address of a responder, because nobody can be asked about it.
    private func notStated(of leaf: Certificate, host: String, hasHandshake: Bool) -> Outcome {
        let demandsStaple = leaf.requiresStaple && hasHandshake
        guard leaf.namesResponder || demandsStaple else { return .notApplicable }
        let staple =
            "\(host) staples no OCSP response"
            + (demandsStaple ? ", although the certificate demands one" : "") + ", "
        return .undetermined(
            "Whether the certificate \(leaf.title) is revoked is not known: \(hasHandshake ? staple : "")"
                + "no loaded list speaks of it, and a live query is not made.")
    }

    private static func hasHandshake(_ observation: Observation) -> Bool {
        switch observation {
        case .secure, .noHandshake: return true
        case .cleartext, .certificates: return false
        }
    }
}
