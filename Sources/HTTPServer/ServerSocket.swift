import Networking
import Synchronization

/// A listening socket that is handed over to the thread of its server. The socket is bound before the proxy listens,
/// because the proxy must keep its clients from that address.
public final class ServerSocket: Sendable {
    /// The bound address.
    public let address: SocketAddress
    private let content: Mutex<ListeningSocket?>

    /// Takes over a socket.
    public init(_ socket: consuming sending ListeningSocket) {
        address = socket.address
        content = Mutex(socket)
    }

    /// Takes the socket; nil if it was taken before.
    public func take() -> ListeningSocket? {
        content.withLock { content in
            let taken = consume content
            content = nil
            return taken
        }
    }
}
