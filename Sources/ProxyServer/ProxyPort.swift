import ForwardProxy
import InternetNames
import Networking
import TransportSecurity

/// One listener: where it listens, who may use it, and whose rules hold for the loads that come in there.
///
/// A class, since it is immutable and every load holds one.
public final class ProxyPort: Sendable {
    /// Where to listen; once bound, where it does.
    public let address: SocketAddress
    /// Whose rules hold.
    public let policyScope: PolicyScope
    /// Who may connect.
    public let clients: ClientRules
    /// Which destinations may be reached.
    public let destinations: DestinationRules
    /// Hosts that `/proxy.pac` sends here; the rest goes direct.
    public let proxiedHosts: [ProxiedHost]
    /// The users, where it takes a password; nil where it does not.
    public let users: PasswordFile?

    /// The addresses at which clients reach it: its own, or, where it listens on all, those of this machine's
    /// interfaces, the ones that a phone can use first.
    public let endpoints: [SocketAddress]
    /// The address as events write it.
    let name: String
    private let pages: LocalPages

    /// A listener with these parts, which is not bound yet.
    public convenience init(
        address: SocketAddress, policyScope: PolicyScope, clients: ClientRules = ClientRules(),
        destinations: DestinationRules = DestinationRules(), proxiedHosts: [ProxiedHost] = [],
        users: PasswordFile? = nil
    ) {
        self.init(address, policyScope, clients, destinations, proxiedHosts, users, endpoints: [])
    }

    private init(
        _ address: SocketAddress, _ policyScope: PolicyScope, _ clients: ClientRules,
        _ destinations: DestinationRules, _ proxiedHosts: [ProxiedHost], _ users: PasswordFile?,
        endpoints: [SocketAddress]
    ) {
        self.address = address
        self.policyScope = policyScope
        self.clients = clients
        self.destinations = destinations
        self.proxiedHosts = proxiedHosts
        self.users = users
        self.endpoints = endpoints
        name = address.description
        pages = LocalPages(
            endpoints: endpoints.map(Authority.init), mode: policyScope.mode, policyName: policyScope.policyName,
            os: policyScope.os, appNames: policyScope.appNames.sorted(), asksForPassword: users != nil,
            proxiedHosts: proxiedHosts)
    }

    /// What the proxy says of itself to a browser that is pointed at it and came to that address of this machine.
    func pages(reachedAt reached: SocketAddress?) -> LocalPages {
        guard let reached else { return pages }
        var pages = pages
        pages.endpoints = ([reached] + endpoints.filter { $0 != reached }).map(Authority.init)
        return pages
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

    /// This listener, bound to that address, with what follows from it.
    func bound(to address: SocketAddress, on machine: [IPAddress]) -> ProxyPort {
        let endpoints = listensEverywhere ? Self.endpoints(of: address, on: machine) : [address]
        return ProxyPort(address, policyScope, clients, destinations, proxiedHosts, users, endpoints: endpoints)
    }

    private static func endpoints(of address: SocketAddress, on machine: [IPAddress]) -> [SocketAddress] {
        let isV4 = address.address.bytes.count == 4
        return machine.filter { ($0.bytes.count == 4) == isV4 && !$0.isLinkLocal }
            .sorted { !$0.isLoopback && $1.isLoopback }
            .map { SocketAddress($0, port: address.port) }
    }
}

extension Authority {
    /// The authority of that address, as events and pages write it.
    init(_ address: SocketAddress) {
        self.init(host: .address(address.address), port: address.port)
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
