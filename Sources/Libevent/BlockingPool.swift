import CLibevent
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A bounded number of threads for calls that wait, such as `getaddrinfo`, which no event loop may make.
///
/// A call that hangs holds one thread; when all are held, jobs wait in a bounded queue.
public final class BlockingPool: Sendable {
    private let state: Mutex<State>
    private let readEnd: Int32
    private let writeEnd: Int32
    private let name: String
    private let threadLimit: Int
    private let queueLimit: Int

    /// A pool that starts up to that many threads, as jobs need them, and keeps that many jobs waiting at most.
    public init(named name: String, threads: Int, queue: Int = 4096) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError.last("pipe") }
        readEnd = ends[0]
        writeEnd = ends[1]
        evutil_make_socket_closeonexec(readEnd)
        evutil_make_socket_closeonexec(writeEnd)
        evutil_make_socket_nonblocking(writeEnd)
        self.name = name
        threadLimit = threads
        queueLimit = queue
        state = Mutex(State())
    }

    /// Runs the job on a thread of the pool as soon as one is free; false where the queue is full.
    public func submit(_ job: @escaping @Sendable () -> Void) -> Bool {
        enum Outcome { case refused, queued, queuedNeedingThread }
        let outcome = state.withLock { state -> Outcome in
            guard state.jobs.count < queueLimit else { return .refused }
            state.jobs.append(job)
            guard state.jobs.count > state.idle, state.threads < threadLimit else { return .queued }
            state.threads += 1
            return .queuedNeedingThread
        }
        switch outcome {
        case .refused:
            return false
        case .queued:
            break
        case .queuedNeedingThread:
            do throws(SystemError) {
                try SystemThread.start(named: name) { [self] in work() }
            } catch {
                // The threads that run already take the job; without any it would wait forever.
                let hasNone = state.withLock { state in
                    state.threads -= 1
                    return state.threads == 0
                }
                if hasNone {
                    state.withLock { _ = $0.jobs.popLast() }
                    return false
                }
            }
        }
        _ = write(writeEnd, "!", 1)
        return true
    }

    /// Each byte in the pipe is one job in the queue; reading it blocks until there is one.
    private func work() {
        while true {
            state.withLock { $0.idle += 1 }
            var sign: UInt8 = 0
            var count = read(readEnd, &sign, 1)
            while count < 0 && errno == EINTR { count = read(readEnd, &sign, 1) }
            let job = state.withLock { state -> (@Sendable () -> Void)? in
                state.idle -= 1
                return state.jobs.isEmpty ? nil : state.jobs.removeFirst()
            }
            job?()
        }
    }

    private struct State {
        var jobs: [@Sendable () -> Void] = []
        var threads = 0
        var idle = 0
    }
}
