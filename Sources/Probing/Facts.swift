import ForwardProxy
import InternetNames
import Recording
import TransportSecurity

/// What one probe of a destination found out, with one offer; shared by every load that would send that offer.
///
/// A class, since it is immutable and handed on often.
public final class Facts: Sendable {
    /// The destination.
    public let authority: Authority
    /// The address that was probed, and to which tunnels go.
    public let address: IPAddress
    /// What the judging hello of this offer, or after it a relaxed one, led to.
    public let observation: Observation
    /// When the probe ended, in milliseconds of `WallClock.elapsedMilliseconds`: how old facts are must not depend
    /// on a clock that is set.
    public let foundAt: Int64
    /// The identity of what was found, `sha256:…`, by which decisions name it.
    public let id: String
    /// What decisions show of it.
    public let summary: Rendered<TLSSummary>?

    /// Facts with these parts.
    public init(authority: Authority, address: IPAddress, observation: Observation, foundAt: Int64, id: String) {
        self.authority = authority
        self.address = address
        self.observation = observation
        self.foundAt = foundAt
        self.id = id
        summary = TLSSummary(observation).map { Rendered($0) }
    }

    /// Whether they may be over in a moment: the server closed the connection, or fell silent, whatever it was sent.
    var areTransient: Bool {
        if case .noHandshake(let failure) = observation { return failure.isOfTransport }
        return false
    }

    /// The summaries of certificates. Those that were probed have theirs, and a server shows the same in every tunnel.
    public func summaries(of certificates: [Certificate]) -> [Rendered<CertificateSummary>] {
        certificates.map { summary(of: $0) ?? Rendered(CertificateSummary($0)) }
    }

    private func summary(of certificate: Certificate) -> Rendered<CertificateSummary>? {
        guard case .secure(_, let evaluation) = observation else { return nil }
        let place = evaluation.presented.firstIndex { $0.sha256 == certificate.sha256 }
        return place.flatMap { summary?.certificates[$0] }
    }
}

/// Which facts are wanted: they differ by what we would send, and by whom we may reach for the client.
public struct FactsKey: Hashable, Sendable {
    /// The destination.
    public var authority: Authority
    /// The judging hello.
    public var offer: Offer
    /// Whether the client is on this machine: its destinations may be addresses that others may not reach.
    public var isLocalClient: Bool
    /// How often it changed until then whom we trust and where we look for servers: what rests on something else serves
    /// nobody after a reload, neither facts nor a probe under way.
    public var trustGeneration: Int
    /// The rules of its listener: which of a server's addresses is probed, and where its issuers are fetched, goes by
    /// them.
    public var destinations: DestinationRules

    /// The key of facts with these parts.
    public init(
        authority: Authority, offer: Offer, isLocalClient: Bool, trustGeneration: Int, destinations: DestinationRules
    ) {
        self.authority = authority
        self.offer = offer
        self.isLocalClient = isLocalClient
        self.trustGeneration = trustGeneration
        self.destinations = destinations
    }

    /// Without the rules, which most listeners share.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(authority)
        hasher.combine(offer)
        hasher.combine(isLocalClient)
        hasher.combine(trustGeneration)
    }
}

/// How a probe ended.
public enum ProbeResult: Sendable {
    /// The destination answered; what it offers, or how it refused, is a fact.
    case facts(Facts)
    /// The destination could not be reached, or may not be: no fact about its TLS.
    case failed(ProbeFailure)
}
