import InternetNames
import TransportSecurity

/// The destinations that a client may reach. A client never reaches more through the proxy than without it.
///
/// The rules are applied to each address after resolution, because a name can resolve to any address.
public struct DestinationRules: Hashable, Sendable {
    /// The destinations of `--allow-destination`.
    public var allowed: [DestinationPattern]
    /// The destinations of `--deny-destination`. They are denied to all clients, even if `--allow-destination` has them
    /// too.
    public var denied: [DestinationPattern]

    /// Creates rules with the given exceptions.
    public init(allowed: [DestinationPattern] = [], denied: [DestinationPattern] = []) {
        self.allowed = allowed
        self.denied = denied
    }

    /// Whether a client may reach a port of an address.
    ///
    /// No client reaches the proxy's own listeners, whatever the exceptions allow: a tunnel to them would bypass the
    /// rules for clients and could be nested without end. A client on this machine reaches every other destination.
    /// Other clients reach public and private networks, but no address of this machine.
    public func permit(
        _ destination: IPAddress, port: UInt16, to client: IPAddress, on machine: LocalMachine
    ) -> Bool {
        if machine.listens(at: destination, port: port) { return false }
        if isDenied(destination, port: port) { return false }
        if allowed.contains(where: { $0.matches(destination.unmapped, port: port) }) { return true }
        if machine.isLocalClient(client) { return true }
        guard port == 80 || port == 443 || port > 1023 else { return false }
        switch destination.kind {
        case .unspecified, .loopback, .linkLocal, .cloudMetadata, .multicast, .reserved: return false
        case .benchmarking, .documentation, .private, .shared, .public: return !machine.owns(destination)
        }
    }

    /// The check of `permit` for one client, for later use.
    public func reachability(of client: IPAddress, on machine: LocalMachine) -> @Sendable (IPAddress, UInt16) -> Bool {
        { permit($0, port: $1, to: client, on: machine) }
    }

    private func isDenied(_ address: IPAddress, port: UInt16) -> Bool {
        guard !denied.isEmpty else { return false }
        return ([address] + address.embeddedAddresses).contains { address in
            denied.contains { $0.matches(address, port: port) }
        }
    }
}
