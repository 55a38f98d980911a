import InternetNames

/// The server must support the minimum version of TLS or a newer one.
///
/// If the server refuses the hello of the policy, the probe offers older versions. A server chooses the newest version
/// that both sides support, so the chosen version is the best that the server supports.
public struct MinimumTLSVersion: Rule {
    public static let id = RuleID.tlsVersion
    public static let citation = Citation(
        "Apple, NSExceptionMinimumTLSVersion", "The minimum Transport Layer Security (TLS) version")

    public func evaluate(_ observation: Observation, under requirements: Requirements, at time: Instant) -> Outcome {
        guard case .secure(let handshake, _) = observation else { return .notApplicable }
        let actual = handshake.version
        // SSL 3.0 is a violation even without ATS, because no Apple system supports it.
        guard requirements.applies || actual == .ssl3 else { return advice(about: actual, of: requirements.host) }
        // Without ATS, the requirements have the minimum of the platform.
        let minimum = requirements.minimumTLSVersion
        guard actual < minimum else { return .compliant }
        return .violation(
            Finding(
                rule: Self.id,
                message: "\(requirements.host) offers nothing newer than \(actual.prose); "
                    + (requirements.applies
                        ? "the policy asks for \(minimum.prose)." : "no Apple system speaks that, ATS or not."),
                expected: minimum.name, actual: actual.name, error: requirements.error(of: .version),
                // No key permits SSL 3.0.
                exception: actual == .ssl3
                    ? nil : requirements.exception([ATSKey.exceptionMinimumTLSVersion: .string(actual.name)])))
    }

    /// The note on a server if ATS is off. The only minimum is then that of the platform, TLS 1.0, and Apple has
    /// announced that it will rise.
    private func advice(about version: TLSVersion, of host: Host) -> Outcome {
        switch version {
        case .tls1_0, .tls1_1:
            return .note(
                "\(host) offers nothing newer than \(version.prose), which Apple has called deprecated since iOS 15.")
        // SSL 3.0 was judged before.
        case .ssl3, .tls1_2, .tls1_3:
            return .notApplicable
        }
    }
}
