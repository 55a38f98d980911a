import Events
import Recordings
import InternetNames
import JSONWriting
import SimulatedServers
import Testing
import Traffic
import TransportSecurity

@testable import Console

/// The console of a running proxy, a report of its recording, and one of its condensed recording count the same loads together.
@Suite struct LiveAndRecordedTests {
    /// What the program has seen of some loads, by two workers.
    private struct Seen {
        var live = ConsoleTraffic(judge: SampleTraffic.judge, publicSuffixes: PublicSuffixes())
        var lines: [[UInt8]] = []
        private var workers = [LiveAggregate(), LiveAggregate()]

        mutating func add(_ event: DecisionEvent) {
            workers[event.port == 443 ? 0 : 1].count(event, of: .v4(0xC000_0207))
            lines.append(event.line)
        }

        mutating func add(_ event: ClosedEvent) {
            workers[event.port == 443 ? 0 : 1].count(event)
            lines.append(event.line)
        }

        mutating func send() {
            for index in workers.indices { live.receive(workers[index].takeBatch()) }
        }
    }

    private static var decoder: EventDecoder { SimulatedSite.decoder }

    /// Loads that are let pass, are decided on again, end before or after their decision, or fail at an upstream proxy.
    private static func seen(_ random: inout SeededNumbers) -> Seen {
        var seen = Seen()
        var identifiers = EventIDGenerator()
        for number in 0..<200 {
            let time = SampleTraffic.now + Int64(number)
            let id = identifiers.next(at: time, using: &random)
            var event = SampleTraffic.decision("h\(Int.random(in: 0..<3, using: &random)).example", at: time)
            (event.id, event.route) = (.value(id), .direct)
            if Bool.random(using: &random) { (event.scheme, event.port) = (.https, 443) }
            var end = ClosedEvent(
                time: time + 1, id: .value(id), host: event.host, port: event.port,
                bytesFromClient: Int64.random(in: 0..<100, using: &random), bytesFromServer: 7, durationMilliseconds: 1,
                endedBy: .client, how: .finished)
            end.client = event.client?.address
            if Int.random(in: 0..<9, using: &random) == 0 { end.clientRefusal = .init(evidence: "It left.") }
            let endsFirst = Int.random(in: 0..<4, using: &random) == 0
            if endsFirst {
                seen.add(end)
                event.ended = EndedLoad(end)
            }
            if Int.random(in: 0..<4, using: &random) == 0 {
                event.decision = .failed
                event.error = .init(
                    kind: "http_response_status", message: "no", nextHop: "p.example:3128",
                    receivedStatus: [407, 502].randomElement(using: &random))
            }
            event.kind = event.kindID(digest: SimulatedSite.digest)
            seen.add(event)
            end.kind = event.kind
            if event.decision != .failed, Bool.random(using: &random) {
                var further = event
                (further.firstKind, further.ended, further.tunnel) = (event.kind, nil, TunnelSummary(.unreadable))
                further.kind = further.kindID(digest: SimulatedSite.digest)
                seen.add(further)
                (end.kind, end.firstKind) = (further.kind, event.kind)
            }
            if !endsFirst, event.decision != .failed { seen.add(end) }
            if number % 17 == 0 { seen.send() }
        }
        seen.send()
        return seen
    }

    private static func traffic(_ lines: [[UInt8]]) -> RecordedTraffic {
        var reader = RecordingReader(keepingFacts: true, decoder)
        reader.begin("recording")
        for line in lines { (line + [0x0A]).withUnsafeBufferPointer { reader.read($0) } }
        reader.end()
        return reader.traffic
    }

    private static func condensed(_ lines: [[UInt8]]) throws -> RecordedTraffic {
        var condenser = RecordingCondenser(decoder)
        condenser.begin("recording")
        for line in lines { (line + [0x0A]).withUnsafeBufferPointer { condenser.read($0) } }
        condenser.end(isDamaged: false)
        var merge = try CondensedMerge([[CondensedLines(try condenser.takeLines(), name: "condensed")]])
        var condensed: [[UInt8]] = []
        while let line = try merge.next() { condensed.append(line) }
        return traffic(condensed)
    }

    /// The rows with all that is counted in them, apart from times, of which a feed knows the first and the last.
    private static func rows(_ entries: [TrafficEntry]) -> [String] {
        entries.map { entry in
            let decision = entry.decision
            let first = entry.firstDecisionIndex.map { entries[$0].decision.sharedMembers } ?? []
            let numbers = [
                Int64(entry.decisions), Int64(entry.loads), entry.bytesFromClient, entry.bytesFromServer,
                entry.repeatedBytesFromClient, entry.repeatedBytesFromServer, Int64(entry.clientRefusals),
            ]
            return String(decoding: decision.sharedMembers + first, as: UTF8.self)
                + "\(numbers)\(entry.first)\(entry.last)"
        }.sorted()
    }

    @Test(arguments: 1...12) func liveAndRecordedCountsAreEqual(seed: Int) throws {
        var random = SeededNumbers(state: UInt64(seed))
        let seen = Self.seen(&random)
        let live = Self.rows(seen.live.content.entries)
        let recorded = Self.traffic(seen.lines)
        #expect(live == Self.rows(recorded.entries))
        #expect(live == Self.rows(try Self.condensed(seen.lines).entries))
        #expect(live == Self.rows(Self.traffic(seen.lines.reversed()).entries))
        #expect(recorded.undecidedLoads == 0 && recorded.unendedLoads == 0 && live.count > 10)
        // Two answers of an upstream proxy are two rows.
        #expect(live.contains { $0.contains(#""receivedStatus":407"#) } && live.contains { $0.contains("502") })
    }

    /// A generator of random numbers (SplitMix64).
    struct SeededNumbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
            return z ^ z >> 31
        }
    }
}
