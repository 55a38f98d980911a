import Networking
import Synchronization

/// The thread that does the computations of the console, one after the other.
final class ComputingThread: Sendable {
    private let mailbox: Mailbox<Message>

    /// A message to the thread.
    private enum Message: Sendable {
        case compute(
            ConsoleComputation, unless: Cancellation, then: @Sendable (ConsoleComputation.Result) -> Void)
        case stop
    }

    /// The number of descriptors that the thread takes: its loop, and the pipes of its mailbox and of the report on its
    /// start.
    static let descriptors = EventLoop.descriptors + 2 * 2

    /// Starts the thread, and returns once it waits for work.
    init() throws(SystemError) {
        let mailbox = try Mailbox<Message>()
        let started = try ThreadReport()
        self.mailbox = mailbox
        try SystemThread.start(named: "console-compute") {
            do throws(SystemError) {
                let loop = try EventLoop()
                Self.readMessages(from: mailbox, on: loop) { started.make(nil) }
            } catch {
                started.make(error)
            }
        }
        try started.wait()
    }

    /// Does a computation after those that wait already, unless it is cancelled before its turn. Calls the handler with
    /// the result on this thread.
    func compute(
        _ computation: ConsoleComputation, unless cancellation: Cancellation,
        then handler: @escaping @Sendable (ConsoleComputation.Result) -> Void
    ) {
        mailbox.post(.compute(computation, unless: cancellation, then: handler))
    }

    /// Ends the thread after the current computation. The caller has cancelled the others.
    func stop() {
        mailbox.post(.stop)
    }

    /// Handles the messages until `stop` arrives. Calls `started` as soon as it can receive messages.
    private static func readMessages(from mailbox: Mailbox<Message>, on loop: EventLoop, started: () -> Void) {
        let cache = ReplayCache()
        let reader = mailbox.open(on: loop) { message in
            switch message {
            case .compute(let computation, let cancellation, let handler):
                if !cancellation.isCancelled { handler(computation.result(by: cache)) }
            case .stop: loop.stop()
            }
        }
        started()
        withExtendedLifetime(reader) { _ = loop.run() }
    }
}

/// A flag that tells a computation that nobody waits for its result.
final class Cancellation: Sendable {
    private let flag = Atomic(false)

    /// Whether nobody waits any more.
    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Sets the flag. A computation that has begun is finished nevertheless.
    func cancel() {
        flag.store(true, ordering: .relaxed)
    }
}
