/// FCP_v2.1 requires Extended Master Secret up to TLS 1.2. TLS 1.3 has the same property built in.
public struct NIAPExtendedMasterSecret: Rule {
    public static let id = RuleID.niapExtendedMasterSecret
    public static let citation = Citation("Apple, NSRequiresNIAPTLSPackageVersion", "FCP_v2.1; RFC 7627")

    public func evaluate(_ observation: Observation, under requirements: Requirements, at time: Instant) -> Outcome {
        guard case .secure(let handshake, _) = observation, requirements.applies, requirements.requiresNIAP else {
            return .notApplicable
        }
        guard handshake.version < .tls1_3, !handshake.extendedMasterSecret else { return .compliant }
        return .violation(
            requirements.packageFinding(
                Self.id, "\(requirements.host) does not agree to Extended Master Secret, which FCP_v2.1 demands.",
                expected: "Extended Master Secret", actual: "\(handshake.version.prose) without it"))
    }
}
