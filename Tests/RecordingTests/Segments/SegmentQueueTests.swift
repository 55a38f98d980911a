import Testing
import TransportSecurity

@testable import Recording

@Suite struct SegmentQueueTests {
    private let names = (1...3).map {
        SegmentName(of: ProxyName(ofHost: "p"), at: Instant(year: 2026, month: 1, day: $0))
    }

    @Test func whatCouldNotBeCompressedStays() {
        var queue = SegmentQueue()
        for name in names { queue.add(name) }
        let round = queue.beginRound()
        queue.endRound(round, left: [names[1]])
        #expect(round == names && queue.segments == [names[1]])
    }

    /// A round may look at a segment that is still written, just before it is closed and added.
    @Test func whatIsAddedDuringARoundIsTriedAgain() {
        var queue = SegmentQueue()
        queue.add(names[0])
        var round = queue.beginRound()
        for name in names { queue.add(name) }
        queue.endRound(round, left: [])
        #expect(queue.segments == names)
        round = queue.beginRound()
        queue.endRound(round, left: [])
        #expect(queue.segments == [])
    }
}
