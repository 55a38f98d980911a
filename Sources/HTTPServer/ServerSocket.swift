import Networking
import Synchronization

/// A listening socket on its way to the thread of its server. The socket is bound before the proxy listens. The proxy
/// then knows an address that no client may reach.
public final class ServerSocket: Sendable {
    /// The bound address.
    public let address: SocketAddress
    private let content: Mutex<ListeningSocket?>

    /// Takes over a socket.
    public init(_ socket: consuming sending ListeningSocket) {
        address = socket.address
        content = Mutex(socket)
    }

    /// The socket, the first time.
    public func take() -> ListeningSocket? {
        content.withLock { content in
            let taken = consume content
            content = nil
            return taken
        }
    }
}
