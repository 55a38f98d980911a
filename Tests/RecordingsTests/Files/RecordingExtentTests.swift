import Foundation
import Testing
@testable import Recordings

@Suite struct RecordingExtentTests {
    /// Blank lines, byte order marks, lines that are no events, and the beginning of a recording, in any order.
    private static func text(_ numbers: inout some RandomNumberGenerator) -> String {
        let lines = RecordingFolder.recording(1, loads: 0..<6).split(separator: "\n").map(String.init)
        let parts = lines + ["\n", "\n", "\n", " ", "\t\r\n", "\r\n", "noise", "\u{FEFF}", "  \n", "{}"]
        let count = Int.random(in: 0..<12, using: &numbers)
        return lines[0] + (0..<count).map { _ in parts.randomElement(using: &numbers) ?? "" }.joined()
    }

    /// An older condensed recording does not win over a longer file by blank lines, nor lose by them.
    @Test func aCondensedRecordingHasTheVersionOfItsFile() throws {
        let folder = try RecordingFolder()
        var numbers = SystemRandomNumberGenerator()
        for _ in 0..<400 {
            let text = Self.text(&numbers)
            let path = try folder.write("file.jsonl", text)
            let version = try RecordingExtent(of: path).version
            let condensed = try folder.write("file.condensed", try RecordingFolder.condensed([path]))
            var head = RecordingHead { Array($0.prefix(8)) }
            let file = try RecordingFile(condensed)
            while try file.read({ head.read($0) }) {}
            head.end()
            guard case .condensed(_, let sources) = head.kind, let source = sources.first else {
                Issue.record("not condensed: \(text.debugDescription)")
                continue
            }
            #expect(sources.count == 1)
            #expect(source.version == version, "\(text.debugDescription)")
        }
    }

    @Test func blankLinesDoNotMakeAnOlderVersionTheGreater() throws {
        let folder = try RecordingFolder()
        let text = RecordingFolder.recording(1, loads: 0..<9)
        let older = try folder.write("older.jsonl", text.split(separator: "\n").prefix(4).joined(separator: "\n"))
        for ending in ["\n\n\n\n\n\n\n\n", "\n \r\n\n\n\n\n\n\n\n\n\t"] {
            let blank = try folder.write("blank.jsonl", try String(contentsOfFile: older, encoding: .utf8) + ending)
            let condensed = try folder.write("older.condensed", try RecordingFolder.condensed([blank]))
            let whole = try folder.write("whole.jsonl", text)
            let selection = try RecordingSelection([condensed, whole])
            #expect(selection.choices.map(\.path).contains(whole))
            #expect(try RecordingFolder.condensed([condensed, whole]) == RecordingFolder.condensed([whole]))
        }
    }

    /// The pieces of one file may be far smaller than those of the other.
    @Test func verySmallMembersAreCompared() throws {
        let folder = try RecordingFolder()
        let text = RecordingFolder.recording(1, loads: 0..<9)
        let whole = try folder.write("whole.jsonl", text)
        // One member is written once: compressing so many takes longer than reading them.
        let beginning = text.prefix { $0 != "\n" } + "\n"
        let blank = try RecordingFolder.compressed(" ")
        let count = 20_000
        let members = try RecordingFolder.compressed(String(beginning)) + (0..<count).flatMap { _ in blank }
        let small = "\(folder.path)/small.jsonl.gz"
        try Data(members + RecordingFolder.compressed("{")).write(to: URL(filePath: small))
        let spaces = String(repeating: " ", count: count)
        let other = try folder.write("other.jsonl", beginning + spaces + "{}" + text)
        let content = try RecordingExtent(of: small)
        #expect(try content.firstDifference(from: other) == nil)
        #expect(try content.firstDifference(from: whole) == 2)
    }
}
