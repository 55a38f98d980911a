import InternetNames

/// The server must speak the oldest permitted version of TLS, or a newer one.
///
/// A handshake with the judging hello cannot fall below; one below was got with a relaxed hello, and servers take
/// the newest version that both sides know, so it is the server's best.
public struct MinimumTLSVersion: Rule {
    public static let id = RuleID.tlsVersion
    public static let citation = Citation(
        "Apple, NSExceptionMinimumTLSVersion", "The minimum Transport Layer Security (TLS) version")

    public func evaluate(_ observation: Observation, under requirements: Requirements, at time: Instant) -> Outcome {
        guard case .secure(let handshake, _) = observation else { return .notApplicable }
        let actual = handshake.version
        guard requirements.applies else { return advice(about: actual, of: requirements.host) }
        let minimum = requirements.minimumTLSVersion
        guard actual < minimum else { return .compliant }
        return .violation(
            Finding(
                rule: Self.id,
                message: "\(requirements.host) offers nothing newer than \(actual.prose); "
                    + "the policy asks for \(minimum.prose).",
                expected: minimum.name, actual: actual.name, status: StatusCode.minimumVersion.rawValue,
                urlError: .secureConnectionFailed,
                // No plist brings back SSL 3.0.
                exception: actual == .ssl3
                    ? nil : requirements.remedy([ATSKey.exceptionMinimumTLSVersion: .string(actual.name)])))
    }

    /// Without ATS only the floor of the platform is left, TLS 1.0, and Apple means to raise it.
    private func advice(about version: TLSVersion, of host: Host) -> Outcome {
        switch version {
        case .ssl3:
            return .remark("\(host) offers nothing newer than SSL 3.0, which no Apple system speaks, ATS or not.")
        case .tls1_0, .tls1_1:
            return .remark(
                "\(host) offers nothing newer than \(version.prose), which Apple has called deprecated since iOS 15.")
        case .tls1_2, .tls1_3:
            return .notApplicable
        }
    }
}
