import TransportSecurity

/// A kind of dictionary in an Info.plist that ATS reads.
enum PolicyPlace: CaseIterable, CustomStringConvertible {
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

    /// The keys that ATS reads in this place, with the types of their values.
    var keys: [String: ValueType] { Self.tables[self] ?? [:] }

    private static let tables = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.table) })

    private var table: [String: ValueType] {
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

    /// Whether the keys are hosts.
    var holdsHosts: Bool { self == .exceptionDomains || self == .pinnedDomains }

    /// The type of a key's value; nil if the key does not belong here. Legacy spellings are accepted.
    func type(of key: String) -> ValueType? {
        if holdsHosts { return .dictionary }
        return keys[self == .exception ? Self.canonical[key] ?? key : key]
    }

    /// The kind of dictionary in the value of a key; nil if ATS reads no dictionary there.
    func inside(_ key: String) -> PolicyPlace? {
        switch self {
        case .infoPlist: return key == ATSKey.appTransportSecurity ? .policy : nil
        case .policy where key == ATSKey.exceptionDomains: return .exceptionDomains
        case .policy where key == ATSKey.pinnedDomains: return .pinnedDomains
        case .exceptionDomains: return .exception
        case .pinnedDomains: return .pinnedDomain
        case .pinnedDomain: return keys[key] == .array ? .identity : nil
        case .policy, .exception, .identity: return nil
        }
    }

    /// The places in which a key belongs.
    static func places(of key: String) -> [PolicyPlace] { homes[key] ?? [] }

    private static let homes: [String: [PolicyPlace]] = allCases.reduce(into: [:]) { homes, place in
        for key in place.keys.keys { homes[key, default: []].append(place) }
    }

    /// The current keys by their legacy spellings.
    static let canonical: [String: String] = {
        let pairs = PolicyPlace.exception.keys.keys.flatMap { key in
            ATSKey.legacySpellings(of: key).map { ($0, key) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }()

    /// The place for messages, after "in".
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
