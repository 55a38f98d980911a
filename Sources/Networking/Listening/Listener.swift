import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A listening socket on a loop that hands over accepted connections.
public final class Listener {
    /// The address of the socket, with the port that the system chose if 0 was requested.
    public let address: SocketAddress
    private let loop: EventLoop
    private let descriptor: Int32
    /// The number of connections to accept in a row, and the last turn of the loop in which so many came.
    private var (expected, lastFullTurn) = (1, UInt64(0))
    private var event: DescriptorEvent?
    private var pause: Timer?
    private let hasRoom: () -> Bool
    private let accept: (Int32, SocketAddress) -> Void
    private let cannotAccept: (SystemError) -> Void

    /// Creates a listener that owns the socket.
    ///
    /// - Parameters:
    ///   - hasRoom: While it returns false, connections wait in the system's queue.
    ///   - cannotAccept: Called each time that the process has no descriptor or no memory left for a connection, which
    ///     then waits in the system's queue.
    ///   - accept: Called with each connection.
    public init(
        _ loop: EventLoop, _ socket: consuming ListeningSocket, hasRoom: @escaping () -> Bool = { true },
        cannotAccept: @escaping (SystemError) -> Void = { _ in }, accept: @escaping (Int32, SocketAddress) -> Void
    ) {
        self.loop = loop
        self.hasRoom = hasRoom
        self.cannotAccept = cannotAccept
        self.accept = accept
        address = socket.address
        descriptor = socket.takeDescriptor()
        event = DescriptorEvent(loop, descriptor, .readable) { [unowned self] in self.acceptBatch() }
        pause = Timer(loop) { [unowned self] in self.event?.enable() }
        event?.enable()
    }

    deinit {
        event = nil
        close(descriptor)
    }

    /// Accepts as many connections as are expected in the system's queue. The failing call for one more would be made
    /// for nearly every connection. If more wait, the socket stays readable, and the next turn expects twice as many.
    private func acceptBatch() {
        expected = lastFullTurn &+ 1 == loop.turn ? min(2 * expected, Self.batch) : 1
        for _ in 0..<expected {
            guard hasRoom() else { return rest() }
            var storage = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let accepted = withUnsafeMutablePointer(to: &storage) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { acceptNonBlocking(descriptor, $0, &length) }
            }
            guard accepted >= 0 else {
                let error = SystemError.last("accept")
                guard [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.number) else { return }
                // The connection is tried again a little later, because an immediate retry would spin on the readable
                // socket.
                rest()
                return cannotAccept(error)
            }
            guard let peer = SocketAddress(storage) else {
                close(accepted)
                continue
            }
            accept(accepted, peer)
        }
        lastFullTurn = loop.turn
    }

    private func rest() {
        event?.disable()
        pause?.start(milliseconds: 50)
    }

    /// The largest number of connections to accept in a row. Other events of the loop are handled in between.
    private static let batch = 64
}
