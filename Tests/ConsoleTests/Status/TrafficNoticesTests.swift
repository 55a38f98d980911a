import Events
import InternetNames
import Recordings
import Testing
import Traffic
import TransportSecurity

@testable import Console

@Suite struct TrafficNoticesTests {
    private func fixes(_ source: ConsoleSettings.Source, isRecorded: Bool = false) throws -> [String?] {
        let model = ConsoleModel(
            ConsoleSettings(version: "1.0.0", session: "s1", source: source, started: SampleTraffic.now),
            judge: SampleTraffic.judge)
        var batch = LiveBatch()
        batch.lostDecisions = 1
        model.receive(batch)
        var state = ProxyState()
        if isRecorded { state.recordings = [.init(path: "events.jsonl")] }
        model.use(state: state)
        let notices = try model.json(ConsoleRequest(.get, ["status"]))["notices"] as? [[String: String]] ?? []
        #expect(
            notices.map { $0["message"] } == [
                "1 decision could not be counted here, because there were too many kinds at once."
            ])
        return notices.map { $0["remedy"] }
    }

    /// A fix names only what the program that shows it has.
    @Test func fixesAreThoseOfTheSource() throws {
        #expect(
            try fixes(.live) == [
                "Start atsproxy serve with --events events.jsonl, and read the recording with atsproxy view."
            ])
        #expect(
            try fixes(.live, isRecorded: true) == [
                "Read the recording with atsproxy view, and choose loads with --app or --host."
            ])
        #expect(try fixes(.recordings) == ["Choose loads with --app or --host."])
    }

    /// A row that is shown may lack loads that fail.
    @Test func failuresInNoRowAreNamedWithoutFurtherDestinations() {
        var traffic = ConsoleTraffic(judge: SampleTraffic.judge, publicSuffixes: PublicSuffixes())
        traffic.kindLimit = 10
        var batch = LiveBatch()
        for (number, host) in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0].enumerated() {
            let facts = SampleTraffic.facts("h\(host).example", newest: number >= 9 ? .tls1_0 : .tls1_3)
            let id = LoadKindID(digest: [UInt8](repeating: UInt8(number + 1), count: 16))
            batch.kinds.append(.init(id: id, decision: SampleTraffic.decision("h\(host).example", facts: facts)))
            var count = LiveBatch.Count(LiveBatch.Row(id, after: nil), at: SampleTraffic.now)
            count.decisions = 1
            batch.counts.append(count)
        }
        traffic.receive(batch)
        #expect(traffic.table.counts.hiddenRows == 0 && traffic.table.counts.hiddenFailures == 1)
        let messages = TrafficNotices(of: traffic, source: .recordings).onTraffic.map(\.message)
        #expect(messages.last == "1 destination would fail in loads that no row shows.")
    }

    @Test func hugeNumbersOfFilesDoNotOverflow() throws {
        var source = RecordingSource(name: "a.jsonl")
        source.lostEvents = .max
        var traffic = SampleTraffic.traffic([SampleTraffic.entry(SampleTraffic.decision("a.example"))])
        traffic.sources = [source, source]
        let status = try SampleTraffic.model(traffic).json(ConsoleRequest(.get, ["status"]))
        #expect(status["lost"] as? Int == .max)
    }

    @Test func numbersAgreeWithTheirNouns() throws {
        var source = RecordingSource(name: "a.jsonl")
        (source.lostEvents, source.brokenLines) = (1, 1)
        var traffic = SampleTraffic.traffic([SampleTraffic.entry(SampleTraffic.decision("a.example"))])
        traffic.sources = [source]
        let status = try SampleTraffic.model(traffic).json(ConsoleRequest(.get, ["status"]))
        let messages = (status["notices"] as? [[String: String]])?.map { $0["message"] }
        #expect(
            messages == ["a.jsonl lacks 1 event that could not be written.", "1 line of a.jsonl cannot be read."])
    }
}
