import TransportSecurity

extension RuleID {
    /// Whether the rule may be stricter than Apple's own processes are. These rules come from the package FCP_v2.1, and
    /// Apple's article 126655 does not name them.
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

    /// The sentence on a finding of a rule that may be stricter than Apple's own processes are.
    public static let mayExceedSystemSentence =
        "This rule may be stricter than the system: Apple's article names TLS 1.2, certificates and ATS-compliant "
        + "cipher suites, and the rest comes from Apple's package FCP_v2.1. A device may still connect; correct it all "
        + "the same."
}

extension OSVersion {
    /// Whether the rules are those for Apple's own processes, which load for no app and read no policy.
    public var isOfSystemProcesses: Bool { family == .system }

    /// The newest rules for Apple's own processes.
    public static let newestSystem = OSVersion(.system, newest.version.major)
}
