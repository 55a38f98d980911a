import TransportSecurity

extension RuleID {
    /// The identifiers under which public catalogues list a violation of the rule: OWASP's controls (MASVS) and
    /// weaknesses (MASWE) of mobile apps, and MITRE's weaknesses (CWE), most specific last.
    ///
    /// A rule has only identifiers whose published titles name its subject. MASVS-NETWORK-1 is on securing all traffic,
    /// MASVS-NETWORK-2 on pinning identities, MASWE-0050 on cleartext traffic. CWE-319 is cleartext transmission,
    /// CWE-295 certificate validation, CWE-326 inadequate strength, CWE-327 a broken or risky algorithm.
    public var weaknesses: [String] {
        switch self {
        case .cleartext, .tunnelCleartext: return ["MASVS-NETWORK-1", "MASWE-0050", "CWE-319"]
        case .tlsVersion, .tunnelVersion, .certificateKeySize: return ["MASVS-NETWORK-1", "CWE-326"]
        case .tlsCipher, .tlsForwardSecrecy, .tunnelCipher, .certificateSignature, .niapCipher, .niapSignature:
            return ["MASVS-NETWORK-1", "CWE-327"]
        case .certificateTrust, .certificateValidity, .certificateHostname, .certificateUsage, .certificateLifetime,
            .certificateRevoked, .certificateTransparency, .tunnelCertificate:
            return ["MASVS-NETWORK-1", "CWE-295"]
        case .certificatePin: return ["MASVS-NETWORK-2", "CWE-295"]
        case .tlsHandshake, .niapExtendedMasterSecret, .tunnelSNI: return ["MASVS-NETWORK-1"]
        }
    }
}
