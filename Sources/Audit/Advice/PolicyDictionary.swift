import TransportSecurity

/// An `NSAppTransportSecurity` dictionary that is being changed, key by key.
struct PolicyDictionary: Hashable {
    var keys: [String: PropertyValue]

    init(_ keys: [String: PropertyValue]) {
        self.keys = keys
    }

    /// The entries of `NSExceptionDomains` that are dictionaries.
    var exceptions: [String: [String: PropertyValue]] {
        guard case .dictionary(let entries) = keys[ATSKey.exceptionDomains] else { return [:] }
        return entries.compactMapValues { if case .dictionary(let entry) = $0 { entry } else { nil } }
    }

    /// The dictionary with that entry in place of what it has for the key; nil takes the entry away.
    func setting(_ key: String, _ entry: [String: PropertyValue]?) -> PolicyDictionary {
        var changed = self
        changed.set([key: entry])
        return changed
    }

    /// Puts those entries in place of what there is for their keys; nil takes an entry away.
    ///
    /// The entries are copied once for all of them.
    mutating func set(_ new: [String: [String: PropertyValue]?]) {
        var entries: [String: PropertyValue] = [:]
        if case .dictionary(let present) = keys[ATSKey.exceptionDomains] { entries = present }
        for (key, entry) in new { entries[key] = entry.map(PropertyValue.dictionary) }
        keys[ATSKey.exceptionDomains] = entries.isEmpty ? nil : .dictionary(entries)
    }

    /// The dictionary without that key of its top level.
    func removing(_ key: String) -> PolicyDictionary {
        var changed = self
        changed.keys[key] = nil
        return changed
    }

    /// The keys of the top level that relax something, if they are YES.
    static let relaxations = [
        ATSKey.allowsArbitraryLoads, ATSKey.allowsArbitraryLoadsForMedia, ATSKey.allowsArbitraryLoadsInWebContent,
    ]

    /// What stays of a policy that is to be as narrow as possible: what makes it stricter. Pins, NIAP's package, local
    /// destinations put under ATS, and entries that only ask for more.
    var restrictions: PolicyDictionary {
        var kept: [String: PropertyValue] = [:]
        kept[ATSKey.pinnedDomains] = keys[ATSKey.pinnedDomains]
        kept[ATSKey.requiresNIAPTLSPackageVersion] = keys[ATSKey.requiresNIAPTLSPackageVersion]
        if keys[ATSKey.allowsLocalNetworking] == .boolean(false) {
            kept[ATSKey.allowsLocalNetworking] = .boolean(false)
        }
        let entries = exceptions.filter { entry in
            entry.value.keys.contains { $0 != ATSKey.includesSubdomains }
                && !entry.value.contains { Self.isRelaxing($0.key, $0.value) }
        }
        if !entries.isEmpty { kept[ATSKey.exceptionDomains] = .dictionary(entries.mapValues(PropertyValue.dictionary)) }
        return PolicyDictionary(kept)
    }

    /// Whether a Boolean key is set.
    static func isYes(_ value: PropertyValue?) -> Bool {
        value == .boolean(true) || value == .integer(1)
    }

    /// Whether a key of an entry makes ATS demand less, in whatever spelling.
    static func isRelaxing(_ key: String, _ value: PropertyValue) -> Bool {
        if key.hasSuffix("AllowsInsecureHTTPLoads") { return isYes(value) }
        if key.hasSuffix("RequiresForwardSecrecy") { return value == .boolean(false) || value == .integer(0) }
        if key.hasSuffix("MinimumTLSVersion") { return value == .string("TLSv1.0") || value == .string("TLSv1.1") }
        return key == ATSKey.exceptionRequiresNIAPTLSPackageVersion && value == .string("none")
    }
}
