import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// An accepted connection on its way to the thread that will serve it; closed where nobody takes it.
public final class AcceptedSocket: Sendable {
    /// Whom it connects.
    public let peer: SocketAddress
    private let descriptor: Mutex<Int32>

    /// Takes over that descriptor.
    public init(_ descriptor: Int32, from peer: SocketAddress) {
        self.peer = peer
        self.descriptor = Mutex(descriptor)
    }

    deinit {
        let left = take()
        if left >= 0 { close(left) }
    }

    /// The descriptor, the first time; -1 after that.
    public func take() -> Int32 {
        descriptor.withLock { descriptor in
            defer { descriptor = -1 }
            return descriptor
        }
    }
}
