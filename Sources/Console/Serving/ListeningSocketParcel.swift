import Networking
import Synchronization

/// A listening socket on its way to the console's thread.
final class ListeningSocketParcel: Sendable {
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
