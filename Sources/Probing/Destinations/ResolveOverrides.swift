import InternetNames
import TransportSecurity

/// Addresses that replace a lookup, as given by `--resolve HOST:PORT:ADDRESS`.
public struct ResolveOverrides: Hashable, Sendable {
    private var exact: [Authority: [IPAddress]] = [:]
    private var anyPort: [Host: [IPAddress]] = [:]
    /// The addresses of any other name, by port; nil for any port.
    private var anyHost: [UInt16?: [IPAddress]] = [:]

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
        if let given = exact[authority] ?? anyPort[authority.host] { return given }
        switch authority.host {
        case .name: return anyHost[authority.port] ?? anyHost[nil]
        // An address is not looked up.
        case .address: return nil
        }
    }

    /// Adds the addresses in an argument of `--resolve`, and returns whether it has the form that curl reads. The form
    /// is `HOST:PORT:ADDRESS[,ADDRESS…]`, where the host `*` and the port `*` stand for any, and IPv6 addresses may
    /// have brackets.
    public mutating func add(argument: String) -> Bool {
        let end = argument.first == "[" ? argument.firstIndex(of: "]") ?? argument.startIndex : argument.startIndex
        guard let colon = argument[end...].firstIndex(of: ":") else { return false }
        let name = argument[..<colon]
        let parts = argument[argument.index(after: colon)...]
            .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let host = Host(String(name))
        guard parts.count == 2, host != nil || name == "*" else { return false }
        let port = UInt16(parts[0])
        guard parts[0] == "*" || (port ?? 0) > 0 else { return false }
        let texts = parts[1].split(separator: ",", omittingEmptySubsequences: false)
        let addresses = texts.compactMap { text in
            IPAddress(text.hasPrefix("[") && text.hasSuffix("]") ? text.dropFirst().dropLast() : text)
        }
        guard addresses.count == texts.count else { return false }
        if let host {
            add(host, port: port, addresses)
        } else {
            anyHost[port, default: []] += addresses
        }
        return true
    }
}
