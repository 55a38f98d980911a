import Testing

@testable import Store

/// Tests of what loads have in common that are counted together.
@Suite struct LoadsKeyTests {
    /// PostgreSQL compares texts byte by byte, and so do recordings.
    @Test func labelsOfOtherScalarsAreOtherKeys() {
        let keys = ["caf\u{E9}", "cafe\u{301}"].map { LoadsKey(kind: .none, after: .none, label: $0) }
        #expect(keys[0] != keys[1] && Set(keys).count == 2)
        #expect(keys[1] < keys[0] && !(keys[0] < keys[1]))
        let days = keys.map { DayLoadsKey(day: "2026-11-20", loads: $0) }
        #expect(days[0] != days[1] && Set(days).count == 2)
        #expect(keys[0] == LoadsKey(kind: .none, after: .none, label: "caf\u{E9}"))
    }
}
