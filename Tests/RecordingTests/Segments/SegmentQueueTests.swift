import Testing
import TransportSecurity
@testable import Recording

@Suite struct SegmentQueueTests {
    private let names = (1...3).map {
        SegmentName(of: ProxyName(ofHost: "p"), at: Instant(year: 2026, month: 1, day: $0))
    }

    @Test func whatCouldNotBeCompressedStays() {
        var queue = SegmentQueue()
        for name in names.reversed() { queue.add(name) }
        let round = queue.beginRound()
        queue.remove(names[0])
        #expect(queue.hasOthers(than: [names[1]]))
        queue.remove(names[2])
        #expect(round == names && queue.segments == [names[1]])
        #expect(!queue.hasOthers(than: [names[1]]))
    }

    /// A round may look at a segment that is still written, just before it is closed and added.
    @Test func whatIsAddedDuringARoundIsTriedAgain() {
        var queue = SegmentQueue()
        queue.add(names[0])
        let round = queue.beginRound()
        for name in names { queue.add(name) }
        for name in round { queue.remove(name) }
        #expect(queue.segments == names)
        for name in queue.beginRound() { queue.remove(name) }
        #expect(queue.segments == [])
    }

    @Test func aSegmentBeyondTheLimitHasRoomOnceAnotherIsCompressed() {
        var queue = SegmentQueue()
        let all = (0...SegmentQueue.limit).map {
            SegmentName(of: ProxyName(ofHost: "p"), at: Instant(milliseconds: Int64($0)))
        }
        for name in all { queue.add(name) }
        #expect(queue.segments == Array(all.dropLast()))
        queue.remove(all[0])
        queue.add(all[SegmentQueue.limit])
        #expect(queue.segments == Array(all.dropFirst()))
    }
}
