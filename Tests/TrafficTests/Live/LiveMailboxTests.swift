import Events
import InternetNames
import Synchronization
import Testing
import Traffic
import TransportSecurity

@Suite struct LiveMailboxTests {
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
        let mailbox = LiveMailbox()
        #expect(mailbox.offer(batch(1), of: 1))
        #expect(mailbox.offer(batch(2), of: 0))
        #expect(!mailbox.hasRoom(for: 1))
        #expect(!mailbox.offer(batch(3), of: 1))
        mailbox.add(facts("f"))
        let taken = mailbox.take()
        // Facts come before the decisions that refer to them.
        #expect(taken.map(\.facts.count) == [1, 0, 0])
        #expect(taken.map(\.lostDecisions) == [0, 2, 1])
        #expect(mailbox.take().isEmpty)
        #expect(mailbox.hasRoom(for: 1) && mailbox.offer(batch(3), of: 1))
    }

    @Test func readerIsToldOnceUntilItTakes() {
        let mailbox = LiveMailbox()
        mailbox.add(facts("f"))
        let count = Mutex(0)
        mailbox.onChange { count.withLock { $0 += 1 } }
        #expect(count.withLock { $0 } == 1)
        #expect(mailbox.offer(batch(1), of: 0))
        #expect(count.withLock { $0 } == 1)
        _ = mailbox.take()
        #expect(mailbox.offer(batch(1), of: 0))
        #expect(count.withLock { $0 } == 2)
        // A batch that is refused is nothing new.
        _ = mailbox.take()
        #expect(mailbox.offer(batch(1), of: 0))
        #expect(!mailbox.offer(batch(1), of: 0))
        #expect(count.withLock { $0 } == 3)
    }

    @Test func factsThatNobodyTakesAreBounded() {
        let mailbox = LiveMailbox()
        for number in 0..<1100 { mailbox.add(facts("\(number)")) }
        #expect(mailbox.take().map(\.facts.count) == [1024])
        for number in 0..<1100 { mailbox.add(facts("\(number)")) }
        #expect(mailbox.take().map(\.lostFacts) == [76])
    }
}
