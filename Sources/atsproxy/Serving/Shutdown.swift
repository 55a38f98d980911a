import Networking
import ProxyServer
import Settings
import StandardStreams

/// The shutdown of a server: the server accepts no new connections, lets open ones finish for a limited time, and
/// closes the rest.
///
/// A shutdown runs on a loop of the caller. The server's threads report their progress to it.
final class Shutdown {
    private let server: Server
    private let mailbox: Mailbox<Progress>
    private var reader: MailboxReader?
    private let limit: Timer
    /// Whether the handler for the end was called.
    private var hasEnded = false
    /// Whether the shutdown has begun.
    private(set) var hasBegun = false
    /// The failure that ended the server; nil if a signal stopped it.
    private(set) var failure: CommandFailure?

    private enum Progress: Sendable {
        case drained
        case stopped
        case failed(worker: Int, SystemError)
    }

    /// Prepares the end of a server. The handler is called on the loop after all threads of the server have stopped.
    init(of server: Server, on loop: EventLoop, ended: @escaping () -> Void) throws(SystemError) {
        self.server = server
        let mailbox = try Mailbox<Progress>()
        let end = { server.stop { mailbox.post(.stopped) } }
        self.mailbox = mailbox
        limit = Timer(loop, handler: end)
        reader = mailbox.open(on: loop) { [unowned self] progress in
            switch progress {
            case .drained: end()
            case .stopped:
                // The drain and the time limit may both have stopped the server.
                guard !self.hasEnded else { return }
                self.hasEnded = true
                ended()
            case .failed(let worker, let error): self.endServer(after: error, ofWorker: worker)
            }
        }
        server.onWorkerFailure { mailbox.post(.failed(worker: $0, $1)) }
    }

    /// Ends the server after a worker failed, because the clients on that worker would get no answer. A service manager
    /// can then restart the proxy.
    private func endServer(after error: SystemError, ofWorker worker: Int) {
        guard failure == nil else { return }
        failure = CommandFailure(
            .software, "worker \(worker) has failed: \(error.operation): \(error.text); the proxy ends.")
        begin(within: Self.secondsAfterFailure)
    }

    private static let secondsAfterFailure = 5.0

    /// Begins the shutdown and leaves open connections the given time. If it has already begun, the time ends at once.
    func begin(within seconds: Double) {
        guard !hasBegun else { return limit.start(milliseconds: 0) }
        hasBegun = true
        limit.start(milliseconds: Int(seconds * 1000))
        server.drain { [mailbox] in mailbox.post(.drained) }
    }
}

/// The end of a recording: waiting events are written while the loop continues to handle signals.
///
/// Each command that records uses it. In the end, each event is written, or its loss is reported.
final class FinalFlush {
    private let recorder: EventRecorder
    private let mailbox: Mailbox<Void>
    private let reader: MailboxReader
    private let limit: Timer
    /// The time at which the loop stops although a write is not complete; nil before the flush.
    private var deadline: ContinuousClock.Instant?

    /// Prepares the end of a recording. The loop stops once nothing more will be written.
    init(of recorder: EventRecorder, on loop: EventLoop) throws(SystemError) {
        self.recorder = recorder
        mailbox = try Mailbox<Void>()
        // If the recorder ends and the time is over at once, the second stop has no effect.
        reader = mailbox.open(on: loop) { loop.stop() }
        // A limit for writes that the system does not complete, for example on a network file system.
        limit = Timer(loop) { loop.stop() }
    }

    /// Whether the flush has begun.
    var hasBegun: Bool { deadline != nil }

    /// Begins the flush, which waits at most the given time for a destination that accepts nothing. A later call can
    /// only shorten the time.
    func begin(within seconds: Double) {
        let deadline = ContinuousClock.now + .seconds(seconds + Self.secondsForLoss)
        if let earlier = self.deadline, earlier <= deadline { return }
        self.deadline = deadline
        limit.start(milliseconds: Int((seconds + Self.secondsForLoss) * 1000))
        recorder.close(within: .seconds(seconds)) { [mailbox] in mailbox.post(()) }
    }

    /// The time in seconds that the recorder has to count and report losses, after it gave up by itself.
    private static let secondsForLoss = 1.0

    /// The time in seconds to wait for a destination that accepts nothing, after the first signal to stop.
    static let timeLimit = 5.0

    /// Reports lost events, if there are any. Returns the exit status.
    func reportLoss() -> Int32 {
        guard let loss = recorder.loss else { return 0 }
        Output.say(loss.description)
        return CommandFailure.Status.output.rawValue
    }
}
