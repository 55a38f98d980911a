/// A tunnel must carry TLS where cleartext is not permitted: CONNECT is no way around ATS.
///
/// A server that is known to speak no TLS is not this rule's business: what goes to it is judged as a load in
/// cleartext, under that name. One that speaks before its client counts, too: whatever follows begins in cleartext,
/// and TLS after it (STARTTLS) is not followed.
public struct TunnelCleartext: TunnelRule {
    public static let id = RuleID.tunnelCleartext
    public static let citation = Citation(
        "Apple, NSExceptionAllowsInsecureHTTPLoads", "Use this key to allow insecure loads; RFC 9110 §9.3.6")

    public func evaluate(_ tunnel: TunnelObservation, under requirements: Requirements) -> Outcome {
        let host = requirements.host
        switch tunnel.opening {
        case .hello:
            return .compliant
        case .unreadable:
            return .notApplicable
        case .cleartext(let content):
            let message = "The client sent \(content) into the tunnel to \(host), in cleartext."
            guard !tunnel.isToServerWithoutTLS else { return .remark(message) }
            return outcome(message, actual: "\(content) in cleartext", under: requirements)
        case .serverSpokeFirst(let content):
            return outcome(
                "\(host) spoke first in the tunnel, in cleartext: \(content).",
                actual: "\(content) in cleartext", under: requirements)
        }
    }

    private func outcome(_ message: String, actual: String, under requirements: Requirements) -> Outcome {
        guard requirements.applies, !requirements.allowsInsecureHTTPLoads else { return .remark(message) }
        return .violation(
            Finding(
                rule: Self.id, message: message, expected: "TLS inside the tunnel", actual: actual,
                status: StatusCode.requiresSecureConnection.rawValue, urlError: .requiresSecureConnection,
                exception: requirements.remedy([ATSKey.exceptionAllowsInsecureHTTPLoads: .boolean(true)])))
    }
}

extension TunnelObservation {
    /// Whether cleartext goes to a server that was examined and speaks no TLS.
    var isToServerWithoutTLS: Bool {
        guard case .cleartext = opening else { return false }
        return assessed == .unexaminable(.notTLS)
    }
}
