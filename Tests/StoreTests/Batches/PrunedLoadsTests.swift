import Events
@testable import Recordings
import Testing
import Traffic
import TransportSecurity

@testable import Store

/// Tests of what is left out of a batch because its days were pruned.
@Suite struct PrunedLoadsTests {
    private static let (old, new) = (Instant(year: 2026, month: 11, day: 19), Instant(year: 2026, month: 11, day: 20))

    private static func id(_ name: String) -> LoadKindID { LoadKindID(digest: Array(name.utf8)) }

    private static func loads(of kind: String, on day: Instant, after: String? = nil) -> CondensedLoads {
        var counts = LoadCounts(at: day)
        counts.decisions = 2
        return CondensedLoads(
            kind: id(kind), after: after.map(id), label: nil, day: day, recording: nil, counts: counts)
    }

    private static func kind(_ id: String) throws -> CondensedPart.Kind {
        let decision = DecisionEvent(time: new, id: .text(id), from: .client(.init(listener: "l")), decision: .allowed)
        return CondensedPart.Kind(id: Self.id(id), decision: decision, load: id, line: [])
    }

    @Test func loadsOfPrunedDaysAreLeftOutWithTheirKinds() throws {
        var part = CondensedPart(source: RecordingSource(name: "a"))
        part.loads = [
            Self.loads(of: "a", on: Self.old), Self.loads(of: "b", on: Self.new, after: "c"),
            Self.loads(of: "d", on: Self.old, after: "c"),
        ]
        part.kinds = try ["a", "b", "c", "d"].map(Self.kind)
        #expect(part.removeLoads(before: "2026-11-20") == 4)
        #expect(part.loads.map(\.kind) == [Self.id("b")])
        #expect(part.kinds.map(\.id) == ["b", "c"].map(Self.id))
    }

    @Test func otherDaysStay() throws {
        var part = CondensedPart(source: RecordingSource(name: "a"))
        part.loads = [Self.loads(of: "a", on: Self.new)]
        part.kinds = try ["a", "b"].map(Self.kind)
        #expect(part.removeLoads(before: "2026-11-20") == 0)
        #expect(part.loads.count == 1 && part.kinds.count == 2)
    }
}
