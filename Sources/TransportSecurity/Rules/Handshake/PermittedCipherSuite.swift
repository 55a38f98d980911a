/// The server must agree to a cipher suite that ATS accepts and, where ATS restricts none, to one that the OS offers.
///
/// `ForwardSecrecy` judges suites that only lack forward secrecy.
public struct PermittedCipherSuite: Rule {
    public static let id = RuleID.tlsCipher
    public static let citation = Citation(
        "Apple, SecProtocolInternal.h", "CiphersuitesPFS, CiphersuitesNonPFS")

    public func evaluate(_ observation: Observation, under requirements: Requirements, at time: Instant) -> Outcome {
        guard case .secure(let handshake, _) = observation else { return .notApplicable }
        let suite = handshake.cipherSuite
        // A server that can sign only with such a key is asked with TLS 1.3 for it, whatever the system's newest
        // version. `CompletedHandshake` reports the key.
        if suite.isForTLS13, handshake.signatureScheme?.needsForeignKey == true { return .notApplicable }
        let generation = requirements.os.helloGeneration
        guard !requirements.leavesCipherSuitesOpen else {
            guard CipherSuites.isOffered(suite, by: generation) else {
                return violation(by: suite, under: requirements)
            }
            return requirements.applies ? .compliant : .notApplicable
        }
        let accepted = CipherSuites.permitted(in: generation, requiresForwardSecrecy: false)
        return accepted.contains(suite) ? .compliant : violation(by: suite, under: requirements)
    }

    private func violation(by suite: CipherSuite, under requirements: Requirements) -> Outcome {
        let isOffered = CipherSuites.isOffered(suite, by: requirements.os.helloGeneration)
        let isForwardSecret = requirements.applies && requirements.requiresForwardSecrecy
        return .violation(
            Finding(
                rule: Self.id,
                message: isOffered
                    ? "\(requirements.host) agrees to no cipher suite that ATS accepts; it chose \(suite.name)."
                    : "\(requirements.host) agrees to no cipher suite that \(requirements.os) offers, with or without ATS; "
                        + "it chose \(suite.name).",
                expected: requirements.leavesCipherSuitesOpen
                    ? "a cipher suite that \(requirements.os) offers"
                    : isForwardSecret
                        ? "ECDHE with AES-GCM, or another suite on the list of ATS"
                        : "ECDHE or RSA with AES-GCM, or another suite on the list of ATS",
                actual: suite.name, error: requirements.error(of: .cipherSuite),
                exception: requirements.exception(permitting: suite)))
    }
}
