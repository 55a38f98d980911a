import Events
import InternetNames
import JSONWriting
import SimulatedServers
import Testing
import TransportSecurity

/// The end of a load without a decision, in segments.
@Suite struct ReadPeriodTests {
    private let begin = Instant(year: 2026, month: 11, day: 21)

    /// A load that began before the segment has its decision in an earlier one. Of any other load, the decision is missing.
    @Test(arguments: [(-1, 0), (0, 0), (1, 1)])
    func onlyLoadsOfThePeriodLackADecision(milliseconds: Int64, missing: Int) {
        var generator = EventIDGenerator()
        var random = SystemRandomNumberGenerator()
        let time = Instant(milliseconds: begin.milliseconds + milliseconds)
        let id = generator.next(at: time, using: &random)
        let end = ClosedEvent(
            time: begin + 5, id: .value(id), host: .name("a.example"), port: 443, bytesFromClient: 1,
            bytesFromServer: 1, durationMilliseconds: 9, endedBy: .client, how: .finished)
        let segment = SegmentEvent(time: begin, id: "01JD4Q0Y7ZK8M3T5V9W2X6R1BC", proxy: "lab-3")
        var named = end
        (named.kind, named.client) = (LoadKindID(digest: [1]), .text("192.0.2.1:50000"))
        for end in [end, named] {
            let lines: [[UInt8]] = [segment.line, end.line]
            #expect(SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] }).undecidedLoads == missing)
            #expect(SimulatedSite.traffic(end.line + [0x0A]).undecidedLoads == 1)
        }
    }
}
