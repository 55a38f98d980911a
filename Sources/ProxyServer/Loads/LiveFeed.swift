import Events
import InternetNames
import Networking
import Traffic

/// Sends the loads of one worker to those who show traffic while it happens, at most four times a second.
///
/// Nothing waits for them: while the last batch is not taken, loads are counted here.
final class LiveFeed {
    private let mailbox: LiveMailbox
    private let worker: Int
    private var aggregate = LiveAggregate()
    private var timer: Timer?

    /// The time between two batches in milliseconds.
    private static let interval = 250

    init(_ loop: EventLoop, _ mailbox: LiveMailbox, worker: Int) {
        self.mailbox = mailbox
        self.worker = worker
        timer = Timer(loop) { [unowned self] in self.send() }
    }

    deinit {
        finish()
    }

    /// Leaves the unsent loads, if there is room for them.
    func finish() {
        if !aggregate.isEmpty { _ = mailbox.offer(aggregate.takeBatch(), of: worker) }
    }

    /// Counts a decision on a load of a client.
    func count(_ event: borrowing DecisionEvent, of client: IPAddress) {
        aggregate.count(event, of: client)
        sendLater()
    }

    /// Counts the end of a load.
    func count(_ event: borrowing ClosedEvent) {
        aggregate.count(event)
        sendLater()
    }

    private func sendLater() {
        guard let timer, !timer.isRunning, !aggregate.isEmpty else { return }
        timer.start(milliseconds: Self.interval)
    }

    private func send() {
        guard !aggregate.isEmpty else { return }
        guard mailbox.hasRoom(for: worker), mailbox.offer(aggregate.takeBatch(), of: worker) else {
            return sendLater()
        }
    }
}
