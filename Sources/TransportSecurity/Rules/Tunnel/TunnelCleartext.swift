/// A tunnel must carry TLS where cleartext is not permitted: CONNECT is no way around ATS.
///
/// A server that is known to speak no TLS is not this rule's business: what goes to it is judged as a load in
/// cleartext, under that name. One that speaks before its client counts, too: whatever follows begins in cleartext,
/// and TLS after it (STARTTLS) is not followed. So does what cannot be read as TLS as far as a verdict needs: a reader
/// that let such bytes pass could be told anything.
public struct TunnelCleartext: TunnelRule {
    public static let id = RuleID.tunnelCleartext
    public static let citation = Citation(
        "Apple, NSExceptionAllowsInsecureHTTPLoads", "Use this key to allow insecure loads; RFC 9110 §9.3.6")

    public func evaluate(_ tunnel: TunnelObservation, under requirements: Requirements) -> Outcome {
        let host = requirements.host
        if let fault = tunnel.fault {
            let message = "What passed in the tunnel to \(host) is no TLS that can be judged: \(fault)."
            return outcome(message, actual: fault, hasRemedy: false, under: requirements)
        }
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

    /// `hasRemedy` says whether permitting cleartext would help.
    private func outcome(
        _ message: String, actual: String, hasRemedy: Bool = true, under requirements: Requirements
    ) -> Outcome {
        guard requirements.applies, !requirements.allowsInsecureHTTPLoads else { return .remark(message) }
        return .violation(
            Finding(
                rule: Self.id, message: message, expected: "TLS inside the tunnel", actual: actual,
                status: StatusCode.requiresSecureConnection.rawValue, urlError: .requiresSecureConnection,
                exception: hasRemedy
                    ? requirements.remedy([ATSKey.exceptionAllowsInsecureHTTPLoads: .boolean(true)]) : nil))
    }
}

extension TunnelObservation {
    /// Whether cleartext goes to a server that was examined and speaks no TLS.
    var isToServerWithoutTLS: Bool {
        guard case .cleartext = opening else { return false }
        return assessed == .unexaminable(.notTLS)
    }
}
