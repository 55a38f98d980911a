import InternetNames
import TransportSecurity

/// Who may use the proxy: loopback, unless `--allow-client` says otherwise.
public struct ClientRules: Hashable, Sendable {
    /// What `--allow-client` names; empty where it was not given.
    public var allowed: [AddressRange]
    /// Whether clients must say who they are, in which case they may come from anywhere when no range was named.
    public var requiresAuthentication: Bool

    /// Rules with these ranges.
    public init(allowed: [AddressRange] = [], requiresAuthentication: Bool = false) {
        self.allowed = allowed
        self.requiresAuthentication = requiresAuthentication
    }

    /// Whether a client of that address may use the proxy. Loopback always may: it is this machine.
    public func permit(_ client: IPAddress) -> Bool {
        let client = client.unmapped
        if client.isLoopback { return true }
        if allowed.isEmpty { return requiresAuthentication }
        return allowed.contains { $0.contains(client) }
    }
}
