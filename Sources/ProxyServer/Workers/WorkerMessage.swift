import Networking
import Probing
import Synchronization

/// A message from another thread to a worker.
enum WorkerMessage: Sendable {
    /// Accept connections on this socket, for the listener of its address in the configuration.
    case listen(SocketParcel)
    /// Serve this client. A busier worker has accepted it, at that address of the listener.
    case serve(AcceptedSocket, at: SocketAddress)
    /// A probe that the worker waits for has ended.
    case probed(ticket: UInt64, ProbeResult)
    /// The check of a password for a waiting connection has ended.
    case authenticated(ticket: UInt64, PasswordOutcome)
    /// Probe a server again in the background, whose facts are forgotten.
    case probe(RepeatableProbes.Probe)
    /// Use this configuration from now on, and close the listeners that it does not contain. Open connections go on.
    case reconfigure(ServerConfiguration)
    /// Accept no more connections, and let the open ones finish.
    case drain
    /// Close all connections now.
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
