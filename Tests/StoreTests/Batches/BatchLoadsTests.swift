import Events
import Recordings
import Testing
import Traffic
import TransportSecurity

@testable import Store

/// Tests of the rows of a batch.
@Suite struct BatchLoadsTests {
    private static let kind = LoadKindID(digest: [1, 2])

    @Test func loadsOfOneKeyAreOneRow() {
        var rows = BatchLoads(
            [Self.loads(of: Self.kind), Self.loads(of: Self.kind, after: Self.kind), Self.loads(of: Self.kind)],
            devices: ["192.0.2.1": 7])
        #expect(rows.sorted.map(\.counts.decisions) == [2, 1])
        #expect(rows.sorted.map { $0.key.loads.after == .none } == [true, false])
        #expect(rows.sorted[0].counts.devices == DeviceCounts([7: 2]))
        for sum in rows.sorted { rows.add(sum.counts, of: sum.key) }
        #expect(rows.sorted.map(\.counts.decisions) == [4, 2] && rows.keys.map(\.day) == ["2026-11-20", "2026-11-20"])
    }

    private static func loads(of kind: LoadKindID, after: LoadKindID? = nil) -> CondensedLoads {
        var counts = LoadCounts(at: Instant(year: 2026, month: 11, day: 20))
        counts.decisions = 1
        counts.devices.add(1, of: "192.0.2.1")
        return CondensedLoads(kind: kind, after: after, label: nil, day: nil, recording: nil, counts: counts)
    }
}
