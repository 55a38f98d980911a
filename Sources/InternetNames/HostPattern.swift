/// A host, or all subdomains of a domain in the form `*.example.com`.
///
/// `*.example.com` matches `a.example.com` and `b.a.example.com`, but not `example.com` itself.
public enum HostPattern: Hashable, Sendable {
    /// One host.
    case host(Host)
    /// The subdomains of a domain, at any depth.
    case subdomains(of: String)

    /// Creates a pattern from its text; nil if the host or the domain is not valid.
    public init?(_ text: String) {
        guard text.hasPrefix("*.") else {
            guard let host = Host(text) else { return nil }
            self = .host(host)
            return
        }
        guard case .name(let domain)? = Host(String(text.dropFirst(2))) else { return nil }
        self = .subdomains(of: domain)
    }

    /// Whether the pattern matches a host.
    public func matches(_ host: Host) -> Bool {
        switch self {
        case .host(let own): return own == host
        case .subdomains(let domain):
            guard case .name(let name) = host else { return false }
            return name.hasSuffix("." + domain)
        }
    }
}

extension HostPattern: CustomStringConvertible {
    /// The pattern as it is written.
    public var description: String {
        switch self {
        case .host(let host): return host.description
        case .subdomains(let domain): return "*.\(domain)"
        }
    }
}
