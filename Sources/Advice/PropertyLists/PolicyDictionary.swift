import TransportSecurity

/// An `NSAppTransportSecurity` dictionary, with the changes that the search for a policy makes to it.
struct PolicyDictionary: Hashable {
    /// The keys of the top level with their values.
    var keys: [String: PropertyValue]

    /// Creates a dictionary with the given keys.
    init(_ keys: [String: PropertyValue]) {
        self.keys = keys
    }

    /// The entries of `NSExceptionDomains` that are dictionaries.
    var exceptions: [String: [String: PropertyValue]] {
        guard case .dictionary(let entries) = keys[ATSKey.exceptionDomains] else { return [:] }
        return entries.compactMapValues { if case .dictionary(let entry) = $0 { entry } else { nil } }
    }

    /// A copy in which a key of `NSExceptionDomains` has another entry; nil removes the entry.
    func setting(_ key: String, to entry: [String: PropertyValue]?) -> PolicyDictionary {
        var changed = self
        changed.set([key: entry])
        return changed
    }

    /// Sets entries of `NSExceptionDomains`, by their keys; nil removes an entry.
    ///
    /// All entries are set in one pass: the dictionary of entries is copied only once.
    mutating func set(_ new: [String: [String: PropertyValue]?]) {
        var entries: [String: PropertyValue] = [:]
        if case .dictionary(let present) = keys[ATSKey.exceptionDomains] { entries = present }
        for (key, entry) in new { entries[key] = entry.map(PropertyValue.dictionary) }
        keys[ATSKey.exceptionDomains] = entries.isEmpty ? nil : .dictionary(entries)
    }

    /// A copy without a key of the top level.
    func removing(_ key: String) -> PolicyDictionary {
        var changed = self
        changed.keys[key] = nil
        return changed
    }

    /// The keys of the top level that relax ATS if they are YES.
    static let relaxations = [
        ATSKey.allowsArbitraryLoads, ATSKey.allowsArbitraryLoadsForMedia, ATSKey.allowsArbitraryLoadsInWebContent,
    ]

    /// The part of the policy that makes ATS stricter: pins, NIAP's package, local destinations under ATS, and entries
    /// that relax nothing.
    ///
    /// Even an entry without keys puts hosts under ATS that are exempt without it, such as a local host or one of
    /// Apple's built-in exceptions.
    var restrictions: PolicyDictionary {
        var kept: [String: PropertyValue] = [:]
        kept[ATSKey.pinnedDomains] = keys[ATSKey.pinnedDomains]
        kept[ATSKey.requiresNIAPTLSPackageVersion] = keys[ATSKey.requiresNIAPTLSPackageVersion]
        if keys[ATSKey.allowsLocalNetworking]?.isNo == true {
            kept[ATSKey.allowsLocalNetworking] = .boolean(false)
        }
        let entries = exceptions.filter { !Self.isRelaxing($0.value) }
        if !entries.isEmpty { kept[ATSKey.exceptionDomains] = .dictionary(entries.mapValues(PropertyValue.dictionary)) }
        return PolicyDictionary(kept)
    }

    /// Limits exceptions that were kept for other loads by the other parts of the declared policy.
    ///
    /// The declared policy may have keys that void `NSAllowsArbitraryLoads` (from iOS 10 on), which are kept beside it.
    /// Its other entries limit a kept exception as well. For those that were removed, entries are set that relax
    /// nothing. Returns the domains of these entries, sorted.
    ///
    /// - Parameters:
    ///   - topLevelKeys: The kept keys of the top level.
    ///   - entries: The kept entries of `NSExceptionDomains`.
    mutating func limitExceptions(
        ofTopLevel topLevelKeys: [String], ofDomains entries: [String: [String: PropertyValue]],
        as declared: PolicyDictionary
    ) -> [String] {
        if topLevelKeys.contains(ATSKey.allowsArbitraryLoads) {
            for key in Self.keysVoidingArbitraryLoads where keys[key] == nil { keys[key] = declared.keys[key] }
        }
        let domains = entries.filter { $0.value[ATSKey.includesSubdomains]?.isYes == true }.keys
        let suffixes = domains.map { ".\($0.lowercased())" }
        let present = exceptions
        let removed = declared.exceptions.filter { domain, _ in
            present[domain] == nil
                && (!topLevelKeys.isEmpty || suffixes.contains { domain.lowercased().hasSuffix($0) })
        }
        set(removed.mapValues { entry in entry.filter { !Self.isRelaxing($0.key, value: $0.value) } })
        return removed.keys.sorted()
    }

    /// The keys of the top level that void `NSAllowsArbitraryLoads` from iOS 10 on, whatever their value.
    private static let keysVoidingArbitraryLoads = [
        ATSKey.allowsArbitraryLoadsForMedia, ATSKey.allowsArbitraryLoadsInWebContent, ATSKey.allowsLocalNetworking,
    ]

    /// Whether any key of an entry of `NSExceptionDomains` relaxes ATS.
    static func isRelaxing(_ entry: [String: PropertyValue]) -> Bool {
        entry.contains { isRelaxing($0.key, value: $0.value) }
    }

    /// Whether a key of an entry relaxes ATS with a value. The ends of names are compared, which the current and the
    /// legacy spellings share, such as `NSExceptionRequiresForwardSecrecy` and
    /// `NSThirdPartyExceptionRequiresForwardSecrecy`.
    static func isRelaxing(_ key: String, value: PropertyValue) -> Bool {
        if key.hasSuffix("AllowsInsecureHTTPLoads") { return value.isYes }
        if key.hasSuffix("RequiresForwardSecrecy") { return value.isNo }
        if key.hasSuffix("MinimumTLSVersion") { return value == .string("TLSv1.0") || value == .string("TLSv1.1") }
        return key == ATSKey.exceptionRequiresNIAPTLSPackageVersion && value == .string("none")
    }
}
