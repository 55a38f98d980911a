import ForwardProxy
import InternetNames
import TransportSecurity

/// The key of facts in the cache: everything that the result of a probe depends on.
public struct FactsKey: Hashable, Sendable {
    /// The server.
    public var authority: Authority
    /// The address of the server if the client itself connected there; nil for any address of the server.
    public var address: IPAddress?
    /// The judging hello.
    public var offer: Offer
    /// The oldest system with the trust store against which the server's certificates are evaluated.
    public var system: OSVersion
    /// Whether the client is on this machine. Such a client may reach addresses that others may not.
    public var isLocalClient: Bool
    /// The number of reloads that have changed the trust store, the overrides of lookups, or whether issuers are
    /// fetched. Facts of an older generation are not used. The results of probes that began before a reload are not
    /// used either.
    public var trustGeneration: Int
    /// The rules of the listener, which decide which addresses may be probed and asked for issuers.
    public var destinations: DestinationRules
    /// The upstream proxy of the listener, through which the server is probed unless it is to be reached directly; nil
    /// without one. Another way may lead to another server.
    public var upstreamProxy: UpstreamProxy?

    /// A key with these parts.
    public init(
        authority: Authority, address: IPAddress? = nil, offer: Offer, system: OSVersion = .newest, isLocalClient: Bool,
        trustGeneration: Int, destinations: DestinationRules, upstreamProxy: UpstreamProxy? = nil
    ) {
        self.authority = authority
        self.address = address
        self.offer = offer
        self.system = system
        self.isLocalClient = isLocalClient
        self.trustGeneration = trustGeneration
        self.destinations = destinations
        self.upstreamProxy = upstreamProxy
    }

    /// Leaves out `system`, `destinations` and `upstreamProxy`, which are mostly the same for all listeners. The
    /// address is included, because a client of a transparent listener chooses it.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(authority)
        hasher.combine(address)
        hasher.combine(offer)
        hasher.combine(isLocalClient)
        hasher.combine(trustGeneration)
    }
}
