import InternetNames
import TransportSecurity

/// A host or a set of hosts that devices with `/proxy.pac` reach through the proxy.
public struct ProxiedHost: Hashable, Sendable {
    /// The hosts.
    public let pattern: Pattern

    /// The kinds of patterns.
    public enum Pattern: Hashable, Sendable {
        /// One host, with `includesSubdomains` also all names below it.
        case host(Host, includesSubdomains: Bool)
        /// All addresses of a range.
        case range(AddressRange)
    }

    /// Creates an entry from its pattern.
    public init(_ pattern: Pattern) {
        self.pattern = pattern
    }

    /// Reads the value of `--pac-host`: a host, `*.HOST` for a host and all names below it, or a range of addresses.
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

    /// The hosts in the keys of a policy's `NSExceptionDomains` and `NSPinnedDomains`, as its OS reads them.
    ///
    /// A key that matches no host, such as one with a port, is left out. A pin with `NSIncludesSubdomains` covers only
    /// one label more. The script covers all names below, because recording additional hosts does no harm.
    public static func hosts(of policy: Policy) -> [ProxiedHost] {
        let exceptions = policy.exceptionDomains.map { (key: $0.key, includesSubdomains: $0.includesSubdomains) }
        let pins = policy.pinnedDomains.map { (key: $0.key, includesSubdomains: $0.includesSubdomains) }
        return (exceptions + pins).compactMap { key, includesSubdomains in
            if let host = Host(key) { return ProxiedHost(.host(host, includesSubdomains: includesSubdomains)) }
            return AddressRange(key).map { ProxiedHost(.range($0)) }
        }.distinct
    }
}
