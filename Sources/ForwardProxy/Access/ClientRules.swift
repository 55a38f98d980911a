import InternetNames
import TransportSecurity

/// The clients that may use the proxy. By default, these are the ones on loopback.
public struct ClientRules: Hashable, Sendable {
    /// The ranges of `--allow-client`; empty if the option is not given.
    public var allowed: [AddressRange]
    /// Whether clients must authenticate. If they must and no range is given, clients are allowed from any address.
    public var requiresAuthentication: Bool

    /// Creates rules with the given ranges.
    public init(allowed: [AddressRange] = [], requiresAuthentication: Bool = false) {
        self.allowed = allowed
        self.requiresAuthentication = requiresAuthentication
    }

    /// Whether a client at an address may use the proxy. Loopback is always allowed, because it is this machine.
    public func permit(_ client: IPAddress) -> Bool {
        let client = client.unmapped
        if client.isLoopback { return true }
        if allowed.isEmpty { return requiresAuthentication }
        return allowed.contains { $0.contains(client) }
    }
}
