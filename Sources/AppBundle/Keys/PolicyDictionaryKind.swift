import TransportSecurity

/// The kinds of dictionaries in an Info.plist that ATS reads, with the keys and the types of values in each.
enum PolicyDictionaryKind: CaseIterable, CustomStringConvertible {
    /// The Info.plist itself.
    case infoPlist
    /// `NSAppTransportSecurity`.
    case policy
    /// `NSExceptionDomains`, whose keys are hosts.
    case exceptionDomains
    /// An entry of `NSExceptionDomains`.
    case exception
    /// `NSPinnedDomains`, whose keys are hosts.
    case pinnedDomains
    /// An entry of `NSPinnedDomains`.
    case pinnedDomain
    /// An element of `NSPinnedCAIdentities` or `NSPinnedLeafIdentities`.
    case identity

    /// The type of a value.
    enum ValueType {
        case boolean, string, dictionary, array
    }

    /// The types of the values, by the keys that ATS reads in this kind of dictionary; empty for dictionaries whose
    /// keys are hosts.
    var valueTypes: [String: ValueType] { Self.valueTypesByKind[self] ?? [:] }

    private static let valueTypesByKind = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.ownValueTypes) })

    private var ownValueTypes: [String: ValueType] {
        switch self {
        case .infoPlist:
            return [ATSKey.appTransportSecurity: .dictionary]
        case .policy:
            return [
                ATSKey.allowsArbitraryLoads: .boolean, ATSKey.allowsArbitraryLoadsForMedia: .boolean,
                ATSKey.allowsArbitraryLoadsInWebContent: .boolean, ATSKey.allowsLocalNetworking: .boolean,
                ATSKey.exceptionDomains: .dictionary, ATSKey.pinnedDomains: .dictionary,
                ATSKey.requiresNIAPTLSPackageVersion: .string,
            ]
        case .exception:
            return [
                ATSKey.includesSubdomains: .boolean, ATSKey.exceptionAllowsInsecureHTTPLoads: .boolean,
                ATSKey.exceptionMinimumTLSVersion: .string, ATSKey.exceptionRequiresForwardSecrecy: .boolean,
                ATSKey.requiresCertificateTransparency: .boolean,
                ATSKey.exceptionRequiresNIAPTLSPackageVersion: .string,
            ]
        case .pinnedDomain:
            return [
                ATSKey.includesSubdomains: .boolean, ATSKey.pinnedCAIdentities: .array,
                ATSKey.pinnedLeafIdentities: .array,
            ]
        case .identity:
            return [ATSKey.spkiSHA256Base64: .string]
        case .exceptionDomains, .pinnedDomains:
            return [:]
        }
    }

    /// Whether the keys of the dictionary are hosts.
    var hasHostKeys: Bool { self == .exceptionDomains || self == .pinnedDomains }

    /// The type of a key's value; nil if the key does not belong in the dictionary. Legacy spellings are accepted.
    func type(of key: String) -> ValueType? {
        if hasHostKeys { return .dictionary }
        return valueTypes[self == .exception ? Self.currentKey(of: key) : key]
    }

    /// The kind of the dictionary that is the value of a key, or an element of that value; nil if ATS reads no
    /// dictionary there.
    func kind(ofValueAt key: String) -> PolicyDictionaryKind? {
        switch self {
        case .infoPlist: return key == ATSKey.appTransportSecurity ? .policy : nil
        case .policy where key == ATSKey.exceptionDomains: return .exceptionDomains
        case .policy where key == ATSKey.pinnedDomains: return .pinnedDomains
        case .exceptionDomains: return .exception
        case .pinnedDomains: return .pinnedDomain
        case .pinnedDomain: return valueTypes[key] == .array ? .identity : nil
        case .policy, .exception, .identity: return nil
        }
    }

    /// The kinds of dictionaries to which a key belongs.
    static func kinds(withKey key: String) -> [PolicyDictionaryKind] { kindsByKey[key] ?? [] }

    private static let kindsByKey: [String: [PolicyDictionaryKind]] = {
        var kindsByKey: [String: [PolicyDictionaryKind]] = [:]
        for dictionaryKind in allCases {
            for key in dictionaryKind.valueTypes.keys { kindsByKey[key, default: []].append(dictionaryKind) }
        }
        return kindsByKey
    }()

    /// The current key of which a key is a legacy spelling, else the key itself.
    static func currentKey(of key: String) -> String { currentKeysByLegacySpelling[key] ?? key }

    /// The current keys of exceptions by their legacy spellings.
    static let currentKeysByLegacySpelling: [String: String] = {
        let pairs = PolicyDictionaryKind.exception.valueTypes.keys.flatMap { key in
            ATSKey.legacySpellings(of: key).map { legacySpelling in (legacySpelling, key) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }()

    /// The name of the dictionary for messages, after "in".
    var description: String {
        switch self {
        case .infoPlist: return "the top level of the Info.plist"
        case .policy: return "NSAppTransportSecurity"
        case .exceptionDomains: return "NSExceptionDomains"
        case .exception: return "an entry of NSExceptionDomains"
        case .pinnedDomains: return "NSPinnedDomains"
        case .pinnedDomain: return "an entry of NSPinnedDomains"
        case .identity: return "an identity of NSPinnedCAIdentities or NSPinnedLeafIdentities"
        }
    }
}
