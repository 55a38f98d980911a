import Foundation
import Recording
import Testing
import TransportSecurity

@testable import Audit
@testable import TLSMessages

/// A reader that remembers lines finds in a recording what a reader finds that scans and decodes each line as a whole.
@Suite struct RememberedLinesTests {
    /// Lines of the program with other identifiers, clients, users and test cases, some of them with changed bytes.
    private static func lines(seed: UInt64, changing share: Int) -> [[UInt8]] {
        var random = SplitMix64(seed: seed)
        var lines: [[UInt8]] = []
        for (number, line) in (0..<3).flatMap({ _ in RespelledRecordingTests.lines }).enumerated() {
            let text = String(decoding: line, as: UTF8.self)
                .replacing(#""user":null"#, with: [#""user":null"#, #""user":"ann""#][number / 2 % 2])
                .replacing(#","method""#, with: [#","method""#, #","label":"a\"b","method""#][number % 2])
                .replacing(#""client":"192.0.2.1:"#, with: #""client":"192.0.2.\#(number % 5):"#)
            var line = Array(text.utf8)
            if Int.random(in: 0..<100, using: &random) < share { change(&line, &random) }
            lines.append(line)
        }
        return lines
    }

    /// Changes, removes or inserts a byte, mostly one that means something in JSON, or repeats a part of the line.
    private static func change(_ line: inout [UInt8], _ random: inout SplitMix64) {
        guard line.count > 100 else { return }
        // Half of the changes are in the first members.
        let end = Bool.random(using: &random) ? 100 : line.count
        let place = Int.random(in: 0..<end, using: &random)
        let byte = Array(#"{}[]",:\019aetn "#.utf8).randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<5, using: &random) {
        case 0: line[place] = byte
        case 1: line.remove(at: place)
        case 2: line.insert(byte, at: place)
        case 3: line[place] = UInt8.random(in: 0...255, using: &random) | 1
        case _:
            let length = min(Int.random(in: 1..<60, using: &random), line.count - place)
            line.insert(contentsOf: line[place..<place + length], at: place)
        }
    }

    private func traffic(_ lines: [[UInt8]], keepingFacts: Bool, remembersLines: Bool) -> RecordedTraffic {
        var reader = RecordingReader(
            keepingFacts: keepingFacts, filter: RecordingFilter(), remembersLines: remembersLines,
            decode: SimulatedSite.decode)
        reader.begin("recording")
        lines.flatMap { $0 + [0x0A] }.withUnsafeBufferPointer { reader.read($0) }
        reader.end()
        return reader.traffic
    }

    @Test(arguments: Array(UInt64(1)...6)) func bothReadersFindTheSame(seed: UInt64) {
        let lines = Self.lines(seed: seed, changing: seed % 2 == 0 ? 0 : 30)
        for keepingFacts in [true, false] {
            let known = traffic(lines, keepingFacts: keepingFacts, remembersLines: true)
            let whole = traffic(lines, keepingFacts: keepingFacts, remembersLines: false)
            #expect(known.entries == whole.entries)
            #expect(known.sources == whole.sources)
            #expect(known.leftOutDecisions == whole.leftOutDecisions)
            #expect(known.unattributedBytes == whole.unattributedBytes)
            #expect(known.recordedPeriod == whole.recordedPeriod)
            #expect(known.entries.count > 10 && (known.sources[0].brokenLines > 0) == (seed % 2 != 0))
        }
    }

    @Test(arguments: Array(UInt64(1)...4)) func bothCondenseAlike(seed: UInt64) throws {
        let lines = Self.lines(seed: seed, changing: seed % 2 == 0 ? 0 : 30)
        let condensed = try [true, false].map { remembersLines in
            var condenser = RecordingCondenser(
                digest: { bytes in (0..<16).map { UInt8(truncatingIfNeeded: bytes.hashValue >> ($0 * 4)) } },
                remembersLines: remembersLines, decode: SimulatedSite.decode)
            condenser.begin("recording")
            for line in lines { (line + [0x0A]).withUnsafeBufferPointer { condenser.read($0) } }
            condenser.end(isDamaged: false)
            return try condenser.takeLines()
        }
        #expect(condensed[0] == condensed[1] && condensed[0].count > 10)
    }

    /// Every decision that is put together from members of others is the one that the decoder makes of the line.
    @Test(arguments: Array(UInt64(1)...4)) func decisionsOfKnownPartsAreDecodedAlike(seed: UInt64) {
        var parts = DecisionParts(limit: 20)
        var known = 0
        for line in Self.lines(seed: seed, changing: 20) {
            line.withUnsafeBufferPointer { line in
                let whole = Self.decoded(line)
                if let event = parts.decision(in: line) {
                    known += 1
                    #expect(whole == .decision(event))
                } else if case .decision(let event) = whole {
                    parts.keep(event, of: line)
                }
            }
        }
        #expect(known > 10)
    }

    private static func decoded(_ line: UnsafeBufferPointer<UInt8>) -> RecordedEvent? {
        var scanner = JSONScanner(line)
        guard (try? scanner.unambiguousValue()) != nil else { return nil }
        return try? SimulatedSite.decode(line)
    }
}
