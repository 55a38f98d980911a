import Networking
import ProxyServer

/// The orderly end of a server: it stops accepting, lets what is open finish for a while, and then ends the rest.
///
/// Lives on a loop of its own choice; the server's threads tell it how far they are.
final class Shutdown {
    private let server: Server
    private let mailbox: Mailbox<Progress>
    private var reader: MailboxReader?
    private let limit: Timer
    /// Whether it has begun.
    private(set) var hasBegun = false
    /// Why the server had to end; nil where it was told to.
    private(set) var failure: CommandFailure?

    private enum Progress: Sendable {
        case drained
        case stopped
        case failed(worker: Int, SystemError)
    }

    /// The end of that server, not begun yet; the handler is called on the loop once nothing of the server runs.
    init(of server: Server, on loop: EventLoop, ended: @escaping () -> Void) throws(SystemError) {
        self.server = server
        let mailbox = try Mailbox<Progress>()
        let end = { server.stop { mailbox.post(.stopped) } }
        self.mailbox = mailbox
        limit = Timer(loop, handler: end)
        reader = mailbox.open(on: loop) { [unowned self] progress in
            switch progress {
            case .drained: end()
            case .stopped: ended()
            case .failed(let worker, let error): self.workerFailed(worker, error)
            }
        }
        server.onWorkerFailure { mailbox.post(.failed(worker: $0, $1)) }
    }

    /// Without a worker, a part of the clients would find nobody; so the others finish, and whoever started the proxy
    /// starts it anew.
    private func workerFailed(_ worker: Int, _ error: SystemError) {
        guard failure == nil else { return }
        failure = CommandFailure(
            .software, "worker \(worker) has failed: \(error.operation): \(error.text); the proxy ends.")
        begin(within: Self.secondsAfterFailure)
    }

    private static let secondsAfterFailure = 5.0

    /// Begins, and leaves what is open that many seconds. Begun already, it leaves no time at all.
    func begin(within seconds: Double) {
        guard !hasBegun else { return limit.start(milliseconds: 0) }
        hasBegun = true
        limit.start(milliseconds: Int(seconds * 1000))
        server.drain { [mailbox] in mailbox.post(.drained) }
    }
}
