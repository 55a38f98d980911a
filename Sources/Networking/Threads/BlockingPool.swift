import Synchronization

/// A bounded number of threads for calls that wait, such as `getaddrinfo`, which no event loop may make.
///
/// A call that hangs holds one thread; when all are held, jobs wait in a bounded queue.
public final class BlockingPool: Sendable {
    private let state: Mutex<State>
    /// Holds one byte for each job in the queue.
    private let pipe: SelfPipe
    private let name: String
    private let threadLimit: Int
    private let queueLimit: Int
    private let start: Start
    private let starting = Mutex(())

    /// Starts a thread of that name which runs that body.
    typealias Start = @Sendable (String, @escaping @Sendable () -> Void) throws(SystemError) -> Void

    /// A pool that starts up to that many threads, as jobs need them, and keeps that many jobs waiting at most.
    public convenience init(named name: String, threads: Int, queue: Int = 4096) throws(SystemError) {
        try self.init(named: name, threads: threads, queue: queue, starting: SystemThread.start)
    }

    /// A pool whose threads are started by that function.
    init(named name: String, threads: Int, queue: Int, starting start: @escaping Start) throws(SystemError) {
        pipe = try SelfPipe(whenEmpty: .blocks)
        self.name = name
        self.start = start
        threadLimit = max(1, threads)
        queueLimit = queue
        state = Mutex(State())
    }

    /// Runs the job on a thread of the pool as soon as one is free. Returns false if the queue is full, or if there is
    /// no thread and none can be started. An accepted job always runs.
    public func submit(_ job: @escaping @Sendable () -> Void) -> Bool {
        let accepted = state.withLock { state -> (ticket: UInt64, needsThread: Bool)? in
            guard state.jobs.count < queueLimit else { return nil }
            state.lastTicket += 1
            state.jobs.append(Job(ticket: state.lastTicket, run: job))
            return (state.lastTicket, state.jobs.count > state.idle && state.threads < threadLimit)
        }
        guard let accepted else { return false }
        if accepted.needsThread, !startThread(for: accepted.ticket) { return false }
        pipe.signal()
        return true
    }

    /// Starts another thread for the job of a caller. If no thread can be started and none runs, removes the job from
    /// the queue and returns false.
    ///
    /// The lock `starting` lets one caller at a time start a thread. A caller that finds no thread running therefore
    /// knows that none is being started either. It removes only its own job, because the callers of the other jobs run
    /// this function as well.
    private func startThread(for ticket: UInt64) -> Bool {
        starting.withLock { _ in
            guard state.withLock({ $0.threads < threadLimit }) else { return true }
            do throws(SystemError) {
                try start(name) { [self] in work() }
                state.withLock { $0.threads += 1 }
                return true
            } catch {
                // A thread that already runs takes the job. Without one the job would wait forever.
                return state.withLock { state in
                    guard state.threads == 0 else { return true }
                    state.jobs.removeAll { $0.ticket == ticket }
                    return false
                }
            }
        }
    }

    /// Runs jobs for ever. Each job in the queue has one byte in the pipe, and reading blocks until there is one.
    private func work() {
        while true {
            state.withLock { $0.idle += 1 }
            _ = pipe.receive()
            let job = state.withLock { state -> (@Sendable () -> Void)? in
                state.idle -= 1
                return state.jobs.isEmpty ? nil : state.jobs.removeFirst().run
            }
            job?()
        }
    }

    private struct Job {
        var ticket: UInt64
        var run: @Sendable () -> Void
    }

    private struct State {
        var jobs: [Job] = []
        var lastTicket: UInt64 = 0
        var threads = 0
        var idle = 0
    }
}
