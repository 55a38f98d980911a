/// FCP_v2.1 permits only ECDHE with AES-GCM and the suites of TLS 1.3.
public struct NIAPCipherSuite: Rule {
    public static let id = RuleID.niapCipher
    public static let citation = Citation("Apple, NSRequiresNIAPTLSPackageVersion", "FCP_v2.1")

    public func evaluate(_ observation: Observation, under requirements: Requirements, at time: Instant) -> Outcome {
        guard case .secure(let handshake, _) = observation, requirements.applies, requirements.requiresNIAP else {
            return .notApplicable
        }
        let suite = handshake.cipherSuite
        guard !CipherSuites.niap.contains(suite) else { return .compliant }
        return .violation(
            requirements.packageFinding(
                Self.id, "\(requirements.host) agrees to no cipher suite of FCP_v2.1; it chose \(suite.name).",
                expected: "ECDHE with AES-GCM, or TLS 1.3", actual: suite.name))
    }
}

extension Requirements {
    /// A violation of NIAP's package, with the key that exempts the host from the package.
    func packageFinding(_ rule: RuleID, _ message: String, expected: String, actual: String) -> Finding {
        Finding(
            rule: rule, message: message, expected: expected, actual: actual, error: error(of: .package),
            exception: exception([ATSKey.exceptionRequiresNIAPTLSPackageVersion: .string("none")]))
    }
}
