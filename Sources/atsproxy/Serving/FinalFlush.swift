import Networking
import ProxyServer
import Settings
import StandardStreams

/// The end of a recording: waiting events are written while the loop continues to handle signals.
///
/// Each command that records uses it. In the end, each event is written, or its loss is reported.
final class FinalFlush {
    /// Whether the flush has begun.
    private(set) var hasBegun = false

    private let recorder: EventRecorder
    private let mailbox: Mailbox<Void>
    private let reader: MailboxReader
    private let limit: Timer

    /// Prepares the end of a recording. The handler is called on the loop once nothing more will be written.
    init(of recorder: EventRecorder, on loop: EventLoop, ended: @escaping () -> Void) throws(SystemError) {
        self.recorder = recorder
        mailbox = try Mailbox<Void>()
        reader = mailbox.open(on: loop) { ended() }
        // A limit for writes that the system does not complete, for example on a network file system.
        limit = Timer(loop, handler: ended)
    }

    /// Begins the flush, which waits at most the given time for a destination that accepts nothing. A later call can
    /// only shorten the time.
    func begin(waiting seconds: Int) {
        hasBegun = true
        limit.start(milliseconds: (seconds + 1) * 1000)
        recorder.close(within: .seconds(seconds)) { [mailbox] in mailbox.post(()) }
    }

    /// The time in seconds to wait for a destination that accepts nothing, after the first signal to stop.
    static let timeLimit = 5

    /// Reports lost events, if there are any. Returns the exit status.
    func reportLoss() -> Int32 {
        guard let loss = recorder.loss else { return 0 }
        Console.say(loss.description)
        return CommandFailure.Status.output.rawValue
    }
}
