import ForwardProxy
import Networking

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Why a probe has found out nothing about a server. A failure of the server's TLS is not among these: it is a fact.
public enum ProbeFailure: Error, Hashable, Sendable {
    /// The server could not be reached.
    case upstream(UpstreamError)
    /// The server accepted the connection, and left the judging hello unanswered until the time was up.
    case silent
    /// The client may reach no address of the server through the proxy.
    case prohibited
    /// Too many probes are under way.
    case limitReached
    /// This machine lacks a resource.
    case shortage(Shortage)
    /// A fault of the proxy. The text is for the recording.
    case internalError(String)

    /// The refusal that the client receives.
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
    /// The failure for the `errno` of a lookup or `connect`.
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
