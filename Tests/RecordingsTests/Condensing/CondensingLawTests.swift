import Judging
import Reports
@testable import Recordings
import Documents
import InternetNames
import SimulatedServers
import Testing
import TransportSecurity

import TLSMessages

/// What must hold for all recordings: condensing is associative, commutative and idempotent, and loses nothing that a
/// report says.
@Suite struct CondensingLawTests {
    private static let seeds = Array(UInt64(1)...12)

    @Test(arguments: seeds, [false, true]) func reportsSayTheSame(seed: UInt64, hasFailures: Bool) throws {
        var random = RandomTraffic(seed: seed, hasFailures: hasFailures)
        let recordings = random.recordings(4, loads: 40)
        let direct = Self.traffic(recordings.map(Self.bytes))
        let condensed = Self.traffic([Self.joined(try Self.condensed(recordings))])
        #expect(condensed.entries == direct.entries)
        #expect(condensed.sources == direct.sources)
        #expect(condensed.unattributedBytes == direct.unattributedBytes)
        #expect(condensed.unendedLoads == direct.unendedLoads && (direct.unendedLoads > 0) == hasFailures)
        #expect(condensed.undecidedLoads == direct.undecidedLoads && direct.undecidedLoads == 0)
        #expect(condensed.recordedPeriod == direct.recordedPeriod && condensed.appNames == direct.appNames)
        #expect(direct.entries.contains { $0.firstDecisionIndex != nil } && direct.entries.count > 10)
        #expect(Self.text(condensed) == Self.text(direct))
        try Self.expectEqualStatements(condensed, direct)
        // Of two decisions on one load in one millisecond, the first comes first.
        for (index, entry) in direct.entries.enumerated() {
            guard let first = entry.firstDecisionIndex, direct.entries[first].decision.id == entry.decision.id,
                direct.entries[first].decision.time == entry.decision.time
            else { continue }
            #expect(first < index)
        }
    }

    /// The bytes on the wire differ from probe to probe, and only evidence shows them.
    @Test(arguments: seeds) func equalFactsStandOnce(seed: UInt64) throws {
        var random = RandomTraffic(seed: seed)
        let recordings = random.recordings(4, loads: 40)
        func facts(_ lines: [String]) -> [String] { lines.filter { $0.contains(#""event":"facts""#) } }
        let recorded = facts(recordings.flatMap(\.self))
        #expect(recorded.count > 2 && recorded.allSatisfy { $0.contains("Wire") })
        let identifiers = RandomTraffic.identifiers.filter { id in recorded.contains { $0.contains(id) } }
        for linesInPart in [7, .max] {
            let condensed = try Self.condensed(recordings, linesInPart: linesInPart)
            let kept = facts(condensed.map { String(decoding: $0, as: UTF8.self) })
            #expect(kept.count == identifiers.count && !kept.contains { $0.contains("Wire") })
        }
    }

    /// A directory is read in the order of the names in it, and a second decision may be in an earlier file than the first.
    @Test(arguments: seeds) func theOrderOfRecordingsMakesNoDifference(seed: UInt64) throws {
        var random = RandomTraffic(seed: seed)
        var numbers = SplitMix64(seed: seed)
        let recordings = random.recordings(5, loads: 20)
        let direct = Self.traffic(recordings.map(Self.bytes))
        for _ in 0..<4 {
            let shuffled = Self.traffic(recordings.shuffled(using: &numbers).map(Self.bytes))
            #expect(shuffled.entries == direct.entries)
            #expect(shuffled.unattributedBytes == direct.unattributedBytes)
            try Self.expectEqualStatements(shuffled, direct)
        }
    }

    /// A line that a log shipper delivers twice counts once, also if the two are in different parts.
    @Test(arguments: seeds) func whatIsRepeatedCountsOnce(seed: UInt64) throws {
        var random = RandomTraffic(seed: seed)
        var numbers = SplitMix64(seed: seed)
        let recordings = random.recordings(3, loads: 30)
        let repeating = recordings.map { $0 + $0.dropFirst().shuffled(using: &numbers).prefix($0.count / 2) }
        let (once, twice) = (Self.traffic(recordings.map(Self.bytes)), Self.traffic(repeating.map(Self.bytes)))
        #expect(twice.entries == once.entries && twice.undecidedLoads == 0 && twice.unendedLoads == once.unendedLoads)
        let whole = try Self.condensed(repeating)
        #expect(try Self.condensed(repeating, linesInPart: 7) == whole)
        #expect(Self.traffic([Self.joined(whole)]).entries == once.entries)
    }

    @Test(arguments: seeds) func filtersChooseTheSame(seed: UInt64) throws {
        var random = RandomTraffic(seed: seed)
        let recordings = random.recordings(4, loads: 40)
        let condensed = Self.joined(try Self.condensed(recordings))
        var filters = [RecordingFilter](repeating: RecordingFilter(), count: 4)
        filters[0].labels = ["login"]
        filters[1].builds = ["1"]
        filters[2].since = Instant("2026-11-21T00:00:00.000Z")
        filters[2].until = Instant("2026-11-22T23:59:59.999Z")
        (filters[3].labels, filters[3].since) = ([#"pay "now""#], Instant("2026-11-22T00:00:00.000Z"))
        for filter in filters {
            let direct = Self.traffic(recordings.map(Self.bytes), filter)
            let read = Self.traffic([condensed], filter)
            #expect(read.entries == direct.entries)
            #expect(read.leftOutDecisions == direct.leftOutDecisions && direct.leftOutDecisions > 0)
            #expect(!read.cutsDay && read.namedLabels == direct.namedLabels)
        }
    }

    @Test func aPartOfADayCannotBeChosen() throws {
        var random = RandomTraffic(seed: 3)
        let condensed = Self.joined(try Self.condensed(random.recordings(2, loads: 9)))
        var filter = RecordingFilter()
        filter.since = Instant("2026-11-20T10:00:00.000Z")
        #expect(Self.traffic([condensed], filter).cutsDay)
    }

    @Test(arguments: seeds) func groupsAndOrdersMakeNoDifference(seed: UInt64) throws {
        var random = RandomTraffic(seed: seed)
        var numbers = SplitMix64(seed: seed)
        let recordings = random.recordings(6, loads: 15)
        let all = try Self.condensed(recordings)
        for _ in 0..<4 {
            let shuffled = recordings.shuffled(using: &numbers)
            let cut = Int.random(in: 1..<shuffled.count, using: &numbers)
            let parts = [Array(shuffled[..<cut]), Array(shuffled[cut...])]
            var merged = try parts.map { try Self.condensed($0) }
            merged.shuffle(using: &numbers)
            #expect(try Self.merged(merged) == all)
            // Parts may overlap.
            #expect(try Self.merged(merged + [try Self.condensed([shuffled[0]])]) == all)
        }
        #expect(try Self.merged([all, all]) == all)
        #expect(try Self.merged([all]) == all)
    }

    @Test(arguments: seeds) func theNewestVersionOfARecordingCounts(seed: UInt64) throws {
        var random = RandomTraffic(seed: seed)
        let recordings = random.recordings(3, loads: 15)
        let all = try Self.condensed(recordings)
        // The last line of a copy may be half written. It has as many lines as the whole recording then.
        let halfWritten: [[String]] = recordings.map { Array($0.dropLast()) + [String(($0.last ?? "").dropLast())] }
        for older in [recordings.map { Array($0.prefix($0.count - 5)) }, halfWritten] {
            #expect(try Self.merged([try Self.condensed(older), all]) == all)
            #expect(try Self.merged([all, try Self.condensed(older)]) == all)
        }
    }

    @Test(arguments: seeds) func partsMakeNoDifference(seed: UInt64) throws {
        var random = RandomTraffic(seed: seed)
        let recordings = random.recordings(3, loads: 30)
        let whole = try Self.condensed(recordings)
        #expect(try Self.condensed(recordings, linesInPart: 7) == whole)
        // Parts may be merged into greater parts before.
        #expect(try Self.condensed(recordings, linesInPart: 7, partsInPart: 3) == whole)
    }

    /// Kinds that take too much memory are forgotten between parts.
    @Test(arguments: seeds) func forgottenKindsMakeNoDifference(seed: UInt64) throws {
        var random = RandomTraffic(seed: seed)
        let recordings = random.recordings(3, loads: 30)
        #expect(try Self.condensed(recordings, linesInPart: 7, kindSizeLimit: 0) == Self.condensed(recordings))
    }

    /// Nothing is kept of loads that were taken, whether or not they have ended.
    @Test func whatWasTakenIsNotKeptInMemory() throws {
        var random = RandomTraffic(seed: 1)
        var condenser = RecordingCondenser(SimulatedSite.decoder, kindSizeLimit: 0)
        condenser.begin("recording")
        let decisions = random.recordings(3, loads: 30).joined().filter { $0.contains(#""event":"decision""#) }
        Self.bytes(decisions).withUnsafeBufferPointer { condenser.read($0) }
        #expect(condenser.estimatedSize > 1024)
        _ = try condenser.takeLines()
        #expect(condenser.estimatedSize == 0)
    }

    /// Lines may come in any order, and a recording may be cut anywhere.
    @Test(arguments: seeds) func theOrderOfLinesMakesNoDifference(seed: UInt64) throws {
        var random = RandomTraffic(seed: seed, hasFailures: seed % 2 == 0)
        var numbers = SplitMix64(seed: seed)
        let recordings = random.recordings(3, loads: 40)
        let direct = Self.traffic(recordings.map(Self.bytes))
        let shuffled = recordings.map { lines in [lines[0]] + lines.dropFirst().shuffled(using: &numbers) }
        let pieces = recordings.flatMap { lines in
            let cut = Int.random(in: 1..<lines.count, using: &numbers)
            return [Array(lines[..<cut]), [lines[0].replacing("R1", with: "R9")] + lines[cut...]]
        }
        for other in [shuffled, pieces] {
            let read = Self.traffic(other.map(Self.bytes))
            #expect(read.entries == direct.entries && read.recordedPeriod == direct.recordedPeriod)
            #expect(read.unendedLoads == direct.unendedLoads && read.undecidedLoads == direct.undecidedLoads)
            #expect(read.unattributedBytes == direct.unattributedBytes)
            try Self.expectEqualStatements(read, direct)
        }
    }
}

extension CondensingLawTests {
    static func bytes(_ lines: [String]) -> [UInt8] { Array(lines.map { $0 + "\n" }.joined().utf8) }

    /// Compares policies, trust stores, facts about servers and offers of destinations, with their latest times.
    private static func expectEqualStatements(_ read: RecordedTraffic, _ direct: RecordedTraffic) throws {
        #expect(read.policies == direct.policies && !direct.policies.isEmpty)
        #expect(read.namedLabels == direct.namedLabels)
        for id in RandomTraffic.identifiers {
            #expect(read.facts[id]?.withoutExchanges == direct.facts[id]?.withoutExchanges)
        }
        for host in RandomTraffic.hosts {
            let authority = Authority(host: try #require(Host(host)), port: 443)
            #expect(read.services[authority] == direct.services[authority])
        }
    }

    private static func joined(_ lines: [[UInt8]]) -> [UInt8] { lines.flatMap { $0 + [0x0A] } }

    private static func traffic(
        _ recordings: [[UInt8]], _ filter: RecordingFilter = RecordingFilter()
    ) -> RecordedTraffic {
        var reader = RecordingReader(keepingFacts: true, filter: filter, SimulatedSite.decoder)
        for recording in recordings {
            reader.begin("recording")
            recording.withUnsafeBufferPointer { reader.read($0) }
            reader.end()
        }
        return reader.traffic
    }

    private static func text(_ traffic: RecordedTraffic) -> String {
        let report = Report(
            traffic, traffic.asRecorded, options: ReportOptions(time: Instant(seconds: 1_796_083_200)))
        return TextRenderer().text(of: report.document())
    }

    /// The condensed recording of several ones, taken in parts after a number of lines.
    static func condensed(
        _ recordings: [[String]], linesInPart: Int = .max, partsInPart: Int = .max, kindSizeLimit: Int? = nil
    ) throws -> [[UInt8]] {
        var condenser = RecordingCondenser(SimulatedSite.decoder, kindSizeLimit: kindSizeLimit)
        var parts: [any CondensedLineSource] = []
        var lines = 0
        for recording in recordings {
            condenser.begin("recording")
            for line in recording {
                Array((line + "\n").utf8).withUnsafeBufferPointer { condenser.read($0) }
                lines += 1
                guard lines % linesInPart == 0 else { continue }
                parts.append(CondensedLines(try condenser.takeLines(), name: "part"))
                guard parts.count == partsInPart else { continue }
                parts = [CondensedLines(try Self.lines(of: CondensedMerge(parts: parts)), name: "parts")]
            }
            condenser.end(isDamaged: false)
        }
        parts.append(CondensedLines(try condenser.takeLines(), name: "part"))
        return try self.lines(of: CondensedMerge([parts]))
    }

    static func merged(_ condensed: [[[UInt8]]]) throws -> [[UInt8]] {
        try lines(of: CondensedMerge(condensed.map { [CondensedLines($0, name: "condensed")] }))
    }

    private static func lines(of merge: CondensedMerge) throws -> [[UInt8]] {
        var merge = merge
        var lines: [[UInt8]] = []
        while let line = try merge.next() { lines.append(line) }
        return lines
    }
}
