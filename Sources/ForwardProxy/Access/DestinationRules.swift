import InternetNames
import TransportSecurity

/// Who may reach what: a client never reaches through the proxy what it could not reach without it.
///
/// Asked after resolution, once for each address, since a name may lead anywhere.
public struct DestinationRules: Hashable, Sendable {
    /// What `--allow-destination` permits.
    public var allowed: [DestinationPattern]
    /// What `--deny-destination` forbids, to everybody; it goes before what is allowed.
    public var denied: [DestinationPattern]

    /// Rules with these exceptions.
    public init(allowed: [DestinationPattern] = [], denied: [DestinationPattern] = []) {
        self.allowed = allowed
        self.denied = denied
    }

    /// Whether that client may reach that port of that address.
    ///
    /// Nobody reaches the proxy's own listeners, whatever else is permitted: a tunnel to them would lead around the rules
    /// for clients, and through itself without end. A client on this machine reaches all else. Others reach what is public
    /// or on a network, and nothing that is this machine.
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

    /// Which ports of which addresses that client may reach, for those who ask later.
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
