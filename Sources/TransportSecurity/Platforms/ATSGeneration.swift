/// A generation of Apple systems: the versions between two changes of ATS or of default trust evaluation.
///
/// `OSVersion` maps each version to its generation. Rules that changed within one look at the version itself.
public enum ATSGeneration: String, CaseIterable, Codable, Sendable {
    /// iOS 9, OS X 10.11: the first ATS.
    case ios9
    /// iOS 10: media, web content and local networking keys; addresses and local names exempt.
    case ios10
    /// iOS 11 to 12.0: system-anchored chains without SHA-1 and RSA below 2048 bits; X25519.
    case ios11
    /// iOS 12.1 to 12.5: Certificate Transparency; TLS 1.3 and ChaCha20 from 12.2 (`OSVersion.helloGeneration`).
    case ios12
    /// iOS 13 to 15.3: the certificate rules of HT210176; pins from 14.
    case ios13
    /// iOS 15.4 to 16: no CBC suites with SHA-256 or SHA-384.
    case ios15
    /// iOS 17 to 18.3: public IP addresses under ATS; keys for addresses and CIDR ranges.
    case ios17
    /// iOS 18.4 to 18.7: the published engine; built-in exceptions; legacy spellings not read.
    case ios18
    /// iOS 26.0 to 26.3: X25519MLKEM768 offered.
    case ios26
    /// iOS 26.4 and later: NIAP keys.
    case current
}

extension ATSGeneration: Comparable {
    public static func < (left: ATSGeneration, right: ATSGeneration) -> Bool {
        left.age < right.age
    }

    private var age: Int {
        switch self {
        case .ios9: return 9
        case .ios10: return 10
        case .ios11: return 11
        case .ios12: return 12
        case .ios13: return 13
        case .ios15: return 15
        case .ios17: return 17
        case .ios18: return 18
        case .ios26: return 26
        case .current: return 27
        }
    }
}
