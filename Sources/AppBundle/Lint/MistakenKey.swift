import InternetNames
import TransportSecurity

/// A key of a policy that was probably meant for a host but does not apply to it. Such a key matches no host, or is
/// that of a parent domain without `NSIncludesSubdomains`.
public struct MistakenKey: Hashable, Sendable {
    /// The key in the policy.
    public let key: String
    /// The key that was meant.
    public let meant: String
    /// The host to which the key does not apply.
    public let host: Host
    /// Whether the entry needs `NSIncludesSubdomains` for the host.
    public let needsSubdomains: Bool

    /// The keys of a policy that were probably meant for a host, sorted. Examples are `*.example.com`,
    /// `https://example.com`, `example.com:443`, `example.com/` and ` Example.com `.
    public static func keys(of policy: [String: PropertyValue], meantFor host: Host) -> [MistakenKey] {
        keys(in: policy[ATSKey.exceptionDomains], of: .exceptionDomains, meantFor: host)
            + keys(in: policy[ATSKey.pinnedDomains], of: .pinnedDomains, meantFor: host)
    }

    /// The keys of one dictionary of domains that were probably meant for a host; none if it has a key for the host.
    private static func keys(
        in dictionary: PropertyValue?, of dictionaryKind: PolicyDictionaryKind, meantFor host: Host
    ) -> [MistakenKey] {
        guard case .dictionary(let domains) = dictionary, domains[host.description] == nil else { return [] }
        return domains.sorted { $0.key < $1.key }.compactMap { key, value in
            MistakenKey(key, value, in: dictionaryKind, for: host)
        }
    }

    private init?(_ key: String, _ value: PropertyValue, in dictionaryKind: PolicyDictionaryKind, for host: Host) {
        let trimmed = key.withoutBlanks
        let written = WrittenDomain(trimmed, in: dictionaryKind)
        guard let meant = written.host else { return nil }
        var includesSubdomains = false
        if case .dictionary(let entry) = value {
            includesSubdomains = entry[ATSKey.includesSubdomains] == .boolean(true)
        }
        let isBelow = host.description.hasSuffix(".\(meant)")
        guard trimmed != key || !written.faults.isEmpty else {
            // The key is right, but holds only for its own host.
            guard isBelow, !includesSubdomains, case .name = meant, meant.description == key else { return nil }
            (self.key, self.meant, self.host, needsSubdomains) = (key, key, host, true)
            return
        }
        guard host == meant || isBelow && (written.meansSubdomains || includesSubdomains) else { return nil }
        self.key = key
        self.meant = meant.description
        self.host = host
        needsSubdomains = written.meansSubdomains && !includesSubdomains
    }

    /// The reason why a key of `NSExceptionDomains` matches no host, as a clause after the key's name; nil if it can
    /// match.
    public static func reasonOfNoMatch(of key: String) -> String? {
        switch HostKey(key) {
        case .range: return AddressRange(key) == nil ? "is not a range of addresses" : nil
        case .address:
            return Host(key)?.description == key ? nil : "is not an address in the form in which hosts are compared"
        case .notAHost, .name:
            guard key.withoutBlanks == key else { return "has white space around it, as no host has" }
            let written = WrittenDomain(key, in: .exceptionDomains)
            return written.faults.first?.clause ?? (written.host == nil ? "is not a host" : nil)
        }
    }

    /// A sentence that names the host for which a key of `NSExceptionDomains` was meant; nil if that is not known.
    ///
    /// - Parameters:
    ///   - key: A key that matches no host.
    ///   - entry: The value of the key.
    public static func meaning(of key: String, _ entry: [String: PropertyValue]) -> String? {
        switch HostKey(key) {
        case .range: return nil
        case .address: return Host(key).map { "'\($0)' was probably meant." }
        case .notAHost, .name:
            let written = WrittenDomain(key.withoutBlanks, in: .exceptionDomains)
            guard let host = written.host else { return nil }
            let needsSubdomains = written.meansSubdomains && entry[ATSKey.includesSubdomains] != .boolean(true)
            return "'\(host)'\(needsSubdomains ? " with NSIncludesSubdomains" : "") was probably meant."
        }
    }

    /// The finding as a sentence.
    public var sentence: String {
        guard key != meant else {
            return "the key '\(key.shown)' holds only for that host; for \(host) it needs NSIncludesSubdomains."
        }
        let subdomains = needsSubdomains ? "with NSIncludesSubdomains " : ""
        return "the key '\(key.shown)' matches nothing; '\(meant)' \(subdomains)was probably meant."
    }
}
