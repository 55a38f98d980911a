import Events
import Foundation
import Judging
import Reports
import SimulatedServers
import Testing
import TransportSecurity
@testable import Recordings

/// The spelling of lines has no influence on the result.
@Suite struct RespelledRecordingTests {
    /// Lines of `JSONWriter`: several loads of each simulated server, a second decision, a loss, and a real recording.
    static let lines: [[UInt8]] = {
        var lines: [[UInt8]] = []
        for (number, server) in SimulatedSite.servers.enumerated() where number % 3 == 0 {
            guard let appliedPolicy = try? SimulatedSite.appliedPolicy([:], number % 2 == 0 ? "ios27" : "ios18") else {
                continue
            }
            for load in 1...2 { lines += SimulatedSite.record(server, under: appliedPolicy, number: load).lines }
        }
        lines.append(LostEvent(time: Certificates.now, count: 12).line)
        lines.append(Array(#"{"time":"2026-11-20T22:54:00.123Z","event":"tomorrow","more":[{}]}"#.utf8))
        let example = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../config/example/MyApp.jsonl")
        let real = (try? Data(contentsOf: example)) ?? Data()
        return lines + real.split(separator: 0x0A).map(Array.init)
    }()

    private static func recording(_ lines: [[UInt8]]) -> [UInt8] { lines.flatMap { $0 + [0x0A] } }

    /// The content of a report as JSON, without the size of the recording.
    private func report(_ traffic: RecordedTraffic) throws -> String {
        var traffic = traffic
        for index in traffic.sources.indices { traffic.sources[index].bytes = 0 }
        let options = ReportOptions(time: Certificates.now)
        let appliedPolicy = try SimulatedSite.appliedPolicy(["NSAllowsArbitraryLoads": .boolean(true)])
        let anew = SimulatedSite.replay().judge(traffic, under: appliedPolicy)
        return [traffic.asRecorded, anew].map { entries in
            String(decoding: Report(traffic, entries, options: options).line, as: UTF8.self)
        }.joined(separator: "\n")
    }

    static let spellings: [JSONSpelling] = {
        var spellings: [JSONSpelling] = []
        var seed: UInt64 = 1
        for order in JSONSpelling.Order.allCases {
            for bits in [0, 1, 2, 4, 8, 15] {
                var spelling = JSONSpelling(seed: seed)
                spelling.order = order
                spelling.isSpaced = bits & 1 != 0
                spelling.isEscaped = bits & 2 != 0
                spelling.hasUnknownMembers = bits & 4 != 0
                spelling.hasFractions = bits & 8 != 0
                spellings.append(spelling)
                seed += 1
            }
        }
        return spellings
    }()

    @Test(arguments: [true, false]) func everySpellingIsReadAlike(keepingFacts: Bool) throws {
        let own = SimulatedSite.traffic(Self.recording(Self.lines), keepingFacts: keepingFacts)
        let expected = try report(own)
        #expect(own.sources[0].brokenLines == 0 && own.sources[0].lostEvents == 12 && own.entries.count > 10)
        for index in Self.spellings.indices {
            var spelling = Self.spellings[index]
            // Some lines are not changed, as if a log shipper was added in between.
            let lines = Self.lines.enumerated().map { number, line in
                number % 5 == index % 5 ? line : spelling.text(of: JSONTree(line))
            }
            let read = SimulatedSite.traffic(Self.recording(lines), keepingFacts: keepingFacts)
            #expect(read.sources[0].brokenLines == 0, "\(spelling)")
            // Compared before `#expect`, so that a failure does not print both.
            let isSame = try read.entries == own.entries && report(read) == expected
            #expect(isSame, "\(spelling)")
        }
    }

    /// Lines with an equal spelling by `JSONWriter` must be known by an equal hash, or each would be decoded.
    @Test func ourOwnSpellingIsKnown() throws {
        var (line, again) = (ScannedLine(), ScannedLine())
        var count = 0
        for text in Self.lines {
            guard case .decision(let event) = try text.withUnsafeBufferPointer(SimulatedSite.decode) else { continue }
            count += 1
            try text.withUnsafeBufferPointer { try line.read($0) }
            try event.line.withUnsafeBufferPointer { try again.read($0) }
            #expect(line.membersHash == again.membersHash)
        }
        #expect(count > 10)
    }

    @Test func distinguishesMembersByName() throws {
        func hash(_ app: String) throws -> UInt64 {
            var line = ScannedLine()
            let text = #"{"time":"2026-11-20T22:54:00.123Z","event":"decision","id":"1","app":\#(app)}"#
            try Array(text.utf8).withUnsafeBufferPointer { try line.read($0) }
            return line.membersHash
        }
        #expect(try hash(#"{"name":"a","version":"b"}"#) != hash(#"{"version":"a","name":"b"}"#))
    }

    /// A line with duplicate members is ambiguous, so it counts as broken.
    @Test(arguments: [
        (#""event":"decision""#, #""event":"decision","event":"closed""#), (#""id":"#, #""id":"x","id":"#),
        (#""host":"#, #""host":"other.example","\u0068ost":"#), (#""applies":"#, #""applies":false,"applies":"#),
        (#""rule":"#, #""rule":"cleartext","rule":"#),
    ])
    func refusesALineWithADuplicateMember(member: String, twice: String) throws {
        let server = try #require(SimulatedSite.servers.first { $0.name == "old.example" })
        let lines = SimulatedSite.record(server, under: try SimulatedSite.appliedPolicy([:])).lines
        let text = String(decoding: lines[1], as: UTF8.self)
        let range = try #require(text.range(of: member))
        let changed = text.replacingCharacters(in: range, with: twice)
        for known in [[], [lines[1]]] {
            let traffic = SimulatedSite.traffic(Self.recording(known + [Array(changed.utf8)]))
            #expect(traffic.sources[0].brokenLines == 1)
            #expect(traffic.entries.reduce(0) { $0 + $1.loads } == known.count)
        }
    }

    @Test(arguments: [
        #"{"time":"2026-11-20T22:54:00.123Z","event":"lost","count":"7"}"#,
        #"{"time":"2026-11-20T22:54:00.123Z","event":"lost"}"#,
        #"{"time":"2026-11-20T22:54:00.123Z","event":"closed","id":"1","bytesFromClient":1}"#,
        #"{"time":"2026-11-20T22:54:00.123Z","event":"closed","id":"1","bytesFromClient":1,"bytesFromServer":-1}"#,
        #"{"time":"2026-11-20T22:54:00.123Z","id":"1"}"#, #"{"time":"2026-11-20T22:54:00.123Z","event":7}"#,
        #"{"time":"2026-11-20T22:54:00.123Z","eve\u00zznt":"lost","count":1}"#,
        #"{"time":"2026-11-20T22:54:00.123Z","event":"lost","count":1,"\ud800":1}"#,
    ])
    func countsLinesWithoutRequiredMembersAsBroken(line: String) {
        #expect(SimulatedSite.traffic(Array((line + "\n").utf8)).sources[0].brokenLines == 1)
    }

    @Test func acceptsOtherLineEndsAndAByteOrderMark() throws {
        let own = SimulatedSite.traffic(Self.recording(Self.lines))
        var marked: [UInt8] = [0xEF, 0xBB, 0xBF]
        for line in Self.lines { marked += line + [0x0D, 0x0A] }
        let read = SimulatedSite.traffic(marked)
        #expect(read.entries == own.entries)
        #expect(read.sources[0].brokenLines == 0 && read.sources[0].lostEvents == 12)
    }

    @Test(arguments: [true, false]) func otherEncodingsAreToldByName(isLittleEndian: Bool) {
        var text: [UInt8] = isLittleEndian ? [0xFF, 0xFE] : [0xFE, 0xFF]
        for byte in Self.recording(Self.lines) { text += isLittleEndian ? [byte, 0] : [0, byte] }
        let source = SimulatedSite.traffic(text).sources[0]
        #expect(source.isUnreadable && source.holdsZeroBytes)
    }

    @Test func reportsALastLineWithoutALineFeed() throws {
        func report(_ recording: [UInt8]) -> Report {
            let traffic = SimulatedSite.traffic(recording)
            return Report(traffic, traffic.asRecorded, options: ReportOptions(time: Certificates.now))
        }
        func statements(_ recording: [UInt8]) -> String { report(recording).coverage.statements.joined(separator: " ") }
        let whole = Self.recording(Self.lines)
        #expect(!statements(whole).contains("ends with"))
        #expect(statements(whole.dropLast()).contains("ends without a line feed"))
        #expect(report(whole).gaps.map(\.kind) == [.lostEvents])
        let gap = report(whole.dropLast(20)).gaps.first { $0.kind == .unreadableLines }
        #expect(gap?.sentence.contains("the last one") == true)
    }
}
