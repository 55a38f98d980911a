import ForwardProxy
import InternetNames
import Networking
import SetupPages
import TransportSecurity

/// One listener: its address, its access rules, and the policy for the loads that it accepts.
///
/// A class, because it is immutable and every load refers to one.
public final class ListenerConfiguration: Sendable {
    /// The address to listen on. In a bound listener, the actual address.
    public let address: SocketAddress
    /// The policies for the loads, with OS and mode. All have the same mode.
    public let policies: PolicySelection
    /// The clients that may connect.
    public let clients: ClientRules
    /// The destinations that clients may reach.
    public let destinations: DestinationRules
    /// The hosts that `/proxy.pac` sends to this proxy. Others are reached directly.
    public let proxiedHosts: [ProxiedHost]
    /// The way in which clients reach the listener.
    public let kind: Kind
    /// The apps of clients that name none.
    let appNames: ClientAppNames
    /// The options that each are one property.
    let options: ListenerOptions

    /// The addresses at which clients reach the listener: its own, or, if it listens on all addresses, those of this
    /// machine's interfaces. Addresses that a phone can use come first.
    public let endpoints: [SocketAddress]
    /// The address as events write it.
    let name: String
    private let pages: LocalPages

    /// Creates a listener that is not bound yet, with one policy for all apps.
    public convenience init(
        address: SocketAddress, appliedPolicy: AppliedPolicy, clients: ClientRules = ClientRules(),
        destinations: DestinationRules = DestinationRules(), proxiedHosts: [ProxiedHost] = [],
        kind: Kind = .explicit()
    ) {
        self.init(
            address: address, policies: PolicySelection(otherwise: appliedPolicy), clients: clients,
            destinations: destinations, proxiedHosts: proxiedHosts, kind: kind)
    }

    /// Creates a listener that is not bound yet.
    public convenience init(
        address: SocketAddress, policies: PolicySelection, clients: ClientRules = ClientRules(),
        destinations: DestinationRules = DestinationRules(), proxiedHosts: [ProxiedHost] = [],
        kind: Kind = .explicit(), appNames: ClientAppNames = ClientAppNames(),
        options: ListenerOptions = ListenerOptions()
    ) {
        self.init(
            address, policies, clients, destinations, proxiedHosts, kind, appNames, options: options, endpoints: [])
    }

    private init(
        _ address: SocketAddress, _ policies: PolicySelection, _ clients: ClientRules,
        _ destinations: DestinationRules, _ proxiedHosts: [ProxiedHost], _ kind: Kind, _ appNames: ClientAppNames,
        options: ListenerOptions, endpoints: [SocketAddress]
    ) {
        self.address = address
        self.policies = policies
        self.clients = clients
        self.destinations = destinations
        self.proxiedHosts = proxiedHosts
        self.kind = kind
        self.appNames = appNames
        self.options = options
        self.endpoints = endpoints
        name = address.description
        pages = LocalPages(
            endpoints: endpoints.map(Authority.init), mode: policies.fallback.mode,
            policyName: policies.fallback.policyName, os: policies.fallback.os,
            policiesOfApps: policies.entries.map { entry in
                .init(
                    apps: entry.selector.description, policyName: entry.appliedPolicy.policyName,
                    os: entry.appliedPolicy.os)
            },
            appNames: policies.fallback.appNames.sorted(), asksForPassword: kind.users != nil,
            proxiedHosts: proxiedHosts)
    }

    /// The policy for loads of apps that have no policy of their own here.
    public var appliedPolicy: AppliedPolicy { policies.fallback }

    /// The proxy's own pages, for a browser that connected to the given address of this machine.
    func pages(reachedAt reached: SocketAddress?) -> LocalPages {
        guard let reached else { return pages }
        var pages = pages
        pages.endpoints = ([reached] + endpoints.filter { $0 != reached }).map(Authority.init)
        return pages
    }
}

extension ListenerConfiguration {
    /// The way in which clients reach a listener.
    public enum Kind: Sendable {
        /// Clients are set up to use the proxy. The users are nil if no password is required, and the upstream proxy is
        /// nil if servers are reached directly.
        case explicit(users: PasswordFile? = nil, upstreamProxy: UpstreamProxy? = nil)
        /// Clients do not know of the listener: a packet filter hands it their connections to other machines. Such
        /// clients cannot be asked for a password, and have chosen the address of the server, which an upstream proxy
        /// would not keep to.
        case transparent

        fileprivate var users: PasswordFile? {
            switch self {
            case .explicit(let users, _): return users
            case .transparent: return nil
            }
        }
    }

    /// The users; nil if no password is required.
    public var users: PasswordFile? { kind.users }

    /// The upstream proxy of the loads; nil if servers are reached directly.
    public var upstreamProxy: UpstreamProxy? {
        switch kind {
        case .explicit(_, let upstreamProxy): return upstreamProxy
        case .transparent: return nil
        }
    }

    /// Whether clients do not know of the listener.
    public var isTransparent: Bool {
        switch kind {
        case .explicit: return false
        case .transparent: return true
        }
    }

    /// The endpoints for devices, best first: those beyond loopback in whose network clients are permitted, since the
    /// devices of such a network may connect. If there is none, all endpoints beyond loopback, since devices may come
    /// from other networks.
    public var deviceEndpoints: [SocketAddress] {
        let reachable = endpoints.filter { !$0.address.isLoopback }
        let permitted = reachable.filter { permitsDevices(near: $0.address) }
        return permitted.isEmpty ? reachable : permitted
    }

    /// Whether the networks of this machine are outside of all ranges of permitted clients.
    public var excludesOwnNetworks: Bool {
        let reachable = endpoints.filter { !$0.address.isLoopback }
        return !reachable.isEmpty && !reachable.contains { permitsDevices(near: $0.address) }
    }

    /// Whether devices in the network of an address of this machine may connect, all or some of them.
    private func permitsDevices(near address: IPAddress) -> Bool {
        guard !clients.permit(address) else { return true }
        return address.likelyNetwork.map { network in clients.allowed.contains { $0.overlaps(network) } } ?? false
    }

    /// Whether the listener listens on every address of a family.
    var listensEverywhere: Bool {
        switch address.address {
        case .v4(let value): return value == 0
        case .v6(let high, let low): return high == 0 && low == 0
        }
    }

    /// This listener, bound to the given address.
    func bound(to address: SocketAddress, on machine: [IPAddress]) -> ListenerConfiguration {
        // No client is to be told the address of a transparent listener.
        let reachable = listensEverywhere ? Self.endpoints(of: address, on: machine) : [address]
        return ListenerConfiguration(
            address, policies, clients, destinations, proxiedHosts, kind, appNames, options: options,
            endpoints: isTransparent ? [] : reachable)
    }

    private static func endpoints(of address: SocketAddress, on machine: [IPAddress]) -> [SocketAddress] {
        let isV4 = address.address.bytes.count == 4
        return machine.filter { ($0.bytes.count == 4) == isV4 && !$0.isLinkLocal }
            .sorted { !$0.isLoopback && $1.isLoopback }
            .map { SocketAddress($0, port: address.port) }
    }
}

/// The options of a listener that each are one property, independent of files and other options. A row of the table of
/// settings sets a property by its key path.
public struct ListenerOptions: Sendable {
    /// Whether `enforce` blocks a tunnel whose server cannot be compared with the probed one (`--strict-tunnel`).
    public var hasStrictTunnels = false

    /// Creates the options of a listener without settings.
    public init() {}
}

extension Authority {
    /// The authority of that address, as events and pages write it.
    init(_ address: SocketAddress) {
        self.init(host: .address(address.address), port: address.port)
    }
}

extension IPAddress {
    /// Whether the address is link-local (RFC 4291 §2.5.6, RFC 3927). A phone could use it only with the name of the
    /// link.
    fileprivate var isLinkLocal: Bool {
        switch self {
        case .v4(let value): return value >> 16 == 0xA9FE
        case .v6(let high, _): return high >> 54 == 0x3FA
        }
    }
}

extension IPAddress {
    /// The network of the address in the usual size of a local network: /24, or /64 of IPv6.
    package var likelyNetwork: AddressRange? {
        switch self {
        case .v4: return AddressRange(around: self, prefixLength: 24)
        case .v6: return AddressRange(around: self, prefixLength: 64)
        }
    }
}
