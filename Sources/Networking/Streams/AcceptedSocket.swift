import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// An accepted connection on its way to the thread that will serve it, closed if no thread takes it.
public final class AcceptedSocket: Sendable {
    /// The address of the peer.
    public let peer: SocketAddress
    private let descriptor: Mutex<Int32>

    /// Takes over a descriptor.
    public init(_ descriptor: Int32, from peer: SocketAddress) {
        self.peer = peer
        self.descriptor = Mutex(descriptor)
    }

    deinit {
        let left = take()
        if left >= 0 { close(left) }
    }

    /// The descriptor at the first call; -1 at later calls.
    public func take() -> Int32 {
        descriptor.withLock { descriptor in
            defer { descriptor = -1 }
            return descriptor
        }
    }
}
