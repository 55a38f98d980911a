import Dispatch
import Testing

@testable import Libevent

@Suite struct BlockingPoolTests {
    @Test func noMoreJobsWaitThanItsQueueHolds() throws {
        let pool = try BlockingPool(named: "test", threads: 1, queue: 2)
        let (begun, mayEnd, ended) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let isTaken = pool.submit {
            begun.signal()
            mayEnd.wait()
        }
        #expect(isTaken && begun.wait(timeout: .now() + 10) == .success)
        let areTaken = (0..<3).map { _ in pool.submit { ended.signal() } }
        #expect(areTaken == [true, true, false])
        mayEnd.signal()
        #expect(ended.wait(timeout: .now() + 10) == .success && ended.wait(timeout: .now() + 10) == .success)
    }
}
