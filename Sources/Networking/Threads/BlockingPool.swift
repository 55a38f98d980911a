import InternetNames
import Synchronization

/// A bounded number of threads for calls that wait, such as `getaddrinfo`, which no event loop may make.
///
/// A call that hangs holds one thread; when all are held, jobs wait in a bounded queue. Jobs for a client run in turn
/// with those of other clients, and a client may hold no more threads, and no more places of the queue, than it leaves
/// free. One client therefore holds half of all at most, and each further one half of the rest.
public final class BlockingPool: Sendable {
    private let state: Mutex<State>
    /// Wakes one idle thread with each byte.
    private let pipe: SelfPipe
    private let name: String
    private let threadLimit: Int
    private let start: Start
    private let starting = Mutex(())

    /// Starts a thread of that name which runs that body.
    typealias Start = @Sendable (String, @escaping @Sendable () -> Void) throws(SystemError) -> Void

    /// The number of a job, by which it can be withdrawn.
    public typealias Ticket = UInt64

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
        state = Mutex(State(SharedJobs(threads: max(1, threads), queue: queue)))
    }

    /// Runs the job on a thread of the pool as soon as one is free. Returns nil if the queue has no room for it, or if
    /// there is no thread and none can be started. An accepted job runs unless it is withdrawn.
    ///
    /// - Parameter client: The client in whose share the job runs; nil for a job of the proxy's own, which has no limit
    ///   but that of all.
    @discardableResult
    public func submit(for client: IPAddress? = nil, _ job: @escaping @Sendable () -> Void) -> Ticket? {
        let accepted = state.withLock { state -> (ticket: Ticket, needsThread: Bool)? in
            guard let ticket = state.jobs.add(job, for: client?.clientNetwork) else { return nil }
            let needsThread = state.idle == 0 && state.threads < threadLimit
            wake(&state)
            return (ticket, needsThread)
        }
        guard let accepted else { return nil }
        if accepted.needsThread, !startThread(for: accepted.ticket) { return nil }
        return accepted.ticket
    }

    /// Removes a job that has not begun. Returns whether there was one.
    @discardableResult public func withdraw(_ ticket: Ticket) -> Bool {
        state.withLock { $0.jobs.remove(ticket) }
    }

    /// Starts another thread for the job of a caller. If no thread can be started and none runs, removes the job from
    /// the queue and returns false.
    ///
    /// The lock `starting` lets one caller at a time start a thread. A caller that finds no thread running therefore
    /// knows that none is being started either. The caller removes only its own job, because the callers of the other
    /// jobs run this function as well.
    private func startThread(for ticket: Ticket) -> Bool {
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
                    state.jobs.remove(ticket)
                    return false
                }
            }
        }
    }

    /// Runs jobs for ever, and sleeps while none may run.
    private func work() {
        while true {
            let job = state.withLock { state in
                let job = state.jobs.begin()
                // The end of a job may permit another one besides the one that begins now.
                if job == nil { state.idle += 1 } else if state.jobs.hasNext { wake(&state) }
                return job
            }
            guard let job else {
                _ = pipe.receive()
                continue
            }
            job.run()
            state.withLock { $0.jobs.ended(of: job.client) }
        }
    }

    /// Wakes an idle thread, if there is one.
    private func wake(_ state: inout State) {
        guard state.idle > 0 else { return }
        state.idle -= 1
        pipe.signal()
    }

    private struct State {
        var jobs: SharedJobs
        var threads = 0
        /// The number of threads that sleep and that no byte in the pipe is meant for.
        var idle = 0

        init(_ jobs: SharedJobs) {
            self.jobs = jobs
        }
    }
}
