import Recording
import TransportSecurity

/// What one examination of a destination found out, with one offer; shared by every load that would send that offer.
public struct Facts: Sendable {
    /// The destination.
    public var authority: Authority
    /// The address that was examined, and to which tunnels go.
    public var address: IPAddress
    /// What the judging hello of this offer, or after it a relaxed one, led to.
    public var observation: Observation
    /// When the examination ended.
    public var time: Instant
    /// The identity of what was found, `sha256:…`, by which decisions name it.
    public var id: String
    /// What decisions show of it.
    var summary: TLSSummary?

    init(authority: Authority, address: IPAddress, observation: Observation, time: Instant, id: String) {
        self.authority = authority
        self.address = address
        self.observation = observation
        self.time = time
        self.id = id
        summary = TLSSummary(observation)
    }
}

/// Which facts are wanted: they differ by what we would send, and by whom we may reach for the client.
struct FactsKey: Hashable, Sendable {
    /// The destination.
    var authority: Authority
    /// The judging hello.
    var offer: Offer
    /// Whether the client is on this machine: its destinations may be addresses that others may not reach.
    var isLocalClient: Bool
}

/// How an examination ended.
enum ExaminationResult: Sendable {
    /// The destination answered; what it offers, or how it refused, is a fact.
    case facts(Facts)
    /// The destination could not be reached, or may not be: no fact about its TLS.
    case failed(ExaminationFailure)
}
