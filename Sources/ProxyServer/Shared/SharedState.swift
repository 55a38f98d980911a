import Networking
import Probing
import Synchronization

/// The state that the workers of one server share. Each part is immutable or has its own lock.
final class SharedState: Sendable {
    let facts: FactsCache
    let probeHistory = BackgroundProbeHistory()
    let sessionCertificates = SessionCertificates()
    let silentServers = SilentServers()
    let repeatableProbes = RepeatableProbes()
    let labels: ClientLabels
    let recording: EventRecorder
    /// The number of connections, and their limits.
    let connectionLimits: ConnectionLimits
    /// The mailboxes of the workers, by number.
    let workers: [Mailbox<WorkerMessage>]
    /// The number of clients of each worker.
    let loads: WorkerLoads
    /// Threads on which passwords are checked.
    let passwordThreads: BlockingPool
    /// The failures of passwords, by client network.
    let passwordFailures: PasswordFailures
    /// The counts of each worker, by number.
    let counters: [WorkerCounters]
    private let draining = Atomic(false)
    private let progress: Mutex<Progress>

    private struct Progress: Sendable {
        /// The numbers of the workers that have something open.
        var draining: Set<Int>
        var running: Int
        var drained: (@Sendable () -> Void)?
        var stopped: (@Sendable () -> Void)?
        var failed: (@Sendable (Int, SystemError) -> Void)?
        var shortage = RareNotice<SystemError>()
        var connectionLimit = RareNotice<Int>()
        var profileFailure = RareNotice<String>()
    }

    init(
        facts: FactsCache, recording: EventRecorder, passwordThreads: BlockingPool,
        passwordFailures: PasswordFailures, connectionLimits: ConnectionLimits, labels: ClientLabels = ClientLabels(),
        workers: [Mailbox<WorkerMessage>]
    ) {
        self.facts = facts
        self.labels = labels
        self.recording = recording
        self.passwordThreads = passwordThreads
        self.passwordFailures = passwordFailures
        self.connectionLimits = connectionLimits
        self.workers = workers
        counters = workers.map { _ in WorkerCounters() }
        loads = WorkerLoads(workers: workers.count)
        progress = Mutex(Progress(draining: Set(workers.indices), running: workers.count))
    }

    /// Whether the workers accept no more clients, and are to end.
    var isDraining: Bool { draining.load(ordering: .relaxed) }

    /// Notes that the workers are about to be told to drain.
    func beginDraining() {
        draining.store(true, ordering: .relaxed)
    }

    /// Sets the handler that is called once no worker has anything open, at once if this is already so.
    func onDrained(_ handler: @escaping @Sendable () -> Void) {
        let isDrained = progress.withLock { progress in
            progress.drained = handler
            return progress.draining.isEmpty
        }
        if isDrained { handler() }
    }

    /// Sets the handler that is called once no worker runs, at once if this is already so.
    func onStopped(_ handler: @escaping @Sendable () -> Void) {
        let isStopped = progress.withLock { progress in
            progress.stopped = handler
            return progress.running == 0
        }
        if isStopped { handler() }
    }

    /// Notes that a worker has nothing open any more.
    func workerDrained(_ number: Int) {
        let handler = progress.withLock { progress -> (@Sendable () -> Void)? in
            guard progress.draining.remove(number) != nil else { return nil }
            return progress.draining.isEmpty ? progress.drained : nil
        }
        handler?()
    }

    /// Sets the handler that is called with the number of a worker that failed.
    func onFailure(_ handler: @escaping @Sendable (Int, SystemError) -> Void) {
        progress.withLock { $0.failed = handler }
    }

    /// Sets the handler that is called, at most once a minute, when clients cannot be accepted for lack of descriptors
    /// or memory.
    func onShortage(_ handler: @escaping @Sendable (SystemError) -> Void) {
        progress.withLock { $0.shortage.handler = handler }
    }

    /// Notes that a client could not be accepted for lack of descriptors or memory. The time is in milliseconds of the
    /// monotonic clock.
    func cannotAccept(_ error: SystemError, at now: Int64) {
        progress.withLock { $0.shortage.due(at: now) }?(error)
    }

    /// Sets the handler that is called, at most once a minute, with the limit of connections when it is reached and
    /// clients may have to wait.
    func onConnectionLimit(_ handler: @escaping @Sendable (Int) -> Void) {
        progress.withLock { $0.connectionLimit.handler = handler }
    }

    /// Notes that a client waits because the limit of connections is reached. The time is in milliseconds of the
    /// monotonic clock.
    func reachedConnectionLimit(at now: Int64) {
        let limit = connectionLimits.limit
        progress.withLock { $0.connectionLimit.due(at: now) }?(limit)
    }

    /// Sets the handler that is called, at most once a minute, with a clause that says why a configuration profile
    /// could not be written.
    func onProfileFailure(_ handler: @escaping @Sendable (String) -> Void) {
        progress.withLock { $0.profileFailure.handler = handler }
    }

    /// Notes that a configuration profile could not be written. The time is in milliseconds of the monotonic clock.
    func cannotWriteProfile(_ reason: String, at now: Int64) {
        progress.withLock { $0.profileFailure.due(at: now) }?(reason)
    }

    /// Notes that a worker failed. Its connections are lost, and it counts as drained and stopped.
    func workerFailed(_ number: Int, _ error: SystemError) {
        progress.withLock { $0.failed }?(number, error)
        workerDrained(number)
        workerStopped()
    }

    /// Notes that a worker's loop has ended. Each worker calls this once.
    func workerStopped() {
        let handler = progress.withLock { progress -> (@Sendable () -> Void)? in
            progress.running -= 1
            return progress.running == 0 ? progress.stopped : nil
        }
        handler?()
    }
}
