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
        var entries: [String: PropertyValue] = [:]
        if case .dictionary(let present) = keys[ATSKey.exceptionDomains] { entries = present }
        entries[key] = entry.map(PropertyValue.dictionary)
        var changed = self
        changed.keys[ATSKey.exceptionDomains] = entries.isEmpty ? nil : .dictionary(entries)
        return changed
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

    /// What stays of a policy that is to be as narrow as possible: what makes it stricter. Pins, NIAP's package, and
    /// local destinations put under ATS.
    var restrictions: PolicyDictionary {
        var kept: [String: PropertyValue] = [:]
        kept[ATSKey.pinnedDomains] = keys[ATSKey.pinnedDomains]
        kept[ATSKey.requiresNIAPTLSPackageVersion] = keys[ATSKey.requiresNIAPTLSPackageVersion]
        if keys[ATSKey.allowsLocalNetworking] == .boolean(false) {
            kept[ATSKey.allowsLocalNetworking] = .boolean(false)
        }
        return PolicyDictionary(kept)
    }
}
