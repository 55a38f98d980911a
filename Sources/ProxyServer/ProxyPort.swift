import ForwardProxy
import Libevent
import TransportSecurity

/// One listener: where it listens, who may use it, and whose rules hold for the loads that come in there.
public struct ProxyPort: Sendable {
    /// Where to listen; once bound, where it does.
    public var address: SocketAddress
    /// Whose rules hold.
    public var jurisdiction: Jurisdiction
    /// Who may connect.
    public var clients: ClientRules
    /// Which destinations may be reached.
    public var destinations: DestinationRules
    /// Hosts that `/proxy.pac` sends here; the rest goes direct.
    public var proxiedHosts: [ProxiedHost]
    /// The users, where it takes a password; nil where it does not.
    public var users: PasswordFile?

    /// The addresses at which clients reach it: its own, or, where it listens on all, those of this machine's
    /// interfaces, the ones that a phone can use first.
    public internal(set) var endpoints: [SocketAddress] = []

    /// A listener with these parts.
    public init(
        address: SocketAddress, jurisdiction: Jurisdiction, clients: ClientRules = ClientRules(),
        destinations: DestinationRules = DestinationRules(), proxiedHosts: [ProxiedHost] = [],
        users: PasswordFile? = nil
    ) {
        self.address = address
        self.jurisdiction = jurisdiction
        self.clients = clients
        self.destinations = destinations
        self.proxiedHosts = proxiedHosts
        self.users = users
    }

    /// What the proxy says of itself to a browser that is pointed at it and came to that address of this machine.
    func pages(reachedAt reached: SocketAddress?) -> LocalPages {
        let endpoints = (reached.map { [$0] } ?? []) + self.endpoints.filter { $0 != reached }
        return LocalPages(
            endpoints: endpoints.map { Authority(host: .address($0.address), port: $0.port) }, mode: jurisdiction.mode,
            policyName: jurisdiction.policyName, os: jurisdiction.os, appNames: jurisdiction.appNames.sorted(),
            asksForPassword: users != nil, proxiedHosts: proxiedHosts)
    }
}

extension ProxyPort {
    /// Whether it listens on every address of a family.
    var listensEverywhere: Bool {
        switch address.address {
        case .v4(let value): return value == 0
        case .v6(let high, let low): return high == 0 && low == 0
        }
    }

    /// Fills in what follows from where this and the other ports are bound.
    mutating func settle(among ports: [UInt16], on machine: [IPAddress]) {
        destinations.ownPorts = ports
        destinations.ownAddresses = machine
        guard listensEverywhere else { return endpoints = [address] }
        let isV4 = address.address.bytes.count == 4
        endpoints = machine.filter { ($0.bytes.count == 4) == isV4 && !$0.isLinkLocal }
            .sorted { !$0.isLoopback && $1.isLoopback }
            .map { SocketAddress($0, port: address.port) }
    }
}

extension IPAddress {
    /// Whether this is good on one link alone (RFC 4291 §2.5.6, RFC 3927), so that a phone would need to name the link.
    fileprivate var isLinkLocal: Bool {
        switch self {
        case .v4(let value): return value >> 16 == 0xA9FE
        case .v6(let high, _): return high >> 54 == 0x3FA
        }
    }
}
