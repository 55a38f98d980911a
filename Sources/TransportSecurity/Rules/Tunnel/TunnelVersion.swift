/// Client and server must agree on the minimum version of TLS or a newer one.
///
/// A client that does not offer the minimum is at fault: an app with its own TLS stack, which ATS does not control. The
/// server may still be at fault as well, which only a probe shows.
public struct TunnelVersion: TunnelRule {
    public static let id = RuleID.tunnelVersion
    public static let citation = Citation(
        "Apple, NSExceptionMinimumTLSVersion", "The minimum Transport Layer Security (TLS) version")

    public func evaluate(_ tunnel: TunnelObservation, under requirements: Requirements) -> Outcome {
        guard let agreement = tunnel.agreement, requirements.applies else { return .notApplicable }
        guard let actual = agreement.version else {
            return .undetermined(
                "Client and server agreed on the version 0x\(String(agreement.versionCode, radix: 16)), "
                    + "which is not known here.")
        }
        let minimum = requirements.minimumTLSVersion
        guard actual < minimum else { return .compliant }
        let speaksMinimum = tunnel.probedVersion.map { $0 >= minimum }
        // An unreadable hello may have offered the minimum. The probe then tells which side did not.
        let offersMinimum = tunnel.hello.map { $0.versions.contains { $0 >= minimum } } ?? (speaksMinimum != true)
        let isClientAtFault = !offersMinimum && speaksMinimum != false
        return .violation(
            Finding(
                rule: Self.id,
                message: "The client and \(requirements.host) agreed on \(actual.prose); the policy "
                    + "asks for \(minimum.prose)"
                    + Self.clause(isClientAtFault: isClientAtFault, speaksMinimum: speaksMinimum) + ".",
                expected: minimum.name, actual: actual.name, error: requirements.error(of: .version),
                // No key permits SSL 3.0.
                exception: actual == .ssl3
                    ? nil : requirements.exception([ATSKey.exceptionMinimumTLSVersion: .string(actual.name)]),
                cause: isClientAtFault ? .clientHello : nil))
    }

    /// The end of the sentence, which names the side at fault.
    private static func clause(isClientAtFault: Bool, speaksMinimum: Bool?) -> String {
        switch (isClientAtFault, speaksMinimum) {
        case (true, true?): ", which the server speaks and the client does not offer"
        case (true, false?), (true, nil): ", which the client does not offer"
        case (false, true?): ", which the server negotiated with the probe"
        case (false, false?), (false, nil): ""
        }
    }
}

extension TunnelObservation {
    /// The version that the server agreed on with the probe; nil without a completed handshake.
    fileprivate var probedVersion: TLSVersion? {
        guard case .secure(let handshake, _) = probed else { return nil }
        return handshake.version
    }
}
