extension RuleID {
    /// The rules by which a probe of the server finds the problem that this rule finds in a tunnel to it; empty for all
    /// other rules.
    ///
    /// A server that offers nothing newer than TLS 1.0 violates `tls.version`, and each tunnel to it then violates
    /// `tunnel.version`. Both are one problem in every count.
    public var probedForms: [RuleID] {
        switch self {
        case .tunnelVersion: return [.tlsVersion]
        case .tunnelCipher: return [.tlsCipher, .tlsForwardSecrecy]
        case .cleartext, .tunnelCleartext, .tlsVersion, .tlsCipher, .tlsForwardSecrecy, .tlsHandshake,
            .certificateTrust, .certificateValidity, .certificateHostname, .certificateKeySize, .certificateSignature,
            .certificateUsage, .certificateLifetime, .certificateRevoked, .certificateTransparency, .certificatePin,
            .niapCipher, .niapSignature, .niapExtendedMasterSecret, .tunnelSNI, .tunnelCertificate:
            return []
        }
    }

    /// Whether the rule, in a verdict on a tunnel, finds a problem that the probe of its server has found by the given
    /// rules.
    public func repeats(_ probed: some Sequence<RuleID>) -> Bool {
        let forms = probedForms
        return !forms.isEmpty && probed.contains(where: forms.contains)
    }
}
