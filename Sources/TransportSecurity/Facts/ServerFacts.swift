import InternetNames

/// The result of one probe: the server's answer to one hello, shared by every load that would send that hello.
///
/// A class, because it is immutable, large, and handed on often.
public final class ServerFacts: Sendable {
    /// The server as the load names it.
    public let authority: Authority
    /// The address that was probed. Tunnels go to this address.
    public let address: IPAddress
    /// The result of the judging hello, or after its refusal of a relaxed one.
    public let observation: Observation
    /// The end of the probe, in milliseconds of a monotonic clock. The age of facts must not depend on a clock that can
    /// be set.
    public let foundAt: Int64
    /// The identity of the facts, `sha256:…`, by which decisions in a recording name them. Equal facts have equal
    /// identities.
    public let id: String

    /// Facts with these parts.
    public init(authority: Authority, address: IPAddress, observation: Observation, foundAt: Int64, id: String) {
        self.authority = authority
        self.address = address
        self.observation = observation
        self.foundAt = foundAt
        self.id = id
    }

    /// The size of the certificates in bytes, which is most of the memory that the facts take.
    public var certificateBytes: Int {
        switch observation {
        case .secure(let handshake, _): return handshake.certificates.reduce(0) { $0 + $1.count }
        case .certificates(let evaluation): return evaluation.presented.reduce(0) { $0 + $1.der.count }
        case .noHandshake, .cleartext: return 0
        }
    }

    /// Whether the facts may no longer hold in a moment: the server closed the connection, or did not answer, whatever
    /// it was sent, or did not come to answer a large hello.
    public var areTransient: Bool {
        switch observation {
        case .noHandshake(let failure): return failure.isOfTransport
        case .secure(let handshake, _): return handshake.largeHello?.obstacle != nil
        case .cleartext, .certificates: return false
        }
    }
}

extension ServerFacts: Equatable {
    public static func == (left: ServerFacts, right: ServerFacts) -> Bool {
        left === right || (left.id == right.id && left.foundAt == right.foundAt)
    }
}
