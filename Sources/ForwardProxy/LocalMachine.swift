import TransportSecurity

/// What of the network is this machine itself, as far as it is known at one moment.
public struct LocalMachine: Hashable, Sendable {
    /// The addresses of all interfaces; none of them is IPv4-mapped.
    public var addresses: Set<IPAddress>

    /// A machine with these addresses.
    public init(addresses: [IPAddress] = []) {
        self.addresses = Set(addresses.map(\.unmapped))
    }

    /// Whether that address leads to this machine: loopback, or one of its interfaces, in any spelling that a translator
    /// or tunnel on the way would deliver here.
    public func owns(_ address: IPAddress) -> Bool {
        addresses.contains(address.unmapped) || address.kind == .loopback
            || address.embeddedAddresses.contains { addresses.contains($0) }
    }
}
