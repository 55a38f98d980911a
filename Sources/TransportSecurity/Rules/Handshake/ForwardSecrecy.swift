/// The server must agree to a suite with forward secrecy. Otherwise a stolen key decrypts recorded traffic.
///
/// A suite without forward secrecy that is also on no list of ATS violates `PermittedCipherSuite` as well.
public struct ForwardSecrecy: Rule {
    public static let id = RuleID.tlsForwardSecrecy
    public static let citation = Citation(
        "Apple, NSExceptionRequiresForwardSecrecy", "Whether a server must support perfect forward secrecy")

    public func evaluate(_ observation: Observation, under requirements: Requirements, at time: Instant) -> Outcome {
        guard case .secure(let handshake, _) = observation, requirements.applies,
            requirements.requiresForwardSecrecy
        else { return .notApplicable }
        let suite = handshake.cipherSuite
        guard !suite.hasForwardSecrecy else { return .compliant }
        return .violation(
            Finding(
                rule: Self.id,
                message: "\(requirements.host) agrees only to cipher suites without forward secrecy; "
                    + "it chose \(suite.name).",
                expected: "a cipher suite with ECDHE", actual: suite.name,
                error: requirements.error(of: .cipherSuite),
                exception: requirements.exception(permitting: suite)))
    }
}
