import TransportSecurity

/// The addresses of the sections on rules in the project's documents.
public enum RulePage {
    /// The address of the documents, which is that of `config/project`; a test compares them.
    public static let documents = "https://github.com/OWNER/atsproxy/blob/main/docs"

    /// The name of the section in the page on rules.
    public static func anchor(of rule: RuleID) -> String { rule.rawValue.replacing(".", with: "-") }

    /// The address of the section.
    public static func address(of rule: RuleID) -> String { "\(documents)/rules.md#\(anchor(of: rule))" }
}

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
