/// The answer of a server to a ClientHello of the size that Apple's systems send from version 26 on.
///
/// That hello has a key share of 1,216 bytes for X25519MLKEM768 and does not fit into one TCP segment. Some servers,
/// and devices in front of them, reset connections on it or ignore it, and answer smaller ones.
public struct LargeHelloAnswer: Hashable, Codable, Sendable {
    /// The size of the hello with its record header, in bytes; 0 if none was sent.
    public var size: Int
    /// The result of the hello.
    public var result: Result

    /// Creates an answer to a hello of that size.
    public init(size: Int, result: Result) {
        self.size = size
        self.result = result
    }

    /// The result of large hellos. A server that fails fails the hello each time, and answers the same hello without
    /// the large key share in between. The last failure is kept. A server that ends large hellos at once may also have
    /// been silent to small ones.
    public enum Result: Hashable, Codable, Sendable {
        /// It chose a version and, in TLS 1.3, the group: with a ServerHello, or with a HelloRetryRequest.
        case answered(TLSVersion, NamedGroup?)
        /// It refused the last attempt.
        case refused(HandshakeFailure)
        /// It left the last attempt unanswered for the whole time of a handshake.
        case silent
        /// The server's reaction is not known.
        case unknown(Obstacle)
    }

    /// The reason why the answer of a server is not known.
    public enum Obstacle: String, Hashable, Codable, Sendable, CaseIterable {
        /// The hello was not sent, as the system that was judged then does not send it.
        case notSent
        /// No connection carried the hello to the server.
        case notReached
        /// The server began an answer, and did not end it within the time limit.
        case slow
        /// The hello was lost behind an upstream proxy, which may have lost it.
        case upstreamProxy = "parent"
        /// The time for a handshake ended before enough hellos were sent.
        case noTime
        /// The server also failed the same hello without the large key share, and answered only another hello.
        case unreliable
        /// Up to TLS 1.2, the server chose another cipher suite, or showed another certificate, than for a smaller
        /// hello that offers both.
        case otherParameters

        /// The reason as a clause.
        public var prose: String {
            switch self {
            case .notSent: return "the recording was made for a system that does not send it"
            case .notReached: return "no further connection to the server was possible"
            case .slow: return "the server did not end its answer in time"
            case .upstreamProxy: return "it was lost behind the upstream proxy, which may be the cause"
            case .noTime: return "the time for a handshake ended before the server had answered enough hellos"
            case .otherParameters:
                return
                    "the server answered it with another cipher suite or certificate than a smaller one, which is not judged"
            case .unreliable:
                return "the server also failed the same hello without that key share, and answered a simpler one"
            }
        }
    }

    /// Whether the server agreed to X25519MLKEM768.
    public var choosesHybrid: Bool {
        switch result {
        case .answered(_, let group): return group == .x25519MLKEM768
        case .refused, .silent, .unknown: return false
        }
    }

    /// The failure with which the handshake of a system with the hello ends; nil if the server answers the hello, or if
    /// that is not known.
    public var failure: HandshakeFailure? {
        switch result {
        case .answered, .unknown: return nil
        case .refused(let failure): return failure
        case .silent: return .timedOut
        }
    }

    /// The reason why the answer is not known; nil if it is.
    public var obstacle: Obstacle? {
        switch result {
        case .answered, .refused, .silent: return nil
        case .unknown(let obstacle): return obstacle
        }
    }

    /// The server's failure to answer the hello, as a predicate for the server; nil if it answers the hello, or if that
    /// is not known.
    public var fault: String? {
        switch result {
        case .answered, .unknown: return nil
        case .refused(.notTLS): return "answers a hello of \(size) bytes with something other than TLS"
        case .refused(let failure): return "\(failure.prose) after a hello of \(size) bytes"
        case .silent: return "leaves a hello of \(size) bytes unanswered"
        }
    }
}
