import Networking
import Probing
import Synchronization

/// What other threads tell a worker.
enum WorkerMessage: Sendable {
    /// Accept connections on this socket, for the port of its address in the configuration.
    case listen(SocketParcel)
    /// Serve this client, whom a busier worker has accepted at that address.
    case serve(AcceptedSocket, at: SocketAddress)
    /// A probe that the worker waits for has ended.
    case probed(ticket: UInt64, ProbeResult)
    /// A password was checked for someone who waits for it.
    case authenticated(ticket: UInt64, PasswordOutcome)
    /// Use this configuration from now on, and listen no more where it does not; what is open goes on.
    case reconfigure(ServerConfiguration)
    /// Accept nothing more, and finish what is open.
    case drain
    /// End what is open, now.
    case stop
}

/// A listening socket on its way to the worker that will own it.
final class SocketParcel: Sendable {
    private let content: Mutex<ListeningSocket?>

    init(_ socket: consuming sending ListeningSocket) {
        content = Mutex(socket)
    }

    /// The socket, the first time.
    func take() -> ListeningSocket? {
        content.withLock { content in
            let taken = consume content
            content = nil
            return taken
        }
    }
}
