import ForwardProxy
import Networking

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Why a probe found out nothing about a destination. Never the destination's TLS, which would be a fact.
public enum ProbeFailure: Error, Hashable, Sendable {
    /// The destination could not be reached.
    case upstream(UpstreamError)
    /// The destination took the connection and the judging hello, and said nothing until the time was up.
    case silent
    /// Every address of the destination is one that this client may not reach through us.
    case prohibited
    /// Too many probes are under way.
    case limitReached
    /// This machine did not grant what it takes.
    case shortage(Shortage)
    /// A fault of ours; the text is for the log.
    case internalError(String)

    /// What the client is told.
    public var refusal: Refusal {
        switch self {
        case .upstream(let error): return .upstream(error)
        case .silent: return .upstream(.timedOut)
        case .prohibited: return .destinationProhibited
        case .limitReached: return .limitReached
        case .shortage(let shortage): return .shortage(shortage)
        case .internalError: return .probeFailed
        }
    }
}

extension ProbeFailure {
    /// Whose fault a failed lookup or connect is, by its `errno`.
    public init(_ error: SystemError) {
        switch error.number {
        case EMFILE, ENFILE: self = .shortage(.descriptors)
        case ENOBUFS, ENOMEM: self = .shortage(.memory)
        case EAGAIN: self = .shortage(.threads)
        case ECONNREFUSED, ECONNRESET: self = .upstream(.refused)
        case ETIMEDOUT: self = .upstream(.timedOut)
        case _: self = .upstream(.unreachable)
        }
    }
}
