import Networking
import Probing
import Recording
import Synchronization

/// What the workers of one server share: each part immutable, or behind its own lock.
final class SharedState: Sendable {
    let facts: FactsCache
    let probeHistory = BackgroundProbeHistory()
    let sessionCertificates = SessionCertificates()
    let silentServers = SilentServers()
    let recording: EventRecorder
    /// Who is connected.
    let connectionLimits: ConnectionLimits
    /// Every worker's mailbox, by its number.
    let workers: [Mailbox<WorkerMessage>]
    /// How busy each of them is.
    let loads: WorkerLoads
    /// Threads on which passwords are checked.
    let passwordThreads: BlockingPool
    /// Who gave wrong ones.
    let passwordFailures: PasswordFailures
    private let progress: Mutex<Progress>

    private struct Progress: Sendable {
        /// The numbers of the workers that have something open.
        var draining: Set<Int>
        var running: Int
        var drained: (@Sendable () -> Void)?
        var stopped: (@Sendable () -> Void)?
        var failed: (@Sendable (Int, SystemError) -> Void)?
        var shortage: (@Sendable (SystemError) -> Void)?
        /// When a shortage was told last, in milliseconds of the monotonic clock.
        var shortageTold: Int64?
    }

    init(
        facts: FactsCache, recording: EventRecorder, passwordThreads: BlockingPool,
        passwordFailures: PasswordFailures, connectionLimits: ConnectionLimits, workers: [Mailbox<WorkerMessage>]
    ) {
        self.facts = facts
        self.recording = recording
        self.passwordThreads = passwordThreads
        self.passwordFailures = passwordFailures
        self.connectionLimits = connectionLimits
        self.workers = workers
        loads = WorkerLoads(workers: workers.count)
        progress = Mutex(Progress(draining: Set(workers.indices), running: workers.count))
    }

    /// Sets what is called once no worker has anything open; at once where that is so already.
    func onDrained(_ handler: @escaping @Sendable () -> Void) {
        let isDrained = progress.withLock { progress in
            progress.drained = handler
            return progress.draining.isEmpty
        }
        if isDrained { handler() }
    }

    /// Sets what is called once no worker runs; at once where none does.
    func onStopped(_ handler: @escaping @Sendable () -> Void) {
        let isStopped = progress.withLock { progress in
            progress.stopped = handler
            return progress.running == 0
        }
        if isStopped { handler() }
    }

    /// That worker has nothing open any more.
    func workerDrained(_ number: Int) {
        let handler = progress.withLock { progress -> (@Sendable () -> Void)? in
            guard progress.draining.remove(number) != nil else { return nil }
            return progress.draining.isEmpty ? progress.drained : nil
        }
        handler?()
    }

    /// Sets what is called when a worker cannot go on, with its number.
    func onFailure(_ handler: @escaping @Sendable (Int, SystemError) -> Void) {
        progress.withLock { $0.failed = handler }
    }

    /// Sets what is called, at most once a minute, when clients wait because this machine grants nothing to accept them.
    func onShortage(_ handler: @escaping @Sendable (SystemError) -> Void) {
        progress.withLock { $0.shortage = handler }
    }

    /// This machine grants nothing to accept a client; the time is in milliseconds of the monotonic clock.
    func cannotAccept(_ error: SystemError, at now: Int64) {
        let handler = progress.withLock { progress -> (@Sendable (SystemError) -> Void)? in
            if let told = progress.shortageTold, now - told < 60_000 { return nil }
            progress.shortageTold = now
            return progress.shortage
        }
        handler?(error)
    }

    /// A worker cannot go on: what was open there is lost, so that it has nothing open any more, and it has stopped.
    func workerFailed(_ number: Int, _ error: SystemError) {
        progress.withLock { $0.failed }?(number, error)
        workerDrained(number)
        workerStopped()
    }

    /// A worker's loop has ended. Each worker says so once.
    func workerStopped() {
        let handler = progress.withLock { progress -> (@Sendable () -> Void)? in
            progress.running -= 1
            return progress.running == 0 ? progress.stopped : nil
        }
        handler?()
    }
}
