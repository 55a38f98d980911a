import Harness
import InternetNames
import TransportSecurity

/// Makes policies and hosts from decisions. Keys and names are mostly real ones, sometimes any text.
struct Composer {
    private var choices: Choices

    init(_ choices: Choices) {
        self.choices = choices
    }

    mutating func os() -> OSVersion {
        let names = ["ios26.4", "ios9", "ios10", "ios12", "ios14", "ios16", "ios17", "ios18", "ios18.4", "ios26"]
        return OSVersion(choices.one(of: names)) ?? .newest
    }

    mutating func linkedSDK() -> OSVersion? {
        OSVersion(choices.one(of: ["", "", "ios9", "ios16", "ios17"]))
    }

    mutating func kind() -> LoadingAPI { choices.one(of: [.urlSession, .webView, .avFoundation, .none]) }

    mutating func host() -> Host? { Host(name()) }

    mutating func policy() -> [String: PropertyValue] {
        var policy: [String: PropertyValue] = [:]
        for _ in 0..<choices.number(below: 5) {
            let key = choices.one(of: Self.policyKeys)
            policy[key] = value(of: key, depth: 0)
        }
        return policy
    }

    private mutating func value(of key: String, depth: Int) -> PropertyValue {
        guard depth < 6, choices.number(below: 16) != 0 else { return anything(depth: depth) }
        switch key {
        case ATSKey.exceptionDomains: return entries(Self.exceptionKeys, depth: depth)
        case ATSKey.pinnedDomains: return entries(Self.pinKeys, depth: depth)
        case ATSKey.exceptionMinimumTLSVersion:
            return .string(
                choices.one(of: ["TLSv1.0", "TLSv1.1", "TLSv1.2", "TLSv1.3", "TLSv1.4", "SSLv3", "DTLSv1.2"]))
        case ATSKey.requiresNIAPTLSPackageVersion, ATSKey.exceptionRequiresNIAPTLSPackageVersion:
            return .string(choices.one(of: ["FCP_v2.1", "NotRequired", "FCP_v2.0"]))
        case ATSKey.pinnedCAIdentities, ATSKey.pinnedLeafIdentities:
            return .array((0..<choices.number(below: 3)).map { _ in .dictionary([ATSKey.spkiSHA256Base64: text()]) })
        case _:
            return .boolean(choices.flag())
        }
    }

    private mutating func entries(_ keys: [String], depth: Int) -> PropertyValue {
        var entries: [String: PropertyValue] = [:]
        for _ in 0..<choices.number(below: 6) {
            var entry: [String: PropertyValue] = [:]
            for _ in 0..<choices.number(below: 5) {
                let key = choices.one(of: keys)
                entry[key] = value(of: key, depth: depth + 1)
            }
            entries[name()] = choices.number(below: 16) == 0 ? anything(depth: depth + 1) : .dictionary(entry)
        }
        return .dictionary(entries)
    }

    private mutating func anything(depth: Int) -> PropertyValue {
        switch choices.number(below: depth < 6 ? 8 : 6) {
        case 0: return .boolean(choices.flag())
        case 1: return .integer(Int64(choices.number(below: 4)) - 1)
        case 2: return .real(Double(choices.number(below: 4)))
        case 3: return .other("a date")
        case 4, 5: return text()
        case 6: return .array((0..<choices.number(below: 3)).map { _ in anything(depth: depth + 1) })
        case _:
            return .dictionary([String(decoding: choices.piece().prefix(8), as: UTF8.self): anything(depth: depth + 1)])
        }
    }

    private mutating func text() -> PropertyValue {
        .string(String(decoding: choices.piece(), as: UTF8.self))
    }

    /// A host, or a key in place of a host.
    private mutating func name() -> String {
        let known = choices.number(below: Self.names.count + 2)
        if known < Self.names.count { return Self.names[known] }
        if known == Self.names.count { return "a." + choices.one(of: Self.names) }
        return String(decoding: choices.piece(), as: UTF8.self)
    }

    private static let names = [
        "example.com", "www.example.com", "a.b.www.example.com", "com", "EXAMPLE.com", "example.com.", "printer.local",
        "printer", "192.0.2.1", "10.0.0.1", "10.0.0.0/8", "10/8", "0.0.0.0/0", "192.0.2.0/24", "::1", "2001:db8::1",
        "2001:db8::/32", "::/0", "apple.com", "gs.apple.com", "x.gs.apple.com", "127.1", "xn--bcher-kva.example",
    ]

    private static let policyKeys = ATSKey.topLevel.sorted()

    private static let exceptionKeys = [
        ATSKey.includesSubdomains, ATSKey.exceptionAllowsInsecureHTTPLoads, ATSKey.exceptionMinimumTLSVersion,
        ATSKey.exceptionRequiresForwardSecrecy, ATSKey.requiresCertificateTransparency,
        ATSKey.exceptionRequiresNIAPTLSPackageVersion, "NSTemporaryExceptionAllowsInsecureHTTPLoads",
        "NSThirdPartyExceptionMinimumTLSVersion",
    ]

    private static let pinKeys = [
        ATSKey.includesSubdomains, ATSKey.pinnedCAIdentities, ATSKey.pinnedLeafIdentities,
    ]
}
