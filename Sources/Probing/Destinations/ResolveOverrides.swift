import InternetNames
import TransportSecurity

/// Addresses that replace a lookup, as given by `--resolve HOST:PORT:ADDRESS`.
public struct ResolveOverrides: Hashable, Sendable {
    private var exact: [Authority: [IPAddress]] = [:]
    private var anyPort: [Host: [IPAddress]] = [:]

    /// No overrides.
    public init() {}

    /// Adds the addresses of a host, for one port or, with nil, for any.
    public mutating func add(_ host: Host, port: UInt16?, _ addresses: [IPAddress]) {
        if let port {
            exact[Authority(host: host, port: port), default: []] += addresses
        } else {
            anyPort[host, default: []] += addresses
        }
    }

    /// The addresses for that destination; nil if none were given.
    func addresses(of authority: Authority) -> [IPAddress]? {
        exact[authority] ?? anyPort[authority.host]
    }

    /// Adds the addresses in an argument of `--resolve`, and returns whether it has the form that curl reads:
    /// `HOST:PORT:ADDRESS[,ADDRESS…]`, where the port `*` stands for any, and IPv6 addresses may have brackets.
    public mutating func add(argument: String) -> Bool {
        let parts = argument.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let host = Host(String(parts[0])) else { return false }
        let port = UInt16(parts[1])
        guard parts[1] == "*" || (port ?? 0) > 0 else { return false }
        let texts = parts[2].split(separator: ",", omittingEmptySubsequences: false)
        let addresses = texts.compactMap { text in
            IPAddress(text.hasPrefix("[") && text.hasSuffix("]") ? text.dropFirst().dropLast() : text)
        }
        guard addresses.count == texts.count else { return false }
        add(host, port: port, addresses)
        return true
    }
}
