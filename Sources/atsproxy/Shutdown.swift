import Libevent
import ProxyServer

/// The orderly end of a server: it stops accepting, lets what is open finish for a while, and then ends the rest.
///
/// Lives on a loop of its own choice; the server's threads tell it how far they are.
final class Shutdown {
    private let server: Server
    private let mailbox: Mailbox<Progress>
    private let reader: MailboxReader
    private let limit: Timer
    /// Whether it has begun.
    private(set) var hasBegun = false

    private enum Progress: Sendable {
        case drained
        case stopped
    }

    /// The end of that server, not begun yet; the handler is called on the loop once nothing of the server runs.
    init(of server: Server, on loop: EventLoop, ended: @escaping () -> Void) throws(SystemError) {
        self.server = server
        let mailbox = try Mailbox<Progress>()
        let end = { server.stop { mailbox.post(.stopped) } }
        self.mailbox = mailbox
        reader = mailbox.open(on: loop) { progress in
            switch progress {
            case .drained: end()
            case .stopped: ended()
            }
        }
        limit = Timer(loop, handler: end)
    }

    /// Begins, and leaves what is open that many seconds. Begun already, it leaves no time at all.
    func begin(within seconds: Double) {
        guard !hasBegun else { return limit.start(milliseconds: 0) }
        hasBegun = true
        limit.start(milliseconds: Int(seconds * 1000))
        server.drain { [mailbox] in mailbox.post(.drained) }
    }
}
