import Foundation
import Testing

@testable import TransportSecurity

@Suite struct TransparencyLogListTests {
    @Test(arguments: [(0, false), (60 * 86_400, false), (60 * 86_400 + 1, true), (-1, false)] as [(Int64, Bool)])
    func isStaleAfterSixtyDays(age: Int64, isStale: Bool) {
        #expect(TransparencyLogList(date: Sample.now + -age, logs: []).isStale(at: Sample.now) == isStale)
    }

    @Test func isStaleWithoutADate() {
        #expect(TransparencyLogList(date: nil, logs: []).isStale(at: Sample.now))
    }

    @Test func decodesAppleAndGoogle() throws {
        let json = """
            {"version": "1", "log_list_timestamp": "2026-01-01T00:00:00Z", "unknown": {}, "operators": [
              {"name": "A", "email": ["a@example.com"], "logs": [
                {"description": "A 1", "log_id": "AQ==", "key": "AgM=", "mmd": 86400,
                 "state": {"usable": {"timestamp": "2025-01-01T00:00:00Z", "version": "9"}},
                 "temporal_interval": {"start_inclusive": "2026-01-01T00:00:00Z",
                                       "end_exclusive": "2026-07-01T00:00:00Z"}},
                {"log_id": "Ag==", "key": "AA==", "state": {"brand-new": {"timestamp": "2025-01-01T00:00:00Z"}}}],
               "tiled_logs": [
                {"log_id": "+/8=", "key": "BAUG",
                 "state": {"readonly": {"timestamp": "2025-01-01T00:00:00Z",
                           "final_tree_head": {"tree_size": 1, "sha256_root_hash": "AA=="}}}}]},
              {"name": "B"}]}
            """
        let list = try JSONDecoder().decode(TransparencyLogList.self, from: Data(json.utf8))
        #expect(list.date == Instant(year: 2026, month: 1, day: 1) && list.logs.count == 3)
        let first = try #require(list.logs[[1]])
        #expect(first.key == [2, 3] && first.name == "A 1" && first.operatorName == "A" && first.state == .usable)
        #expect(first.stateSince == Instant(year: 2025, month: 1, day: 1))
        #expect(first.shardEnd == Instant(year: 2026, month: 7, day: 1))
        #expect(list.logs[[2]]?.state == .pending)
        #expect(list.logs[[0xFB, 0xFF]]?.state == .readonly)
    }

    @Test(arguments: [
        "[]", "{}", #"{"operators": [{"name": "A", "logs": [{"log_id": "?", "key": "AA=="}]}]}"#,
        #"{"operators": [{"name": "A", "logs": [{"log_id": "AQ", "key": "AA=="}]}]}"#,
        #"{"operators": [{"name": "A", "logs": [{"log_id": "A===", "key": "AA=="}]}]}"#,
        #"{"operators": [{"name": "A", "logs": [{"log_id": "A=A=", "key": "AA=="}]}]}"#,
    ])
    func refusesInvalidLists(json: String) {
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(TransparencyLogList.self, from: Data(json.utf8))
        }
    }

    @Test func readsTheShippedList() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "config/data/apple-ct-log-list.json")
        let list = try JSONDecoder().decode(TransparencyLogList.self, from: Data(contentsOf: file))
        #expect(list.date != nil && list.logs.values.contains { $0.state == .usable })
        #expect(list.logs.allSatisfy { $0.key.count == 32 && $0.value.key.count > 60 })
    }
}
