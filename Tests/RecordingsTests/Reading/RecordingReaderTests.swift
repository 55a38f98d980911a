import Events
import InternetNames
import Judging
import Recordings
import Reports
import SimulatedServers
import Testing
import TransportSecurity

@Suite struct RecordingReaderTests {
    private func recording() throws -> [UInt8] {
        SimulatedSite.recording(under: try SimulatedSite.appliedPolicy([:]))
    }

    @Test func countsOneLoadOfEachServer() throws {
        let traffic = SimulatedSite.traffic(try recording())
        #expect(traffic.entries.count == SimulatedSite.servers.count)
        #expect(traffic.entries.allSatisfy { $0.loads == 1 && $0.bytesFromClient == 100 && $0.bytesFromServer == 900 })
        #expect(traffic.sources[0].brokenLines == 0)
        #expect(traffic.sources[0].bytes == Int64(try recording().count))
        #expect(traffic.unattributedBytes == 0)
    }

    @Test(arguments: [1, 7, 4096])
    func readsTheSameInPiecesOfAnySize(pieces: Int) throws {
        let few = SimulatedSite.recording(
            of: Array(SimulatedSite.servers.prefix(4)), under: try SimulatedSite.appliedPolicy([:]))
        let whole = SimulatedSite.traffic(few)
        let cut = SimulatedSite.traffic(few, pieces: pieces)
        #expect(cut.entries == whole.entries)
        #expect(cut.sources == whole.sources)
    }

    @Test func countsEqualLoadsTogether() throws {
        let appliedPolicy = try SimulatedSite.appliedPolicy([:])
        let lines = (1...5).flatMap { number in
            SimulatedSite.record(SimulatedSite.servers[3], under: appliedPolicy, number: number).lines
        }
        let traffic = SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] })
        let entry = try #require(traffic.entries.first)
        #expect(traffic.entries.count == 1 && entry.loads == 5 && entry.bytesFromServer == 4500)
        #expect(entry.first == Certificates.now + 1 && entry.last == Certificates.now + 5)
        #expect(entry.decision.client?.address == nil && entry.decision.violations.map(\.rule) == [.tlsVersion])
    }

    @Test func reportsBrokenLinesAndContinues() throws {
        let good = SimulatedSite.record(SimulatedSite.servers[0], under: try SimulatedSite.appliedPolicy([:])).lines
        let broken: [String] = [
            "noise", "{\"event\":\"decision\"}", "{\"time\":\"yesterday\",\"event\":\"closed\",\"id\":\"1\"}",
            #"{"time":"2026-11-20T22:54:00.123Z","event":"decision","id":"x"}"#, "{\"a\":[}", "[]",
        ]
        var recording: [UInt8] = []
        for line in broken { recording += Array(line.utf8) + [0x0A] + good.flatMap { $0 + [0x0A] } }
        let traffic = SimulatedSite.traffic(recording)
        #expect(traffic.sources[0].brokenLines == broken.count)
        #expect(traffic.sources[0].firstBrokenLines == [1, 5, 9, 13, 17, 21])
        #expect(traffic.entries.reduce(0) { $0 + $1.loads } == 1)
    }

    @Test func anIncompleteLastLineIsNotBroken() throws {
        let whole = try recording()
        let traffic = SimulatedSite.traffic(whole.dropLast(50))
        #expect(traffic.sources[0].end == .cutOff && traffic.sources[0].brokenLines == 0)
        #expect(traffic.entries.count == SimulatedSite.servers.count)
        let unended = SimulatedSite.traffic(whole.dropLast(1))
        #expect(unended.sources[0].end == .unfinished && unended.entries.last?.bytesFromServer == 900)
    }

    @Test func skipsEventsOfLaterVersionsAndBlankLines() {
        let recording = "\n{\"time\":\"2026-11-20T22:54:00.123Z\",\"event\":\"tomorrow\",\"more\":[{}]}\n  \r\n"
        let traffic = SimulatedSite.traffic(Array(recording.utf8))
        #expect(traffic.entries.isEmpty && traffic.sources[0].brokenLines == 0 && traffic.sources[0].lines == 2)
        #expect(traffic.sources[0].unknownEvents == 1 && traffic.sources[0].unknownEventNames == ["tomorrow": 1])
    }

    /// The event `segment` is known, and does not count as a load.
    @Test func readsTheBeginningOfASegment() throws {
        func line(_ members: String) -> [UInt8] {
            Array("{\"time\":\"2026-11-20T22:54:00.123Z\",\"event\":\"segment\"\(members)}\n".utf8)
        }
        let whole = try recording()
        let known = SimulatedSite.traffic(line(#","id":"01JD4Q0Y7ZK8M3T5V9W2X6R1BC","proxy":"lab-3""#) + whole)
        #expect(known.sources[0].unknownEvents == 0 && known.sources[0].brokenLines == 0)
        #expect(known.sources[0].events == SimulatedSite.traffic(whole).sources[0].events + 1)
        #expect(known.entries == SimulatedSite.traffic(whole).entries)
        #expect(SimulatedSite.traffic(line("") + whole).sources[0].brokenLines == 1)
    }

    /// The report says what was left out. It is no gap: a later version adds events without changing the known ones.
    @Test func unknownEventsAreTold() throws {
        func line(_ name: String) -> [UInt8] {
            Array("{\"more\":[{}],\"event\":\"\(name)\",\"time\":\"2026-11-20T22:54:00.123Z\"}\n".utf8)
        }
        func statements(_ unknown: [UInt8]) throws -> String {
            let traffic = SimulatedSite.traffic(try recording() + unknown)
            #expect(traffic.sources[0].brokenLines == 0)
            let report = Report(traffic, traffic.asRecorded, options: ReportOptions(time: Certificates.now))
            #expect(report.gaps.isEmpty)
            return report.coverage.statements.joined(separator: " ")
        }
        #expect(try !statements([]).contains("does not know"))
        #expect(
            try statements(line("tomorrow")).contains(
                "test.jsonl: 1 line has an event that this version of atsproxy does not know, and was left out "
                    + "(tomorrow ×1)"))
        #expect(
            try statements((line("b") + line("tomorr\\u006fw") + line("b"))).contains(
                "test.jsonl: 3 lines have events that this version of atsproxy does not know, and were left out "
                    + "(b ×2, tomorrow ×1)"))
        let many = (0..<30).flatMap { line("event\(10 + $0)") }
        #expect(
            try statements(many).contains("(event10 ×1, event11 ×1, event12 ×1, event13 ×1, event14 ×1 and 25 more)"))
        let long = SimulatedSite.traffic(line(String(repeating: "a", count: 10_000)))
        #expect(long.sources[0].unknownEventNames == [String(repeating: "a", count: 64): 1])
    }

    @Test func aSecondDecisionIsNoSecondLoad() throws {
        let lines = SimulatedSite.record(SimulatedSite.servers[0], under: try SimulatedSite.appliedPolicy([:])).lines
        guard case .decision(var second) = try lines[1].withUnsafeBufferPointer(SimulatedSite.decode) else {
            Issue.record("no decision")
            return
        }
        second.tls = CachedJSON(uncached: TLSSummary(tunnel: .tls1_3, cipherSuite: CipherSuite(rawValue: 0x1301)))
        // The end may come between the two decisions. It counts at the one that it follows.
        for (order, repeated) in [
            ([lines[0], lines[1], second.line, lines[2]], 900), ([lines[0], lines[1], lines[2], second.line], 0),
        ] {
            let entries = SimulatedSite.traffic(order.flatMap { $0 + [0x0A] }).entries
            #expect(entries.map(\.loads) == [1, 0])
            #expect(entries.map(\.bytesFromServer) == [900, 0])
            #expect(entries.map(\.repeatedBytesFromServer) == [0, Int64(repeated)])
        }
    }

    @Test func anEndBeforeItsDecisionCounts() throws {
        let lines = SimulatedSite.record(SimulatedSite.servers[0], under: try SimulatedSite.appliedPolicy([:])).lines
        let traffic = SimulatedSite.traffic([lines[2], lines[0], lines[1]].flatMap { $0 + [0x0A] })
        #expect(traffic.entries[0].bytesFromServer == 900 && traffic.unattributedBytes == 0)
        let alone = SimulatedSite.traffic(lines[2] + [0x0A])
        #expect(alone.unattributedBytes == 1000)
    }

    @Test func mergesRecordings() throws {
        let recording = try recording()
        var reader = RecordingReader(keepingFacts: false, SimulatedSite.decoder)
        for name in ["a", "b"] {
            reader.begin(name)
            let other = String(decoding: recording, as: UTF8.self).replacing("01JD", with: name)
            Array(other.utf8).withUnsafeBufferPointer { reader.read($0) }
            reader.end()
        }
        #expect(reader.traffic.sources.map(\.name) == ["a", "b"])
        #expect(reader.traffic.entries.count == SimulatedSite.servers.count)
        #expect(reader.traffic.entries.allSatisfy { $0.loads == 2 })
    }

    @Test func keepsFactsOnlyIfRequested() throws {
        let recording = try recording()
        let authority = Authority(host: .name("old.example"), port: 443)
        #expect(SimulatedSite.traffic(recording).facts[authority].count == 1)
        #expect(SimulatedSite.traffic(recording, keepingFacts: false).facts[authority].isEmpty)
    }

    @Test func countsReportedLosses() {
        let traffic = SimulatedSite.traffic(LostEvent(time: Certificates.now, count: 7).line + [0x0A])
        #expect(traffic.sources[0].lostEvents == 7)
    }

    /// A recording that is given twice has no more loads, bytes and refusals than once.
    @Test func countsARecordingOnceThatIsGivenTwice() throws {
        let recording = try recording()
        func sums(_ recording: [UInt8]) -> [Int64] {
            let entries = SimulatedSite.traffic(recording).entries
            return [
                entries.reduce(0) { $0 + Int64($1.loads) }, entries.reduce(0) { $0 + $1.bytesFromServer },
                entries.reduce(0) { $0 + $1.bytesFromClient }, entries.reduce(0) { $0 + Int64($1.clientRefusals) },
            ]
        }
        #expect(sums(recording + recording) == sums(recording) && sums(recording)[0] > 0)
    }

    @Test(arguments: [("", false), ("\n \n", false), ("[]\n", true), ("# Title\n\nText\n", true), ("{\"a\":", true)])
    func tellsWhatIsNoRecording(text: String, isUnreadable: Bool) {
        #expect(SimulatedSite.traffic(Array(text.utf8)).sources[0].isUnreadable == isUnreadable)
    }
}
