/// A tunnel must carry TLS if cleartext is not permitted: CONNECT must not circumvent ATS.
///
/// Cleartext to a server that is known not to speak TLS is judged by `Cleartext` instead. A server that sends first is
/// a violation too: the connection then begins in cleartext, and a later change to TLS (STARTTLS) is not followed.
/// Bytes that cannot be read as TLS are also a violation, because they could carry anything.
public struct TunnelCleartext: TunnelRule {
    public static let id = RuleID.tunnelCleartext
    public static let citation = Citation(
        "Apple, NSExceptionAllowsInsecureHTTPLoads", "Use this key to allow insecure loads; RFC 9110 §9.3.6")

    public func evaluate(_ tunnel: TunnelObservation, under requirements: Requirements) -> Outcome {
        let host = requirements.host
        if let fault = tunnel.fault {
            let message = "What passed in the tunnel to \(host) is no TLS that can be judged: \(fault)."
            return outcome(message, actual: fault, hasException: false, cause: nil, under: requirements)
        }
        switch tunnel.opening {
        case .hello:
            return .compliant
        case .unreadable:
            return .notApplicable
        case .cleartext(let content):
            let message = "The client sent \(content) into the tunnel to \(host), in cleartext."
            guard !tunnel.isToServerWithoutTLS else { return .note(message) }
            return outcome(
                message, actual: "\(content) in cleartext", cause: tunnel.opensWebSocket ? .webSocket : nil,
                under: requirements)
        case .serverSpokeFirst(let content):
            return outcome(
                "\(host) spoke first in the tunnel, in cleartext: \(content).",
                actual: "\(content) in cleartext", cause: nil, under: requirements)
        }
    }

    /// The outcome for cleartext; `hasException` tells whether an exception for cleartext would permit the load.
    private func outcome(
        _ message: String, actual: String, hasException: Bool = true, cause: Finding.Cause?,
        under requirements: Requirements
    ) -> Outcome {
        guard requirements.applies, !requirements.allowsInsecureHTTPLoads else { return .note(message) }
        return .violation(
            Finding(
                rule: Self.id, message: message, expected: "TLS inside the tunnel", actual: actual,
                error: requirements.error(of: .cleartext),
                exception: hasException
                    ? requirements.exception([ATSKey.exceptionAllowsInsecureHTTPLoads: .boolean(true)]) : nil,
                cause: cause))
    }
}

extension TunnelObservation {
    /// Whether the tunnel carries cleartext to a server that was probed and does not speak TLS.
    var isToServerWithoutTLS: Bool {
        guard case .cleartext = opening else { return false }
        return probed == .noHandshake(.notTLS)
    }
}
