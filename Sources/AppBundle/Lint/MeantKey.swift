import InternetNames
import TransportSecurity

/// A key of a policy that matches nothing, but was surely meant for a host.
public struct MeantKey: Hashable, Sendable {
    /// The key as it is written.
    public let key: String
    /// The key that was meant.
    public let meant: String
    /// Whether the entry needs `NSIncludesSubdomains` for the host.
    public let needsSubdomains: Bool

    /// The keys of a policy that were meant for a host, sorted: such as `*.example.com`, `https://example.com`,
    /// `example.com:443`, `example.com/` and ` Example.com `.
    public static func keys(of policy: [String: PropertyValue], meantFor host: Host) -> [MeantKey] {
        [(ATSKey.exceptionDomains, PolicyPlace.exceptionDomains), (ATSKey.pinnedDomains, .pinnedDomains)]
            .flatMap { name, place -> [MeantKey] in
                guard case .dictionary(let domains) = policy[name] else { return [] }
                return domains.sorted { $0.key < $1.key }.compactMap { key, value in
                    MeantKey(key, value, in: place, for: host)
                }
            }
    }

    private init?(_ key: String, _ value: PropertyValue, in place: PolicyPlace, for host: Host) {
        let trimmed = key.withoutBlanks
        let written = WrittenDomain(trimmed, in: place)
        guard trimmed != key || !written.faults.isEmpty, let meant = written.host else { return nil }
        var includesSubdomains = false
        if case .dictionary(let entry) = value {
            includesSubdomains = entry[ATSKey.includesSubdomains] == .boolean(true)
        }
        let isBelow = host.description.hasSuffix(".\(meant)")
        guard host == meant || isBelow && (written.meansSubdomains || includesSubdomains) else { return nil }
        self.key = key
        self.meant = meant.description
        needsSubdomains = written.meansSubdomains && !includesSubdomains
    }

    /// The remark as a sentence.
    public var sentence: String {
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
