import InternetNames
import TransportSecurity

/// What of the network is this machine itself, as far as it is known at one moment.
public struct LocalMachine: Hashable, Sendable {
    /// The addresses of all interfaces; none of them is IPv4-mapped.
    public var addresses: Set<IPAddress>
    /// Where the proxy itself listens.
    public var listeners: [Authority]

    /// A machine with these addresses, on which the proxy listens there.
    public init(addresses: [IPAddress] = [], listeners: [Authority] = []) {
        self.addresses = Set(addresses.map(\.unmapped))
        self.listeners = listeners
    }

    /// Whether a client that comes from that address is on this machine. A source address is taken as it is: nothing
    /// translates it on its way here but what this machine itself does.
    public func isLocalClient(_ client: IPAddress) -> Bool {
        client.isLoopback || addresses.contains(client.unmapped)
    }

    /// Whether that port of that address is one at which the proxy itself listens, in any spelling.
    ///
    /// A listener on all addresses covers loopback and every interface. An unspecified destination counts as all of them,
    /// because systems connect to loopback in its place.
    public func listens(at destination: IPAddress, port: UInt16) -> Bool {
        guard listeners.contains(where: { $0.port == port }) else { return false }
        return listeners.contains { listener in
            guard listener.port == port, case .address(let address) = listener.host else { return false }
            return ([destination.unmapped] + destination.embeddedAddresses).contains { leads($0, to: address.unmapped) }
        }
    }

    private func leads(_ destination: IPAddress, to listener: IPAddress) -> Bool {
        if destination == listener || destination.kind == .unspecified { return true }
        switch (listener, destination) {
        case (.v4(0), .v4), (.v6(high: 0, low: 0), .v6): return owns(destination)
        case (.v4, _), (.v6, _): return false
        }
    }

    /// Whether that address leads to this machine: loopback, or one of its interfaces, in any spelling that a translator
    /// or tunnel on the way would deliver here.
    public func owns(_ address: IPAddress) -> Bool {
        addresses.contains(address.unmapped) || address.kind == .loopback
            || address.embeddedAddresses.contains { addresses.contains($0) }
    }
}
