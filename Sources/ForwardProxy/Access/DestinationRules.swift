import InternetNames
import TransportSecurity

/// The destinations that a client may reach. A client never reaches more through the proxy than without it.
///
/// The rules are applied to each address after resolution, because a name can resolve to any address.
public struct DestinationRules: Hashable, Sendable {
    /// The destinations of `--allow-destination`.
    public var allowed: [DestinationPattern]
    /// The destinations of `--deny-destination`, which are denied to all clients, even if `--allow-destination` has
    /// them too.
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

extension DestinationRules {
    /// Whether a client may reach a destination through an upstream proxy.
    ///
    /// The upstream proxy looks names up, and their addresses are not known here. Judged are the port, literal
    /// addresses, `localhost` with the names below it and like it, and names whose addresses were given. All given
    /// addresses must be permitted, because the upstream proxy may choose any of them.
    ///
    /// - Parameter given: The addresses of `--resolve`; nil if there are none.
    public func permitThroughUpstreamProxy(
        _ destination: Authority, given: [IPAddress]?, to client: IPAddress, on machine: LocalMachine
    ) -> Bool {
        let port = destination.port
        if let addresses = given ?? destination.host.addressesWithoutLookup {
            return addresses.allSatisfy { permit($0, port: port, to: client, on: machine) }
        }
        return machine.isLocalClient(client) || port == 80 || port == 443 || port > 1023
    }
}

extension Host {
    /// Whether the host is `localhost`, a name below it (RFC 6761 §6.3), or one that systems give loopback in
    /// `/etc/hosts`.
    var isLocalhost: Bool {
        guard case .name(let name) = self else { return false }
        let labels = name.split(separator: ".")
        return labels.last == "localhost" || Self.loopbackNames.contains(labels.joined(separator: "."))
    }

    /// The names of loopback in the `/etc/hosts` of Debian and of Red Hat, besides `localhost`.
    private static let loopbackNames: Set<String> = [
        "ip6-localhost", "ip6-loopback", "localhost.localdomain", "localhost4", "localhost4.localdomain4", "localhost6",
        "localhost6.localdomain6",
    ]

    /// The addresses that the host stands for without a lookup; nil for a name of the DNS.
    var addressesWithoutLookup: [IPAddress]? {
        switch self {
        case .address(let address): return [address]
        case .name: return isLocalhost ? [.v4(0x7F00_0001), .v6(high: 0, low: 1)] : nil
        }
    }
}
