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
        case .good:
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
        case .notStated:
            return .undetermined(
                "Whether the certificate \(leaf.title) is revoked is not known: \(host) staples no OCSP response"
                    + (leaf.requiresStaple ? ", although the certificate demands one" : "")
                    + ", no loaded list speaks of it, and a live query is not made.")
        }
    }
}
