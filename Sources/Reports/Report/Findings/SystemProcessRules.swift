import TransportSecurity

extension RuleID {
    /// Whether the rule may be stricter than system processes are. Such rules are those of the package FCP_v2.1, which
    /// Apple's article 126655 does not name.
    public var mayExceedSystem: Bool {
        switch self {
        case .niapCipher, .niapSignature, .niapExtendedMasterSecret: true
        case .cleartext, .tunnelCleartext, .tlsVersion, .tlsCipher, .tlsForwardSecrecy, .tlsHandshake,
            .certificateTrust,
            .certificateValidity, .certificateHostname, .certificateKeySize, .certificateSignature, .certificateUsage,
            .certificateLifetime, .certificateRevoked, .certificateTransparency, .certificatePin, .tunnelVersion,
            .tunnelCipher, .tunnelSNI, .tunnelCertificate:
            false
        }
    }

    /// The sentence on a finding of such a rule under the rules for system processes.
    public static let mayExceedSystemSentence =
        "This rule may be stricter than the system: Apple's article names TLS 1.2, certificates and ATS-compliant "
        + "cipher suites, and the rest comes from Apple's package FCP_v2.1. A device may still connect; correct it all "
        + "the same."
}

extension OSVersion {
    /// Whether the rules are those for Apple's own processes, which load for no app and read no policy.
    public var isOfSystemProcesses: Bool { family == .system }
}

extension OSVersion {
    /// The newest rules for Apple's own processes.
    public static let newestSystem = OSVersion(.system, newest.version.major)
}
