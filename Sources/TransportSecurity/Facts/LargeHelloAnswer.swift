/// What a server did with a ClientHello of the size that Apple's systems send from version 26 on.
///
/// That hello has a key share of 1,216 bytes for X25519MLKEM768 and does not fit into one TCP segment. Some servers, and
/// devices in front of them, reset connections on it or ignore it, and answer smaller ones.
public struct LargeHelloAnswer: Hashable, Codable, Sendable {
    /// The size of the hello with its record header, in bytes.
    public var size: Int
    /// What the server did.
    public var result: Result

    /// Creates an answer to a hello of that size.
    public init(size: Int, result: Result) {
        self.size = size
        self.result = result
    }

    /// What a server did. The last two are known only if it answered the same hello without the large key share, before
    /// and after.
    public enum Result: Hashable, Codable, Sendable {
        /// It chose a version and, in TLS 1.3, the group: with a ServerHello, or with a HelloRetryRequest.
        case answered(TLSVersion, NamedGroup?)
        /// It refused each attempt.
        case refused(HandshakeFailure)
        /// It left each attempt unanswered.
        case silent
    }

    /// Whether the server agreed to X25519MLKEM768.
    public var choosesHybrid: Bool {
        switch result {
        case .answered(_, let group): return group == .x25519MLKEM768
        case .refused, .silent: return false
        }
    }

    /// How the handshake of a system with the hello ends; nil if the server answers the hello.
    public var failure: HandshakeFailure? {
        switch result {
        case .answered: return nil
        case .refused(let failure): return failure
        case .silent: return .timedOut
        }
    }

    /// What the server does with the hello, as a predicate for it; nil if the server answers the hello.
    public var fault: String? {
        switch result {
        case .answered: return nil
        case .refused(let failure): return "\(failure.prose), on a hello of \(size) bytes"
        case .silent: return "leaves a hello of \(size) bytes unanswered"
        }
    }
}
