import Dispatch
import Synchronization
import Testing

@testable import Networking

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct BlockingPoolTests {
    @Test func theQueueIsLimited() throws {
        let pool = try BlockingPool(named: "test", threads: 1, queue: 2)
        let (begun, mayEnd, ended) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let isTaken = pool.submit {
            begun.signal()
            mayEnd.wait()
        }
        #expect(isTaken != nil && begun.wait(timeout: .now() + 10) == .success)
        let areTaken = (0..<3).map { _ in pool.submit { ended.signal() } }
        #expect(areTaken.map { $0 != nil } == [true, true, false])
        mayEnd.signal()
        #expect(ended.wait(timeout: .now() + 10) == .success && ended.wait(timeout: .now() + 10) == .success)
    }

    /// The system grants no thread for the first two jobs, which are submitted concurrently. Each of them runs, or its
    /// `submit` returns false; neither is removed for the other.
    @Test func aFailedThreadStartRemovesOnlyItsOwnJob() throws {
        let attempts = Mutex(0)
        let pool = try BlockingPool(named: "test", threads: 4, queue: 16) { name, body throws(SystemError) in
            let attempt = attempts.withLock { count in
                count += 1
                return count
            }
            guard attempt <= 2 else { return try SystemThread.start(named: name, body) }
            // Long enough for the other job to be submitted; the order does not matter.
            usleep(200_000)
            throw SystemError(number: EAGAIN, operation: "pthread_create")
        }
        let accepted = Mutex<Set<Int>>([])
        let run = Mutex<Set<Int>>([])
        let ended = DispatchSemaphore(value: 0)
        let submit = { @Sendable (number: Int) in
            let isAccepted = pool.submit {
                _ = run.withLock { $0.insert(number) }
                ended.signal()
            }
            if isAccepted != nil { _ = accepted.withLock { $0.insert(number) } }
        }
        DispatchQueue.concurrentPerform(iterations: 2, execute: submit)
        submit(2)
        let expected = accepted.withLock { $0 }
        #expect(expected.contains(2))
        for _ in expected { #expect(ended.wait(timeout: .now() + 10) == .success) }
        #expect(run.withLock { $0 } == expected)
    }

    @Test func acceptsNoJobWithoutAThread() throws {
        let pool = try BlockingPool(named: "test", threads: 2, queue: 16) { _, _ throws(SystemError) in
            throw SystemError(number: EAGAIN, operation: "pthread_create")
        }
        for _ in 0..<20 { #expect(pool.submit {} == nil) }
    }
}
