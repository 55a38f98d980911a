import InternetNames
import TransportSecurity

/// A host that `/proxy.pac` sends to the proxy.
public struct ProxiedHost: Hashable, Sendable {
    /// Whom it names.
    public let pattern: Pattern

    /// Ways to name hosts.
    public enum Pattern: Hashable, Sendable {
        /// This host, and with the flag all names below it.
        case host(Host, includesSubdomains: Bool)
        /// Every address of this range.
        case range(AddressRange)
    }

    /// The hosts that this names.
    public init(_ pattern: Pattern) {
        self.pattern = pattern
    }

    /// Reads what `--pac-host` takes: a host; `*.HOST` for it and all below it; a range of addresses.
    public init?(option text: String) {
        if text.hasPrefix("*."), let host = Host(String(text.dropFirst(2))), case .name = host {
            pattern = .host(host, includesSubdomains: true)
        } else if let host = Host(text) {
            pattern = .host(host, includesSubdomains: false)
        } else if let range = AddressRange(text) {
            pattern = .range(range)
        } else {
            return nil
        }
    }

    /// The hosts that a policy names: the keys of `NSExceptionDomains` and `NSPinnedDomains`, as its OS reads them.
    ///
    /// A key that no host can match, such as one with a port, is left out. A pin with `NSIncludesSubdomains` covers one
    /// label more; the script covers all, since a host too many in a recording does no harm.
    public static func hosts(of policy: Policy) -> [ProxiedHost] {
        let keys =
            policy.exceptionDomains.map { ($0.key, $0.includesSubdomains) }
            + policy.pinnedDomains.map { ($0.key, $0.includesSubdomains) }
        var found: [ProxiedHost] = []
        for (key, includesSubdomains) in keys {
            let proxied: ProxiedHost
            if let host = Host(key) {
                proxied = ProxiedHost(.host(host, includesSubdomains: includesSubdomains))
            } else if let range = AddressRange(key) {
                proxied = ProxiedHost(.range(range))
            } else {
                continue
            }
            if !found.contains(proxied) { found.append(proxied) }
        }
        return found
    }
}
