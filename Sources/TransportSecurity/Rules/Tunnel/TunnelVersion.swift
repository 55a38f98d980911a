/// Client and server must agree on the minimum version of TLS or a newer one.
///
/// If the probe shows that the server supports a newer version, the client is at fault: an app with its own TLS stack,
/// which ATS does not control.
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
        return .violation(
            Finding(
                rule: Self.id,
                message: "Inside the tunnel the client and \(requirements.host) agreed on \(actual.prose); "
                    + "the policy asks for \(minimum.prose)\(cause(in: tunnel, minimum: minimum)).",
                expected: minimum.name, actual: actual.name, error: requirements.error(of: .version),
                // No key permits SSL 3.0.
                exception: actual == .ssl3
                    ? nil : requirements.exception([ATSKey.exceptionMinimumTLSVersion: .string(actual.name)]),
                cause: isOfTheClient(in: tunnel, minimum: minimum) ? .clientHello : nil))
    }

    private func cause(in tunnel: TunnelObservation, minimum: TLSVersion) -> String {
        guard case .secure(let handshake, _) = tunnel.probed, handshake.version >= minimum else { return "" }
        return isOfTheClient(in: tunnel, minimum: minimum)
            ? ", which the server speaks and the client does not offer" : ", which the server negotiated with the probe"
    }

    /// Whether the server negotiated the minimum with the probe, and the client does not offer it.
    private func isOfTheClient(in tunnel: TunnelObservation, minimum: TLSVersion) -> Bool {
        guard case .secure(let handshake, _) = tunnel.probed, handshake.version >= minimum else { return false }
        return tunnel.hello?.versions.contains { $0 >= minimum } != true
    }
}
