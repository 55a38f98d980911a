/// The certificate in a tunnel should be the probed one.
///
/// TLS 1.3 encrypts the certificate and a resumed session has none. The server may then send the client another
/// certificate than the probe, and a proxy that does not decrypt cannot notice. An encrypted certificate gives
/// a note; one that is missing or differs is accepted. With `--strict-tunnel`, a certificate that differs or cannot be
/// compared is a violation.
public struct TunnelCertificate: TunnelRule {
    public static let id = RuleID.tunnelCertificate
    public static let citation = Citation("RFC 8446", "§4.4.2; RFC 5246 §7.4.2 and §7.3 for resumed sessions")

    public func evaluate(_ tunnel: TunnelObservation, under requirements: Requirements) -> Outcome {
        guard let agreement = tunnel.agreement, requirements.applies else { return .notApplicable }
        guard let shown = tunnel.presentedLeaf else {
            let isEncrypted = agreement.versionCode > TLSVersion.tls1_2.rawValue
            let reason = isEncrypted ? "TLS 1.3 encrypts it" : "the server showed none"
            let message = "The certificate that the client got was not seen: \(reason)."
            if tunnel.isStrict { return violation(message, actual: "none that can be compared") }
            return isEncrypted ? .note(message, .notSeen) : .compliant
        }
        guard tunnel.isStrict, shown.sha256 != tunnel.probedLeaf?.sha256 else { return .compliant }
        return violation(
            "\(requirements.host) sends this client another certificate than the probe received.",
            actual: shown.sha256.hexadecimal)
    }

    private func violation(_ message: String, actual: String) -> Outcome {
        .violation(
            Finding(
                rule: Self.id, message: message, expected: "the certificate that the probe received, unencrypted",
                actual: actual))
    }
}
