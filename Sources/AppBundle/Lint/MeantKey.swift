import InternetNames
import TransportSecurity

/// A key of a policy that does not hold for a host, but was surely meant for it: it matches nothing, or is the key of a
/// parent domain without `NSIncludesSubdomains`.
public struct MeantKey: Hashable, Sendable {
    /// The key as it is written.
    public let key: String
    /// The key that was meant.
    public let meant: String
    /// The host that the key does not hold for.
    public let host: Host
    /// Whether the entry needs `NSIncludesSubdomains` for the host.
    public let needsSubdomains: Bool

    /// The keys of a policy that were meant for a host, sorted: such as `*.example.com`, `https://example.com`,
    /// `example.com:443`, `example.com/` and ` Example.com `.
    public static func keys(of policy: [String: PropertyValue], meantFor host: Host) -> [MeantKey] {
        [(ATSKey.exceptionDomains, PolicyPlace.exceptionDomains), (ATSKey.pinnedDomains, .pinnedDomains)]
            .flatMap { name, place -> [MeantKey] in
                guard case .dictionary(let domains) = policy[name], domains[host.description] == nil else { return [] }
                return domains.sorted { $0.key < $1.key }.compactMap { key, value in
                    MeantKey(key, value, in: place, for: host)
                }
            }
    }

    private init?(_ key: String, _ value: PropertyValue, in place: PolicyPlace, for host: Host) {
        let trimmed = key.withoutBlanks
        let written = WrittenDomain(trimmed, in: place)
        guard let meant = written.host else { return nil }
        var includesSubdomains = false
        if case .dictionary(let entry) = value {
            includesSubdomains = entry[ATSKey.includesSubdomains] == .boolean(true)
        }
        let isBelow = host.description.hasSuffix(".\(meant)")
        guard trimmed != key || !written.faults.isEmpty else {
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

    /// The remark as a sentence.
    public var sentence: String {
        guard key != meant else {
            return "the key '\(key.shown)' holds for that host alone; for \(host) it needs NSIncludesSubdomains."
        }
        let subdomains = needsSubdomains ? "with NSIncludesSubdomains " : ""
        return "the key '\(key.shown)' matches nothing; '\(meant)' \(subdomains)was probably meant."
    }
}

extension String {
    /// The text without white space around it.
    var withoutBlanks: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
