/// The stable name of a rule in events, replies, reports and waivers.
///
/// The cases of rules about servers have the order of `RuleSet.standard`, which is that of the findings. The prefix of
/// a name has a meaning: violations of `certificate.` become warnings if the policy leaves trust to the app
/// (`isAboutTrust`), and rules about tunnels begin with `tunnel.`.
public enum RuleID: String, CaseIterable, Codable, Sendable {
    case cleartext
    case tunnelCleartext = "tunnel.cleartext"
    case tlsVersion = "tls.version"
    case tlsCipher = "tls.cipher"
    case tlsForwardSecrecy = "tls.forward-secrecy"
    case tlsHandshake = "tls.handshake"
    case certificateTrust = "certificate.trust"
    case certificateValidity = "certificate.validity"
    case certificateHostname = "certificate.hostname"
    case certificateKeySize = "certificate.key-size"
    case certificateSignature = "certificate.signature"
    case certificateUsage = "certificate.usage"
    case certificateLifetime = "certificate.lifetime"
    case certificateRevoked = "certificate.revoked"
    case certificateTransparency = "certificate.transparency"
    case certificatePin = "certificate.pin"
    case niapCipher = "niap.cipher"
    case niapSignature = "niap.signature"
    case niapExtendedMasterSecret = "niap.extended-master-secret"
    case tunnelVersion = "tunnel.version"
    case tunnelCipher = "tunnel.cipher"
    case tunnelSNI = "tunnel.sni"
    case tunnelCertificate = "tunnel.certificate"
}

extension RuleID {
    /// Whether the rule is part of the evaluation of trust, which a policy may leave to the app.
    public var isAboutTrust: Bool {
        rawValue.hasPrefix("certificate.")
    }
}
