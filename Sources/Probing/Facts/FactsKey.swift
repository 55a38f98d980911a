import ForwardProxy
import InternetNames
import TransportSecurity

/// The key of facts in the cache: everything that the result of a probe depends on.
public struct FactsKey: Hashable, Sendable {
    /// The server.
    public var authority: Authority
    /// The judging hello.
    public var offer: Offer
    /// Whether the client is on this machine. Such a client may reach addresses that others may not.
    public var isLocalClient: Bool
    /// How many reloads have changed the trust store, the overrides of lookups, or whether issuers are fetched. Facts
    /// of an older generation are not used, nor is a probe that began before.
    public var trustGeneration: Int
    /// The rules of the listener, which decide which addresses may be probed and asked for issuers.
    public var destinations: DestinationRules

    /// A key with these parts.
    public init(
        authority: Authority, offer: Offer, isLocalClient: Bool, trustGeneration: Int, destinations: DestinationRules
    ) {
        self.authority = authority
        self.offer = offer
        self.isLocalClient = isLocalClient
        self.trustGeneration = trustGeneration
        self.destinations = destinations
    }

    /// Leaves out the rules, which are mostly the same for all listeners.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(authority)
        hasher.combine(offer)
        hasher.combine(isLocalClient)
        hasher.combine(trustGeneration)
    }
}
