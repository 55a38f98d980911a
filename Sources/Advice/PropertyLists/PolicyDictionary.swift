import InternetNames
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

    /// The part of the policy that makes ATS stricter: pins, NIAP's package, local destinations under ATS, and the
    /// parts of entries that relax nothing.
    ///
    /// Even an entry without keys puts hosts under ATS that are exempt otherwise, such as a local host or one of
    /// Apple's built-in exceptions. ATS reads no entry of a parent domain beside the entry for a host.
    var restrictions: PolicyDictionary {
        var kept: [String: PropertyValue] = [:]
        kept[ATSKey.pinnedDomains] = keys[ATSKey.pinnedDomains]
        kept[ATSKey.requiresNIAPTLSPackageVersion] = keys[ATSKey.requiresNIAPTLSPackageVersion]
        if keys[ATSKey.allowsLocalNetworking]?.isNo == true {
            kept[ATSKey.allowsLocalNetworking] = .boolean(false)
        }
        let redundant = redundantKeys
        let entries = exceptions.filter { !redundant.contains($0.key) }
            .mapValues { PropertyValue.dictionary(ExceptionStrength.strictPart(of: $0)) }
        if !entries.isEmpty { kept[ATSKey.exceptionDomains] = .dictionary(entries) }
        return PolicyDictionary(kept)
    }

    /// The keys of entries that permit hardly more to hosts than ATS itself permits without any entry, such as one for
    /// cleartext to a local host.
    var redundantKeys: Set<String> {
        var entries = exceptions
        var redundant: Set<String> = []
        for (key, entry) in entries.sorted(by: { ($0.key.count, $0.key) < ($1.key.count, $1.key) })
        where ExemptDomain.makesRedundant(entry, for: key, in: entries)
            && Self.entries(covering: key, in: entries).isEmpty
        {
            redundant.insert(key)
            entries[key] = nil
        }
        return redundant
    }

    /// The entries that might hold for hosts of a key if it had no entry of its own: those of parent domains, or other
    /// ranges of addresses.
    static func entries(
        covering key: String, in entries: [String: [String: PropertyValue]]
    ) -> [[String: PropertyValue]] {
        guard IPAddress(key) == nil, AddressRange(key) == nil else {
            return entries.filter { $0.key != key && AddressRange($0.key) != nil }.map(\.value)
        }
        return self.entries(above: key, in: entries)
    }

    /// The entries for parent domains of a key that cover their subdomains, the nearest first.
    static func entries(
        above key: String, in entries: [String: [String: PropertyValue]]
    ) -> [[String: PropertyValue]] {
        let labels = key.split(separator: ".", omittingEmptySubsequences: false)
        return labels.indices.dropFirst().compactMap { entries[labels[$0...].joined(separator: ".")] }
            .filter { $0[ATSKey.includesSubdomains]?.isYes == true }
    }

    /// A copy without the keys of the top level that relax ATS.
    var withoutTopLevelRelaxations: PolicyDictionary { Self.relaxations.reduce(self) { $0.removing($1) } }

    /// The keys of the top level that void `NSAllowsArbitraryLoads` from iOS 10 on, whatever their value.
    static let keysVoidingArbitraryLoads = [
        ATSKey.allowsArbitraryLoadsForMedia, ATSKey.allowsArbitraryLoadsInWebContent, ATSKey.allowsLocalNetworking,
    ]
}
