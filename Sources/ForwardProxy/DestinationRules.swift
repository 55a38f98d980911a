import TransportSecurity

/// Who may reach what: a client never reaches through the proxy what it could not reach without it.
///
/// Asked after resolution, once for each address, since a name may lead anywhere.
public struct DestinationRules: Hashable, Sendable {
    /// What `--allow-destination` permits.
    public var allowed: [DestinationPattern]
    /// What `--deny-destination` forbids, to everybody; it goes before what is allowed.
    public var denied: [DestinationPattern]
    /// The ports that the proxy itself listens on.
    public var ownPorts: [UInt16]
    /// The addresses of this machine.
    public var ownAddresses: [IPAddress]

    /// Rules with these exceptions.
    public init(
        allowed: [DestinationPattern] = [], denied: [DestinationPattern] = [], ownPorts: [UInt16] = [],
        ownAddresses: [IPAddress] = []
    ) {
        self.allowed = allowed
        self.denied = denied
        self.ownPorts = ownPorts
        self.ownAddresses = ownAddresses
    }

    /// Whether that client may reach that port of that address.
    public func permit(_ destination: IPAddress, port: UInt16, to client: IPAddress) -> Bool {
        let embedded = destination.embeddedAddresses
        if isDenied(destination, port: port) || embedded.contains(where: { isDenied($0, port: port) }) { return false }
        if allowed.contains(where: { $0.matches(destination.unmapped, port: port) }) { return true }
        if client.isLoopback { return true }
        guard port == 80 || port == 443 || port > 1023 else { return false }
        return isPublic(destination, port: port) && embedded.allSatisfy { isPublic($0, port: port) }
    }

    /// Which ports of which addresses that client may reach, for those who ask later.
    public func reachability(of client: IPAddress) -> @Sendable (IPAddress, UInt16) -> Bool {
        { permit($0, port: $1, to: client) }
    }

    private func isDenied(_ address: IPAddress, port: UInt16) -> Bool {
        denied.contains { $0.matches(address, port: port) }
    }

    private func isPublic(_ address: IPAddress, port: UInt16) -> Bool {
        !Self.prohibited.contains { $0.contains(address) } && !isOwn(address, port: port)
    }

    private func isOwn(_ address: IPAddress, port: UInt16) -> Bool {
        ownPorts.contains(port) && ownAddresses.contains { $0.unmapped == address }
    }

    /// What no client elsewhere could reach, or should: this machine, its links, groups, and the places where
    /// clouds hand credentials to their machines.
    private static let prohibited = ranges(
        // Loopback and unspecified (RFC 6890), which most systems take for loopback.
        "127.0.0.0/8", "::1", "0.0.0.0/8", "::",
        // Link-local; 169.254.169.254 is where most clouds serve metadata.
        "169.254.0.0/16", "fe80::/10",
        // Multicast, broadcast and reserved.
        "224.0.0.0/3", "ff00::/8",
        // Metadata of AWS, Google Cloud, Alibaba Cloud, Oracle Cloud and Azure in other places.
        "fd00:ec2::254", "fd20:ce::254", "100.100.100.200", "192.0.0.192", "168.63.129.16")

    private static func ranges(_ texts: String...) -> [AddressRange] {
        texts.compactMap { AddressRange(option: $0) }
    }
}
