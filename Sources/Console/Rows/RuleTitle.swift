import TransportSecurity

extension RuleID {
    /// The subject of the rule, in a few words.
    public var title: String {
        switch self {
        case .cleartext: return "Cleartext"
        case .tunnelCleartext: return "Cleartext in a tunnel"
        case .tlsVersion: return "TLS version"
        case .tlsCipher: return "Cipher suite"
        case .tlsForwardSecrecy: return "Forward secrecy"
        case .tlsHandshake: return "TLS handshake"
        case .certificateTrust: return "Trust"
        case .certificateValidity: return "Validity of the certificate"
        case .certificateHostname: return "Name in the certificate"
        case .certificateKeySize: return "Size of the key"
        case .certificateSignature: return "Signature of the certificate"
        case .certificateUsage: return "Usage of the certificate"
        case .certificateLifetime: return "Lifetime of the certificate"
        case .certificateRevoked: return "Revocation"
        case .certificateTransparency: return "Certificate Transparency"
        case .certificatePin: return "Pinned key"
        case .niapCipher: return "Cipher suite of FCP_v2.1"
        case .niapSignature: return "Signature of FCP_v2.1"
        case .niapExtendedMasterSecret: return "Extended Master Secret"
        case .tunnelVersion: return "TLS version in a tunnel"
        case .tunnelCipher: return "Cipher suite in a tunnel"
        case .tunnelSNI: return "Server name in a tunnel"
        case .tunnelCertificate: return "Certificate in a tunnel"
        }
    }
}
