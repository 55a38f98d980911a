/// The server must agree to a cipher suite that ATS accepts.
///
/// `ForwardSecrecy` judges suites that only lack forward secrecy.
public struct PermittedCipherSuite: Rule {
    public static let id = RuleID.tlsCipher
    public static let citation = Citation(
        "Apple, SecProtocolInternal.h", "CiphersuitesPFS, CiphersuitesNonPFS")

    public func evaluate(_ observation: Observation, under requirements: Requirements, at time: Instant) -> Outcome {
        guard case .secure(let handshake, _) = observation, requirements.applies else { return .notApplicable }
        let suite = handshake.cipherSuite
        if requirements.leavesCipherSuitesOpen {
            return CipherSuites.isNeverOffered(suite) ? violation(by: suite, under: requirements) : .compliant
        }
        let accepted = CipherSuites.permitted(in: requirements.os.profile, requiresForwardSecrecy: false)
        return accepted.contains(suite) ? .compliant : violation(by: suite, under: requirements)
    }

    private func violation(by suite: CipherSuite, under requirements: Requirements) -> Outcome {
        .violation(
            Finding(
                rule: Self.id,
                message: "\(requirements.host) agrees to no cipher suite that ATS accepts; it chose \(suite.name).",
                expected: requirements.requiresForwardSecrecy
                    ? "ECDHE with AES-GCM, or another suite on the list of ATS"
                    : "ECDHE or RSA with AES-GCM, or another suite on the list of ATS",
                actual: suite.name, status: StatusCode.cipherSuite.rawValue, urlError: .secureConnectionFailed,
                exception: remedy(for: suite, under: requirements)))
    }

    /// The exception for a suite. The engine lifts its list only if forward secrecy is off and cleartext is permitted
    /// (SecProtocolConfiguration.m). A suite that the system does not implement stays unavailable.
    private func remedy(for suite: CipherSuite, under requirements: Requirements) -> Finding.Remedy? {
        guard !CipherSuites.isNeverOffered(suite), !suite.isForTLS13 else { return nil }
        return requirements.remedy([
            ATSKey.exceptionRequiresForwardSecrecy: .boolean(false),
            ATSKey.exceptionAllowsInsecureHTTPLoads: .boolean(true),
        ])
    }
}
