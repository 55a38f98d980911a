/// The server must agree to a cipher suite that ATS accepts; suites that want only forward secrecy are
/// `ForwardSecrecy`'s business.
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

    /// The engine lets go of the list only where forward secrecy is off and cleartext is permitted, both at once
    /// (SecProtocolConfiguration.m). That brings no suite which the system has not got.
    private func remedy(for suite: CipherSuite, under requirements: Requirements) -> Finding.Remedy? {
        guard !CipherSuites.isNeverOffered(suite), !suite.isForTLS13 else { return nil }
        return requirements.remedy([
            ATSKey.exceptionRequiresForwardSecrecy: .boolean(false),
            ATSKey.exceptionAllowsInsecureHTTPLoads: .boolean(true),
        ])
    }
}
