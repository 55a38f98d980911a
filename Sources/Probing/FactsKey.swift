import ForwardProxy
import InternetNames
import TransportSecurity

/// Which facts are wanted: they differ by what we would send, and by whom we may reach for the client.
public struct FactsKey: Hashable, Sendable {
    /// The destination.
    public var authority: Authority
    /// The judging hello.
    public var offer: Offer
    /// Whether the client is on this machine: its destinations may be addresses that others may not reach.
    public var isLocalClient: Bool
    /// How often it changed until then whom we trust and where we look for servers: what rests on something else serves
    /// nobody after a reload, neither facts nor an examination under way.
    public var basis: Int
    /// The rules of its listener: which of a server's addresses is examined, and where its issuers are fetched, goes by
    /// them.
    public var destinations: DestinationRules

    /// The key of facts with these parts.
    public init(
        authority: Authority, offer: Offer, isLocalClient: Bool, basis: Int, destinations: DestinationRules
    ) {
        self.authority = authority
        self.offer = offer
        self.isLocalClient = isLocalClient
        self.basis = basis
        self.destinations = destinations
    }

    /// Without the rules, which most listeners share.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(authority)
        hasher.combine(offer)
        hasher.combine(isLocalClient)
        hasher.combine(basis)
    }
}

/// How an examination ended.
public enum ExaminationResult: Sendable {
    /// The destination answered; what it offers, or how it refused, is a fact.
    case facts(ServerFacts)
    /// The destination could not be reached, or may not be: no fact about its TLS.
    case failed(LoadFailure)
}
