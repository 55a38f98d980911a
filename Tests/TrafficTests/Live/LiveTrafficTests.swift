import Events
import InternetNames
import Synchronization
import Testing
import Traffic
import TransportSecurity

@Suite struct LiveTrafficTests {
    private func batch(_ lost: Int) -> LiveBatch {
        var batch = LiveBatch()
        batch.lostDecisions = lost
        return batch
    }

    private func facts(_ id: String) -> FactsEvent {
        FactsEvent(
            time: Instant(milliseconds: 0), id: id, host: .name("a"), port: 443, address: nil, attempts: [])
    }

    @Test func eachWorkerHasOnePlace() {
        let traffic = LiveTraffic()
        #expect(traffic.offer(batch(1), of: 1))
        #expect(traffic.offer(batch(2), of: 0))
        #expect(!traffic.hasRoom(for: 1))
        #expect(!traffic.offer(batch(3), of: 1))
        traffic.add(facts("f"))
        let taken = traffic.take()
        // Facts come before the decisions that refer to them.
        #expect(taken.map(\.facts.count) == [1, 0, 0])
        #expect(taken.map(\.lostDecisions) == [0, 2, 1])
        #expect(traffic.take().isEmpty)
        #expect(traffic.hasRoom(for: 1) && traffic.offer(batch(3), of: 1))
    }

    @Test func readerIsToldOnceUntilItTakes() {
        let traffic = LiveTraffic()
        traffic.add(facts("f"))
        let count = Mutex(0)
        traffic.onChange { count.withLock { $0 += 1 } }
        #expect(count.withLock { $0 } == 1)
        #expect(traffic.offer(batch(1), of: 0))
        #expect(count.withLock { $0 } == 1)
        _ = traffic.take()
        #expect(traffic.offer(batch(1), of: 0))
        #expect(count.withLock { $0 } == 2)
        // What is refused is nothing new.
        _ = traffic.take()
        #expect(traffic.offer(batch(1), of: 0))
        #expect(!traffic.offer(batch(1), of: 0))
        #expect(count.withLock { $0 } == 3)
    }

    @Test func factsThatNobodyTakesAreBounded() {
        let traffic = LiveTraffic()
        for number in 0..<1100 { traffic.add(facts("\(number)")) }
        #expect(traffic.take().map(\.facts.count) == [1024])
        for number in 0..<1100 { traffic.add(facts("\(number)")) }
        #expect(traffic.take().map(\.lostFacts) == [76])
    }
}
