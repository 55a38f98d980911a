import Judging
import Reports
import SimulatedServers
import Testing
import TransportSecurity
@testable import Recordings

/// The last line of a condensed recording tells a whole recording from one that lacks lines.
@Suite struct CondensedEndTests {
    @Test func theLastLineCountsThoseBeforeIt() throws {
        let lines = try Self.condensed()
        #expect(lines.last == CondensedEnd(lines: lines.count - 1).line)
        #expect(lines.last == Array("{\"event\":\"end\",\"lines\":\(lines.count - 1)}".utf8))
        #expect(Self.source(of: lines) == nil)
    }

    @Test func eachRecordingThatWasCutOffIsKnown() throws {
        let lines = try Self.condensed()
        for count in 1..<lines.count {
            #expect(Self.source(of: Array(lines.prefix(count)))?.isIncomplete == true, "\(count) lines")
            #expect(throws: CondensedCutOffError(name: "condensed")) { try Self.merged([Array(lines.prefix(count))]) }
        }
    }

    @Test func aMissingLineIsKnown() throws {
        let lines = try Self.condensed()
        for place in 1..<lines.count - 1 {
            var rest = lines
            rest.remove(at: place)
            let source = try #require(Self.source(of: rest))
            #expect(source.isIncomplete && !source.firstBrokenLines.contains(rest.count))
            #expect(
                throws: CondensedLineError(
                    name: "condensed", line: rest.count, fault: "counts other lines than those before it")
            ) { try Self.merged([rest]) }
        }
    }

    /// A line that occurs twice would count twice, and many lines about one thing would be read into memory at once.
    @Test func repeatedLinesAreRefused() throws {
        let lines = try Self.condensed().dropLast()
        for place in 1..<lines.count {
            #expect(
                throws: CondensedLineError(
                    name: "condensed", line: place + 2, fault: "counts the same as the line before it")
            ) { try Self.merged([Array(lines[...place] + lines[place...])]) }
        }
        let facts = (100..<165).map { number in
            Array(#"{"time":"2026-11-20T00:00:00.\#(number)Z","event":"policy","id":"~"}"#.utf8)
        }
        let place = try #require(lines.firstIndex { $0.starts(with: #"{"event":"kind""#.utf8) })
        func merged(_ facts: [[UInt8]]) throws -> [[UInt8]] {
            let count = lines.count + facts.count
            return try Self.merged([
                Array(lines[..<place] + facts + lines[place...]) + [CondensedEnd(lines: count).line]
            ])
        }
        #expect(try !merged(Array(facts.dropLast(2))).isEmpty)
        #expect(throws: CondensedLineError.self) { try merged(facts) }
    }

    @Test func blankLinesAndAByteOrderMarkDoNotCount() throws {
        let lines = try Self.condensed()
        let blank = Array(" \r".utf8)
        let spaced = [blank] + [[0xEF, 0xBB, 0xBF] + lines[0]] + lines[1...].flatMap { [[], $0] } + [blank]
        #expect(Self.source(of: spaced) == nil)
        #expect(try Self.merged([spaced]) == lines)
        // Lines are counted with the blank ones before them.
        let broken = [blank, lines[0], [], Array("noise".utf8)]
        #expect(throws: CondensedLineError(name: "condensed", line: 4, fault: "is not a line of a condensed recording"))
        {
            try Self.merged([broken])
        }
    }

    @Test func nothingMayFollowTheLastLine() throws {
        let lines = try Self.condensed()
        let source = try #require(Self.source(of: lines + lines))
        #expect(
            source.content == .condensed(isIncomplete: false, followingLines: lines.count) && source.brokenLines == 0)
        #expect(
            source.faults == [
                "recording: \(lines.count) lines behind the end of the condensed recording were not read."
            ])
        #expect(
            throws: CondensedLineError(
                name: "condensed", line: lines.count + 1, fault: "follows the end of the condensed recording")
        ) { try Self.merged([lines + lines]) }
    }

    /// Changed numbers neither stop the program, nor get into a merged recording that no reader would accept.
    @Test func linesThatNoReaderReadsAreNotMerged() throws {
        let lines = try Self.condensed().map { String(decoding: $0, as: UTF8.self) }
        let place = try #require(lines.firstIndex { $0.hasPrefix(#"{"event":"loads""#) })
        let recording = try #require(lines.firstIndex { $0.hasPrefix(#"{"event":"recording""#) })
        func changed(_ place: Int, _ pattern: String, _ text: String) throws -> [[UInt8]] {
            var changed = lines
            changed[place] = lines[place].replacing(try Regex(pattern), with: text, maxReplacements: 1)
            #expect(changed[place] != lines[place], "\(pattern)")
            return changed.map { Array($0.utf8) }
        }
        let forged = [
            try changed(place, #""last":"[^"]*""#, #""last":"1970-01-01T00:00:00.000Z""#),
            try changed(place, #""first":"[^"]*""#, #""first":"9999-12-31T23:59:59.999Z""#),
            try changed(place, #""start":-?\d+"#, #""start":-4611686018427387902"#),
            try changed(place, #""start":-?\d+"#, #""start":4611686018427387902"#),
            try changed(place, #""decisions":\d+"#, #""decisions":-1"#),
            try changed(place, #""day":"[^"]*""#, #""day":"2026-13-45""#),
            try changed(recording, #""lines":\d+"#, #""lines":-1"#),
        ]
        for lines in forged {
            let reader = Self.reader(of: lines)
            #expect(reader.traffic.sources.contains { $0.brokenLines == 1 }, "\(lines[place])")
            _ = Report(
                reader.traffic, reader.traffic.asRecorded, options: ReportOptions(time: Instant(seconds: 1_796_083_200))
            ).document()
            #expect(throws: CondensedLineError.self) { try Self.merged([lines]) }
        }
        var twice = lines
        twice.insert(lines[place], at: place)
        #expect(
            throws: CondensedLineError(
                name: "condensed", line: place + 2, fault: "counts the same as the line before it")
        ) { try Self.merged([twice.map { Array($0.utf8) }]) }
    }

    @Test func aNewerVersionIsRefused() throws {
        var lines = try Self.condensed()
        lines[0] = Array(#"{"event":"condensed","version":2}"#.utf8)
        #expect(
            Self.reader(of: lines).refusal
                == "recording is a condensed recording of version 2, which only a newer atsproxy reads.")
        #expect(
            throws: CondensedLineError(
                name: "condensed", line: 1,
                fault: "begins a condensed recording of a version that only a newer atsproxy reads")
        ) { try Self.merged([lines]) }
        lines[0] = Array(#"{"version":1, "event":"condensed"}"#.utf8)
        #expect(Self.reader(of: lines).refusal == nil && Self.source(of: lines) == nil)
    }

    @Test func whatIsAddedUpIsNotCountedAgain() throws {
        var lines = try Self.condensed()
        lines[0] = CondensedHeader(isAddedUp: true).line
        #expect(
            throws: CondensedLineError(
                name: "condensed", line: 1,
                fault: "counts loads of several recordings together, and cannot be merged")
        ) { try Self.merged([lines]) }
        #expect(Self.reader(of: lines).refusal == nil)
        #expect(Self.reader(of: lines, after: try Self.condensed()).refusal?.contains("give one of the two") == true)
    }

    private static func condensed() throws -> [[UInt8]] {
        var random = RandomTraffic(seed: 7)
        return try CondensingLawTests.condensed(random.recordings(2, loads: 5))
    }

    private static func merged(_ condensed: [[[UInt8]]]) throws -> [[UInt8]] {
        try CondensingLawTests.merged(condensed)
    }

    private static func reader(of lines: [[UInt8]], after first: [[UInt8]] = []) -> RecordingReader {
        var reader = RecordingReader(keepingFacts: true, SimulatedSite.decoder)
        for recording in [first, lines] where !recording.isEmpty {
            reader.begin("recording")
            recording.flatMap { $0 + [0x0A] }.withUnsafeBufferPointer { reader.read($0) }
            reader.end()
        }
        return reader
    }

    /// The source of the condensed file itself, which is listed only if it has a fault.
    private static func source(of lines: [[UInt8]]) -> RecordingSource? {
        reader(of: lines).traffic.sources.first(where: \.isCondensed)
    }
}
