import Events
import Foundation
import InternetNames
import Synchronization
import Testing
import TransportSecurity
@testable import Recording

/// Segments as they are on disk, by a clock that the test sets.
@Suite struct SegmentFilesTests {
    private let files: TemporaryDirectory
    private let time = TestClock()

    init() throws {
        files = try TemporaryDirectory()
    }

    private func run(size: Int = 1 << 20, age: Int64 = 3_600_000) throws -> RunningSegmentLog {
        try RunningSegmentLog(
            SegmentSettings(directory: files.path, proxy: ProxyName(ofHost: "p"), sizeLimit: size, ageLimit: age),
            time.segmentClock
        ) {
            Issue.record("\($0)")
        }
    }

    /// The lines of all segments, in order, without the events that begin them.
    private func segments() throws -> [[String]] {
        let all = try #require(RecordingDirectory(at: files.path)).recordings().map { path in
            let name = String(path.dropFirst(files.path.count + 1))
            let text = try name.hasSuffix(".gz") ? files.decompressed(name) : files.text(name)
            #expect(text.hasSuffix("\n"))
            return text.split(separator: "\n").map(String.init)
        }
        var identifiers: Set<String> = []
        for lines in all {
            let data = Data(try #require(lines.first).utf8)
            guard case .segment(let event) = try JSONDecoder().decode(RecordedEvent.self, from: data) else {
                Issue.record("\(lines)")
                continue
            }
            #expect(event.proxy == "p" && EventID(event.id) != nil && identifiers.insert(event.id).inserted)
        }
        return all.map { Array($0.dropFirst()) }
    }

    private func isCompressed() throws -> Bool { try files.names().allSatisfy { $0.hasSuffix(".jsonl.gz") } }

    @Test func endsASegmentWithTheLineThatReachesTheSize() throws {
        let log = try run(size: 300)
        let line = String(repeating: "x", count: 99)
        for _ in 0..<7 { log.append(line) }
        log.append(String(repeating: "y", count: 1000))
        log.append("z")
        log.close()
        let counts = try segments().map(\.count)
        // The event that begins a segment takes about a hundred bytes.
        #expect(counts == [2, 2, 2, 2, 1], "\(counts)")
        #expect(try isCompressed())
        #expect(log.state.queue.withLock { $0.counters } == counters(9))
    }

    /// A reader notices that a segment is missing.
    @Test func eachSegmentNamesTheOneBefore() throws {
        for _ in 0..<2 {
            let log = try run(size: 1)
            for line in ["a", "b", "c"] {
                log.append(line)
                log.flush()
            }
            log.close()
        }
        let events = try #require(RecordingDirectory(at: files.path)).recordings().map { path in
            let text = try files.decompressed(String(path.dropFirst(files.path.count + 1)))
            let line = Data(try #require(text.split(separator: "\n").first).utf8)
            return try JSONDecoder().decode(SegmentEvent.self, from: line)
        }
        #expect(events.count == 6)
        #expect(events.map(\.previous) == [nil, events[0].id, events[1].id, nil, events[3].id, events[4].id])
    }

    private func counters(_ written: Int, lost: Int = 0) -> EventLog.Counters {
        var counters = EventLog.Counters()
        (counters.written, counters.lost) = (written, lost)
        return counters
    }

    @Test func endsASegmentAtItsAge() throws {
        let log = try run(age: 60_000)
        log.append("a")
        log.flush()
        time.advance(by: 59_999)
        log.append("b")
        log.flush()
        time.advance(by: 1)
        log.append("c")
        log.flush()
        #expect(try segments() == [["a", "b"], ["c"]])
        log.close()
        #expect(try segments() == [["a", "b"], ["c"]])
        #expect(try files.names().count == 2 && isCompressed())
    }

    /// After a segment that ended without traffic, the next one begins only when traffic comes.
    @Test func endsASegmentAtItsAgeWithoutTraffic() throws {
        let log = try run(age: 60_000)
        log.append("a")
        log.flush()
        time.advance(by: 60_000)
        log.state.wakeUp.signal()
        #expect(try holds { try isCompressed() })
        time.advance(by: 600_000)
        log.state.wakeUp.signal()
        log.append("b")
        log.flush()
        #expect(try segments() == [["a"], ["b"]])
        log.close()
    }

    @Test func endsASegmentOnRequest() throws {
        let log = try run()
        log.append("a")
        log.state.reopen()
        time.advance(by: 1)
        log.append("b")
        log.flush()
        log.state.reopen()
        log.state.reopen()
        #expect(try holds { try isCompressed() })
        log.close()
        #expect(try segments() == [["a"], ["b"]])
    }

    @Test func repeatsWhatDecisionsReferTo() throws {
        let log = try run()
        let facts = LineRole.facts(id: "f", .init(host: .name("a"), port: 443, offer: nil), trust: nil)
        let decision = LineRole.decision(host: .name("a"), facts: "f", policy: "p")
        log.append("policy", as: .policyOrTrust(id: "p", replacesOthers: true))
        log.append("facts", as: facts)
        log.append("decision 1", as: decision)
        log.state.reopen()
        log.append("closed 1")
        log.append("decision 2", as: decision)
        log.append("decision 3", as: decision)
        log.close()
        #expect(
            try segments() == [
                ["policy", "facts", "decision 1"], ["policy", "closed 1", "facts", "decision 2", "decision 3"],
            ])
        // Repeated lines do not count.
        #expect(log.state.queue.withLock { $0.counters } == counters(6))
    }

    /// A name of this millisecond may have become free again, but would sort before that of the latest segment.
    @Test func namesAreInTheOrderOfTheirSegments() {
        let now = Instant(milliseconds: 5_000)
        func time(after latest: Int64) -> Int64 {
            SegmentFiles.nameTime(at: now, after: Instant(milliseconds: latest)).milliseconds
        }
        #expect(SegmentFiles.nameTime(at: now, after: nil) == now)
        #expect(time(after: 4_999) == 5_000)
        #expect(time(after: 5_000) == 5_001)
        #expect(time(after: 5_007) == 5_008)
        // The clock was set back.
        #expect(time(after: 6_000) == 5_000)
    }

    /// Each segment has the lines that its decisions refer to, however small it is. No line is lost or out of order.
    @Test(arguments: [1, 40, 200, 1000, 100_000]) func eachSegmentIsWhole(size: Int) throws {
        let log = try run(size: size)
        log.append("p 0", as: .policyOrTrust(id: "0", replacesOthers: true))
        var (policy, latest, count) = (0, [Int: Int](), 1)
        // Each segment is synced to the disk, which takes a while.
        for number in 1...(size < 1000 ? 80 : 600) {
            let host = Int.random(in: 0..<9)
            let name = Host("h\(host).example") ?? .name("x")
            switch Int.random(in: 0..<20) {
            case 0:
                policy = number
                log.append("p \(policy)", as: .policyOrTrust(id: "\(policy)", replacesOthers: true))
            case 1: log.state.reopen()
            case 2: time.advance(by: Int64.random(in: 0..<2_000_000))
            case 3...6:
                latest[host] = number
                let role = LineRole.facts(id: "f\(number)", .init(host: name, port: 443, offer: nil), trust: nil)
                log.append("f \(number)", as: role)
            case _:
                let facts = latest[host].map { "f\($0)" }
                log.append(
                    "d \(number) \(policy) \(latest[host] ?? 0)",
                    as: .decision(host: name, facts: facts, policy: "\(policy)"))
                count += 1
            }
        }
        log.close()
        var decisions: [Int] = []
        for lines in try segments() {
            var known: Set<String> = ["f 0"]
            for line in lines {
                let words = line.split(separator: " ")
                guard words[0] == "d" else {
                    known.insert(line)
                    continue
                }
                decisions.append(try #require(Int(words[1])))
                #expect(known.contains("p \(words[2])") && known.contains("f \(words[3])"), "\(line) in \(lines)")
            }
        }
        #expect(decisions.count == count - 1 && decisions == decisions.sorted())
        #expect(log.state.queue.withLock { $0.counters.lost } == 0)
        #expect(try isCompressed())
    }

    /// The lines that a process wrote before a crash are compressed by the next process of the same name.
    @Test func compressesWhatACrashLeft() throws {
        let left = SegmentName(of: ProxyName(ofHost: "p"), at: Instant(year: 2026, month: 1, day: 1))
        try files.write(left.file, "one\ntwo\nhal")
        try files.write(left.temporary, "x")
        try files.write("20260101T000000.000Z-q.jsonl", "another proxy")
        let log = try run()
        #expect(try holds { try files.names().contains(left.compressed) && !files.names().contains(left.temporary) })
        log.close()
        #expect(try files.decompressed(left.compressed) == "one\ntwo\nhal")
        #expect(try files.text("20260101T000000.000Z-q.jsonl") == "another proxy")
        #expect(try files.names().count == 3)
    }

    @Test func twoProxiesOfOneNameDoNotDisturbEachOther() throws {
        let logs = try (0..<3).map { _ in try run(size: 2000) }
        for number in 0..<600 { logs[number % 3].append("\(number)") }
        for log in logs { log.close() }
        let lines = try segments().flatMap(\.self).compactMap { Int($0) }
        #expect(lines.sorted() == Array(0..<600))
    }

    @Test(arguments: [true, false]) func aSegmentThatIsGoneIsFollowedByAnother(isMoved: Bool) throws {
        let warnings = Mutex<[String]>([])
        let settings = SegmentSettings(directory: files.path, proxy: ProxyName(ofHost: "p"))
        let log = try RunningSegmentLog(settings, time.segmentClock) { sentence in
            warnings.withLock { $0.append(sentence) }
        }
        log.append("a")
        log.flush()
        let name = try #require(files.names().first)
        let path = files.path + "/" + name
        if isMoved { rename(path, NSTemporaryDirectory() + name) } else { unlink(path) }
        defer { unlink(NSTemporaryDirectory() + name) }
        time.advance(by: 10)
        for line in ["b", "c"] { log.append(line) }
        log.close()
        #expect(try segments() == [["b", "c"]])
        #expect(
            warnings.withLock { $0.map { $0.contains("was removed or moved; events go on in a new segment") } } == [
                true
            ])
        #expect(log.state.queue.withLock { $0.counters } == counters(3))
    }

    /// While the directory is missing, events wait. Events that still wait at the end are counted as lost.
    @Test func aSegmentThatCannotBeBegunIsSaid() throws {
        let warnings = Mutex<[String]>([])
        let inner = files.path + "/inner"
        let log = try RunningSegmentLog(
            SegmentSettings(directory: inner, proxy: ProxyName(ofHost: "p"), sizeLimit: 100), time.segmentClock
        ) { sentence in
            warnings.withLock { $0.append(sentence) }
        }
        log.append("a")
        log.flush()
        // The compression comes first, so that only one sentence is expected.
        log.state.reopen()
        #expect(
            try holds {
                try FileManager.default.contentsOfDirectory(atPath: inner).allSatisfy { $0.hasSuffix(".gz") }
            })
        try FileManager.default.moveItem(atPath: inner, toPath: files.path + "/moved")
        log.append("b")
        log.append("c")
        #expect(holds { warnings.withLock { !$0.isEmpty } })
        let sentence = "cannot begin a segment in \(inner): No such file or directory; waiting: "
        #expect(warnings.withLock { $0.count == 1 && $0[0].hasPrefix(sentence) })
        // Once the directory is there again, they are written.
        try FileManager.default.moveItem(atPath: files.path + "/moved", toPath: inner)
        log.flush()
        try FileManager.default.moveItem(atPath: inner, toPath: files.path + "/moved")
        log.state.reopen()
        log.append("d")
        log.state.closeAndWait(within: .milliseconds(1))
        #expect(log.state.queue.withLock { $0.counters } == counters(3, lost: 1))
    }
}
