import TransportSecurity

/// The kinds of findings of `policy lint`. The names in reports are stable.
public enum LintID: String, CaseIterable, Sendable {
    case buildSetting = "lint.build-setting"
    case duplicateKey = "lint.duplicate-key"
    case misspeltKey = "lint.misspelt-key"
    case misplacedKey = "lint.misplaced-key"
    case strayBlanks = "lint.stray-blanks"
    case unknownKey = "lint.unknown-key"
    case legacySpelling = "lint.legacy-spelling"
    /// A key that the chosen OS does not read.
    case unreadKey = "lint.unread-key"
    case wrongType = "lint.wrong-type"
    case numberForBoolean = "lint.number-for-boolean"
    case tlsVersion = "lint.tls-version"
    case niapPackage = "lint.niap-package"
    case domainScheme = "lint.domain-scheme"
    case domainPort = "lint.domain-port"
    case domainPath = "lint.domain-path"
    case domainWildcard = "lint.domain-wildcard"
    case domainLeadingDot = "lint.domain-leading-dot"
    case domainTrailingDot = "lint.domain-trailing-dot"
    case domainUpperCase = "lint.domain-upper-case"
    case domainUnicode = "lint.domain-unicode"
    case domainMalformed = "lint.domain-malformed"
    case addressKey = "lint.address-key"
    case addressSpelling = "lint.address-spelling"
    case addressSubdomains = "lint.address-subdomains"
    case rangeMalformed = "lint.range-malformed"
    case rangeLeadingZero = "lint.range-leading-zero"
    case rangeHostBits = "lint.range-host-bits"
    case rangeAbbreviated = "lint.range-abbreviated"
    case rangeLength = "lint.range-length"
    case rangeDuplicate = "lint.range-duplicate"
    case rangeWide = "lint.range-wide"
    case pinWithoutIdentities = "lint.pin-without-identities"
    case pinNeverMatches = "lint.pin-never-matches"
    case pinDigest = "lint.pin-digest"
    /// A single pin, with no second one in reserve.
    case pinBackup = "lint.pin-backup"
    case pinSubdomains = "lint.pin-subdomains"
    /// A key that has no effect because another key is present.
    case voidedKey = "lint.voided-key"
    case localNetworkingOff = "lint.local-networking-off"
    case localNetworkingScope = "lint.local-networking-scope"
    /// An exception without which the same holds.
    case noEffect = "lint.no-effect"
    case replacesBuiltIn = "lint.replaces-built-in"
    case arbitraryLoads = "lint.arbitrary-loads"
    case publicSuffix = "lint.public-suffix"
    /// An entry that serves development only.
    case localhost = "lint.localhost"
    /// A key that App Store review asks to justify.
    case review = "lint.review"

    /// The published source of the finding.
    public var citation: Citation {
        let engine = "Apple, SecProtocolConfiguration.m"
        switch self {
        case .buildSetting: return Citation("Xcode Help", "Use build settings in an information property list")
        case .duplicateKey: return Citation("Apple, CFPropertyList.c", "parseDictTag")
        case .misspeltKey, .unknownKey, .strayBlanks: return Citation("Apple, NSAppTransportSecurity", "Discussion")
        case .misplacedKey: return Citation("Apple, NSAppTransportSecurity", "structure of the dictionary")
        case .legacySpelling: return Citation(engine, "keys of the entries; archived CocoaKeys of 2016, history")
        case .unreadKey: return Citation("Apple, NSAppTransportSecurity", "availability of the keys")
        case .wrongType, .numberForBoolean: return Citation(engine, "testInvalidATSDictionary, testGarbageValue")
        case .tlsVersion: return Citation(engine, "testMinTLSVersionDisallowedStrings")
        case .niapPackage: return Citation("Apple, NSRequiresNIAPTLSPackageVersion", "possible values")
        case .domainScheme, .domainPort, .domainPath, .domainWildcard, .domainLeadingDot, .domainUpperCase,
            .domainMalformed:
            return Citation("Apple, NSExceptionDomains", "how to specify domain names")
        case .domainTrailingDot: return Citation("Apple, NSExceptionDomains", "trailing dot")
        case .domainUnicode: return Citation("RFC 5890", "§2.3.2.1")
        case .addressKey: return Citation("Apple, NSExceptionDomains", "IP addresses; iOS 17 release note 101967030")
        case .addressSpelling: return Citation("RFC 5952", "§4; SecProtocolConfiguration.m compares text")
        case .addressSubdomains: return Citation("Apple, NSIncludesSubdomains", "Discussion")
        case .rangeMalformed, .rangeLeadingZero, .rangeHostBits, .rangeAbbreviated, .rangeLength, .rangeDuplicate:
            return Citation(engine, "testCIDRExceptions, parsing of CIDR keys")
        case .rangeWide: return Citation("RFC 4632", "§3.1")
        case .pinWithoutIdentities, .pinNeverMatches, .pinDigest:
            return Citation("Apple, SecPolicy.c", "parseNSPinnedDomains")
        case .pinBackup: return Citation("RFC 7469", "§2.5, §4.3")
        case .pinSubdomains: return Citation("Apple, SecPolicy.c", "CopyParentDomainNameFromHostName")
        case .voidedKey: return Citation("Apple, NSAllowsArbitraryLoads", "Discussion")
        case .localNetworkingOff: return Citation(engine, "testLocalNetworkingDisabled")
        case .localNetworkingScope: return Citation("Apple, NSAllowsLocalNetworking", "Discussion; RFC 6598 §7")
        case .noEffect: return Citation("Apple, NSExceptionDomains", "Discussion")
        case .replacesBuiltIn: return Citation(engine, "testExceptionOverridesBuiltInException")
        case .arbitraryLoads: return Citation("Apple, Preventing Insecure Network Connections", "exceptions")
        case .publicSuffix: return Citation("Public Suffix List", "publicsuffix.org")
        case .localhost: return Citation("Apple, NSAllowsLocalNetworking", "Discussion")
        case .review: return Citation("Apple, Preventing Insecure Network Connections", "Provide Justification")
        }
    }
}
