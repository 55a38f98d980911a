import ForwardProxy
import Networking

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension LoadFailure {
    /// The failure of a lookup or connection, by its `errno`: the server's, the network's, or this machine's.
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
