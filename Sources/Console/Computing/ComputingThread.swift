import Networking

/// A thread that does computations one after the other.
final class ComputingThread: Sendable {
    private let mailbox: Mailbox<Message>

    private enum Message: Sendable {
        case compute(ConsoleComputation, Cancellation, @Sendable (ConsoleComputation.Result) -> Void)
        case stop
    }

    /// The number of descriptors that the thread takes.
    static let descriptors = EventLoop.descriptors + 4

    /// Starts the thread, and returns once it waits for work.
    init() throws(SystemError) {
        let mailbox = try Mailbox<Message>()
        let started = try ThreadReport()
        self.mailbox = mailbox
        try SystemThread.start(named: "console-compute") {
            do throws(SystemError) {
                let loop = try EventLoop()
                Self.compute(on: loop, mailbox) { started.make(nil) }
            } catch {
                started.make(error)
            }
        }
        try started.wait()
    }

    /// Does a computation after those that wait already, unless it is cancelled until then. Calls the handler with the
    /// result on this thread.
    func compute(
        _ computation: ConsoleComputation, unless cancellation: Cancellation,
        then handler: @escaping @Sendable (ConsoleComputation.Result) -> Void
    ) {
        mailbox.post(.compute(computation, cancellation, handler))
    }

    /// Ends the thread after the computation that it does now. The caller has cancelled the others.
    func stop() {
        mailbox.post(.stop)
    }

    private static func compute(on loop: EventLoop, _ mailbox: Mailbox<Message>, started: () -> Void) {
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
