import InternetNames
import TransportSecurity

/// The addresses and listeners of this machine at one moment.
public struct LocalMachine: Hashable, Sendable {
    /// The addresses of all interfaces, none of them IPv4-mapped.
    public var addresses: Set<IPAddress>
    /// The addresses on which the proxy itself listens.
    public var listeners: [Authority]

    /// Creates a machine with the given interfaces and listeners.
    public init(addresses: [IPAddress] = [], listeners: [Authority] = []) {
        self.addresses = Set(addresses.map(\.unmapped))
        self.listeners = listeners
    }

    /// Whether a client with a source address is on this machine. A source address is not searched for embedded IPv4
    /// addresses, because only this machine itself could have translated it.
    public func isLocalClient(_ client: IPAddress) -> Bool {
        client.isLoopback || addresses.contains(client.unmapped)
    }

    /// Whether the proxy itself listens on a port of an address, in any form of the address.
    ///
    /// A listener on the unspecified address listens on loopback and on every interface. An unspecified destination
    /// counts as all of these, because systems connect to loopback instead.
    public func listens(at destination: IPAddress, port: UInt16) -> Bool {
        listens(on: port)
            && listeners.contains { listener in
                guard listener.port == port, case .address(let address) = listener.host else { return false }
                return ([destination.unmapped] + destination.embeddedAddresses).contains {
                    leads($0, to: address.unmapped)
                }
            }
    }

    /// Whether the proxy itself listens on a port of any address.
    public func listens(on port: UInt16) -> Bool {
        listeners.contains { $0.port == port }
    }

    private func leads(_ destination: IPAddress, to listener: IPAddress) -> Bool {
        if destination == listener || destination.kind == .unspecified { return true }
        switch (listener, destination) {
        case (.v4(0), .v4), (.v6(high: 0, low: 0), .v6): return owns(destination)
        case (.v4, _), (.v6, _): return false
        }
    }

    /// Whether an address is loopback or one of this machine's interfaces, also as an IPv4 address embedded in an IPv6
    /// address, which a translator or tunnel would deliver here.
    public func owns(_ address: IPAddress) -> Bool {
        addresses.contains(address.unmapped) || address.kind == .loopback
            || address.embeddedAddresses.contains { addresses.contains($0) }
    }
}
