import Events
import Recordings
import SimulatedServers
import Testing
import Traffic
import TransportSecurity

@Suite struct RecentLoadsOfRecordingsTests {
    private static let time = Instant(year: 2026, month: 11, day: 21)

    /// The lines of a load: its decision, and its end 1.5 s later.
    private static func lines(_ number: Int) throws -> [[UInt8]] {
        var identifiers = EventIDGenerator()
        var random = SystemRandomNumberGenerator()
        let begun = Instant(milliseconds: time.milliseconds + Int64(number) * 10)
        let id = TextOrValue.value(identifiers.next(at: begun, using: &random))
        var event = DecisionEvent(time: begun, id: id, from: .client(.init(listener: "l")), decision: .allowed)
        (event.scheme, event.host, event.port) = (.https, .name("a.example"), 443)
        event.client?.address = .text("192.0.2.7:50001")
        event.kind = event.kindID(digest: SimulatedSite.decoder.digest)
        var end = ClosedEvent(
            time: Instant(milliseconds: begun.milliseconds + 1500), id: id, host: event.host, port: 443,
            bytesFromClient: 1, bytesFromServer: 2, durationMilliseconds: 1500, endedBy: .client, how: .finished)
        (end.kind, end.client) = (event.kind, event.client?.address)
        return [event.line, end.line]
    }

    private static func traffic(_ numbers: Range<Int>, keepingFacts: Bool) throws -> RecordedTraffic {
        var reader = RecordingReader(keepingFacts: keepingFacts, SimulatedSite.decoder)
        reader.begin("test.jsonl")
        for line in try numbers.flatMap(lines) { (line + [0x0A]).withUnsafeBufferPointer { reader.read($0) } }
        reader.end()
        return reader.traffic
    }

    @Test func latestLoadsAreKept() throws {
        let traffic = try Self.traffic(0..<4500, keepingFacts: true)
        let loads = traffic.recentLoads.changes()
        #expect(loads.count == RecentLoads.standardLimit)
        let first = try #require(loads.first?.load)
        #expect(first.time.milliseconds == Self.time.milliseconds + 44_990 && first.device == "192.0.2.7")
        #expect(first.milliseconds == 1500)
        #expect(first.bytes?.bytesFromServer == 2)
        #expect(first.kind == traffic.entries.first?.decision.kind)
    }

    @Test func reportsKeepNone() throws {
        #expect(try Self.traffic(0..<3, keepingFacts: false).recentLoads.isEmpty)
    }
}
