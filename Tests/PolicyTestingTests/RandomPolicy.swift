import TransportSecurity

/// Policies with random keys and values, most of which an OS reads. The same seed gives the same policies.
struct RandomPolicy: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// A dictionary.
    mutating func dictionary() -> [String: PropertyValue] {
        var dictionary: [String: PropertyValue] = [:]
        for key in Self.topKeys where chance(of: 4) { dictionary[key] = boolean() }
        if chance(of: 4) { dictionary[ATSKey.requiresNIAPTLSPackageVersion] = one(of: Self.packages) }
        if !chance(of: 5) { dictionary[ATSKey.exceptionDomains] = .dictionary(exceptions()) }
        if chance(of: 2) { dictionary[ATSKey.pinnedDomains] = .dictionary(pins()) }
        return dictionary
    }

    /// A dictionary with one other key or entry.
    mutating func mutation(of dictionary: [String: PropertyValue]) -> [String: PropertyValue] {
        var mutated = dictionary
        switch Int.random(in: 0..<4, using: &self) {
        case 0:
            let key = one(of: Self.topKeys)
            mutated[key] = mutated[key] == nil ? boolean() : nil
        case 1: mutated[ATSKey.requiresNIAPTLSPackageVersion] = one(of: Self.packages)
        case 2:
            mutated[ATSKey.exceptionDomains] = .dictionary(
                members(dictionary[ATSKey.exceptionDomains]).merging(exceptions()) { $1 })
        default:
            mutated[ATSKey.pinnedDomains] = .dictionary(
                members(dictionary[ATSKey.pinnedDomains]).merging(pins()) { $1 })
        }
        return mutated
    }

    /// An SDK, or nil for that of the OS.
    mutating func linkedSDK() -> OSVersion? {
        one(of: [nil, nil, .iOS(8), .iOS(16), .iOS(18), .macOS(13)])
    }

    private mutating func exceptions() -> [String: PropertyValue] {
        var entries: [String: PropertyValue] = [:]
        for _ in 0..<Int.random(in: 0...4, using: &self) {
            var entry: [String: PropertyValue] = [:]
            for key in Self.exceptionKeys where chance(of: 3) { entry[key] = boolean() }
            if chance(of: 3) { entry[ATSKey.exceptionMinimumTLSVersion] = one(of: Self.versions) }
            if chance(of: 6) { entry[ATSKey.exceptionRequiresNIAPTLSPackageVersion] = one(of: Self.packages) }
            entries[one(of: Self.keys)] = chance(of: 12) ? .string("YES") : .dictionary(entry)
        }
        return entries
    }

    private mutating func pins() -> [String: PropertyValue] {
        var entries: [String: PropertyValue] = [:]
        for _ in 0..<Int.random(in: 0...2, using: &self) {
            var entry: [String: PropertyValue] = [:]
            if chance(of: 2) { entry[ATSKey.includesSubdomains] = boolean() }
            if chance(of: 2) { entry[ATSKey.pinnedLeafIdentities] = identities() }
            if chance(of: 2) { entry[ATSKey.pinnedCAIdentities] = identities() }
            entries[one(of: Self.keys)] = .dictionary(entry)
        }
        return entries
    }

    private mutating func identities() -> PropertyValue {
        let digests = [one(of: Self.digests), one(of: Self.digests)]
        return .array(digests.map { .dictionary(["SPKI-SHA256-BASE64": .string($0)]) })
    }

    private mutating func boolean() -> PropertyValue {
        one(of: [.boolean(true), .boolean(true), .boolean(false), .integer(1), .integer(2), .string("YES")])
    }

    private func members(_ value: PropertyValue?) -> [String: PropertyValue] {
        guard case .dictionary(let members) = value else { return [:] }
        return members
    }

    private mutating func chance(of share: Int) -> Bool { Int.random(in: 0..<share, using: &self) == 0 }

    private mutating func one<Value>(of values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &self)]
    }

    private static let topKeys = [
        ATSKey.allowsArbitraryLoads, ATSKey.allowsArbitraryLoadsForMedia, ATSKey.allowsArbitraryLoadsInWebContent,
        ATSKey.allowsLocalNetworking,
    ]
    private static let exceptionKeys = [
        ATSKey.includesSubdomains, ATSKey.exceptionAllowsInsecureHTTPLoads, ATSKey.exceptionRequiresForwardSecrecy,
        ATSKey.requiresCertificateTransparency, "NSTemporaryExceptionAllowsInsecureHTTPLoads",
    ]
    private static let keys = [
        "example.com", "api.example.com", "Example.COM", "example.com.", "com", "example", "localhost", "printer",
        "printer.local", "unlisted.example", "apple.com", "ts.net", "10.0.0.0/8", "203.0.113.1", "2001:db8::/32",
        "100.64/10", "*.example.com", "bücher.example", "https://example.com", "no", "a b", "203.0.113.0/08",
        "_x.example",
    ]
    private static let versions: [PropertyValue] = [
        .string("TLSv1.0"), .string("TLSv1.1"), .string("TLSv1.2"), .string("TLSv1.3"), .string("1.1"), .integer(1),
    ]
    private static let packages: [PropertyValue] = [.string("FCP_v2.1"), .string("none"), .string("recommended")]
    private static let digests = [
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "//////////////////////////////////////////8=", "no Base64",
    ]
}
