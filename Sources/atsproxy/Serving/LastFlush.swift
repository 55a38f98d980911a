import Networking
import Recording

/// The end of a recording: what waits is written, while the loop goes on to hear signals.
///
/// Every command that records ends with one, so that each event is written, or its loss is said.
final class LastFlush {
    /// Whether it has begun.
    private(set) var hasBegun = false

    private let log: EventLog
    private let mailbox: Mailbox<Void>
    private let reader: MailboxReader
    private let limit: Timer

    /// The end of that log, not begun yet; the handler is called on the loop once nothing more will be written.
    init(of log: EventLog, on loop: EventLoop, ended: @escaping () -> Void) throws(SystemError) {
        self.log = log
        mailbox = try Mailbox<Void>()
        reader = mailbox.open(on: loop) { ended() }
        // For a write that the system does not end, of a network file system for one.
        limit = Timer(loop, handler: ended)
    }

    /// Begins, and waits that many seconds for a destination that takes nothing. Begun already, it may only grow less
    /// patient.
    func begin(waiting seconds: Int) {
        hasBegun = true
        limit.start(milliseconds: (seconds + 1) * 1000)
        log.close(within: .seconds(seconds)) { [mailbox] in mailbox.post(()) }
    }

    /// How long, in seconds, a destination that accepts no bytes is waited for after the first signal to stop.
    static let patience = 5

    /// Says what the recording lacks, if anything; the exit status that follows.
    func saidLoss() -> Int32 {
        guard let loss = log.loss else { return 0 }
        Console.say(loss.description)
        return CommandFailure.Status.output.rawValue
    }
}
