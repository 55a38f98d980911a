import Testing

@testable import Audit
@testable import TLSMessages

/// A scan that remembers endings finds in a line what a scan of the whole line finds.
@Suite struct KnownEndingsTests {
    /// What a scan finds in a line; nil for a broken line.
    private func content(of text: [UInt8], _ line: inout ScannedLine) -> [[UInt8]]? {
        do {
            try text.withUnsafeBufferPointer { try line.read($0) }
        } catch {
            return nil
        }
        let numbers = [line.bytesFromClient, line.bytesFromServer, line.count, line.time.milliseconds]
        let rest = "\(line.event) \(line.id) \(numbers) \(line.hasClientRefusal)"
        return [line.kind, line.device, line.user, line.label, line.path, line.unknownName, Array(rest.utf8)]
    }

    /// Reads the lines twice in a random order, so that most endings are known.
    private func expectEqualScans(
        of lines: [[UInt8]], distinguishesFacts: Bool, seed: UInt64, _ endings: KnownEndings = KnownEndings()
    ) {
        var random = SplitMix64(seed: seed)
        var whole = ScannedLine(distinguishesFacts: distinguishesFacts)
        var remembering = ScannedLine(distinguishesFacts: distinguishesFacts, knownEndings: endings)
        for text in (lines + lines).shuffled(using: &random) {
            let expected = content(of: text, &whole)
            #expect(content(of: text, &remembering) == expected, "\(String(decoding: text, as: UTF8.self))")
        }
    }

    /// Lines with a label or a path, and lines that begin as one line and end as another.
    private static let lines: [[UInt8]] = {
        let own = RespelledRecordingTests.lines.map { String(decoding: $0, as: UTF8.self) }
        let labelled = own.map { $0.replacing(#","method""#, with: #","label":"sign-in","method""#) }
        let paths = own.map { $0.replacing(#""path":null"#, with: #""path":"/1""#) }
        let more = paths.map { $0.replacing(#""path":"/1""#, with: #""path":"/2""#) }
        let spliced = zip(own, own.dropFirst() + own.prefix(1)).compactMap { first, second -> String? in
            guard let end = first.firstRange(of: #""scheme""#), let start = second.firstRange(of: #""scheme""#) else {
                return nil
            }
            return String(first[..<end.lowerBound] + second[start.lowerBound...])
        }
        return (own + labelled + paths + more + spliced).map { Array($0.utf8) }
    }()

    @Test(arguments: [true, false]) func linesOfEverySpellingAreScannedAlike(distinguishesFacts: Bool) {
        expectEqualScans(of: Self.lines, distinguishesFacts: distinguishesFacts, seed: 1)
        for (number, spelling) in RespelledRecordingTests.spellings.enumerated() where number % 5 == 0 {
            var spelling = spelling
            let respelled = RespelledRecordingTests.lines.map { spelling.text(of: JSONTree($0)) }
            expectEqualScans(
                of: Self.lines + respelled, distinguishesFacts: distinguishesFacts, seed: UInt64(number))
        }
    }

    /// A member twice, once before the ending and once in it, and all that may be wrong with an ending.
    @Test func linesWithAKnownEndingAreRefusedAlike() {
        let changes: [(String, String)] = [
            (#""scheme""#, #""host":"x","scheme""#), (#""scheme""#, #""scheme":null,"scheme""#),
            (#""scheme""#, #""facts":null,"scheme""#), (#""scheme""#, #""path":"/a","scheme""#),
            (#""scheme""#, #""address":null,"scheme""#), (#""error""#, #""label":"x","error""#),
            (#""error""#, #""client":"192.0.2.1:1","error""#), (#""error""#, #""id":"x","error""#),
            (#""error""#, #""event":"closed","error""#), (#""event":"decision","#, ""), (#""id""#, #""name""#),
        ]
        let decisions = RespelledRecordingTests.lines.filter { line in
            String(decoding: line, as: UTF8.self).contains(#""event":"decision""#)
        }
        var lines = decisions
        for line in decisions.prefix(12) {
            let text = String(decoding: line, as: UTF8.self)
            lines += changes.map { Array(text.replacing($0, with: $1).utf8) }
            lines += [line + [0x0D], line + [0x20, 0x09], line + [0x7D], line.dropLast(), [0x20] + line]
        }
        expectEqualScans(of: lines, distinguishesFacts: true, seed: 1)
    }

    /// More endings than are kept, so that all are forgotten again and again.
    @Test func forgottenEndingsAreScannedAgain() {
        expectEqualScans(of: Self.lines, distinguishesFacts: true, seed: 1, KnownEndings(sizeLimit: 1 << 14))
    }
}
