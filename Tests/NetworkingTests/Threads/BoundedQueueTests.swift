import Synchronization
import Testing

@testable import Networking

@Suite struct BoundedQueueTests {
    @Test(arguments: [1, 3, 1000]) func elementsArriveInOrder(limit: Int) throws {
        let queue = try BoundedQueue<Int>(limit: limit)
        try SystemThread.start(named: "test") {
            for number in 0..<2000 { _ = queue.put(number) }
            queue.finish()
        }
        var taken: [Int] = []
        while let number = queue.take() { taken.append(number) }
        #expect(taken == Array(0..<2000))
    }

    /// The writing thread is never more than the limit ahead, and the element that waits to be put.
    @Test func aFullQueueHoldsItsWriter() throws {
        let queue = try BoundedQueue<Int>(limit: 3)
        let count = Mutex(0)
        try SystemThread.start(named: "test") {
            for number in 0..<500 {
                count.withLock { $0 = number }
                _ = queue.put(number)
            }
            queue.finish()
        }
        while let number = queue.take() { #expect(count.withLock { $0 } <= number + 4) }
    }

    @Test func aWriterEndsWhenNobodyReads() throws {
        let queue = try BoundedQueue<Int>(limit: 2)
        let report = try ThreadReport()
        try SystemThread.start(named: "test") {
            while queue.put(0) {}
            report.make(nil)
        }
        #expect(queue.take() == 0)
        queue.cancel()
        try report.wait()
        #expect(!queue.put(0))
    }
}
