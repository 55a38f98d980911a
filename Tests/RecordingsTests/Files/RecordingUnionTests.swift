import Foundation
import Testing
@testable import Recordings

@Suite struct RecordingUnionTests {
    /// The result is the same if parts of recordings go to temporary files, and if many parts are merged.
    @Test func theLimitOfMemoryMakesNoDifference() throws {
        let folder = try RecordingFolder()
        var numbers = SystemRandomNumberGenerator()
        let paths = try (0..<40).map { number in
            // Each member is read as a piece, and a part may end behind it.
            var rest = RecordingFolder.recording(number, loads: number * 5..<number * 5 + 20)[...]
            var members: [Substring] = []
            while !rest.isEmpty {
                members.append(rest.prefix(Int.random(in: 1...1500, using: &numbers)))
                rest = rest.dropFirst(members.last?.count ?? 0)
            }
            return try folder.write("\(number).jsonl.gz", members: members)
        }
        let whole = try RecordingFolder.condensed(paths)
        #expect(try RecordingFolder.condensed(paths, sizeLimit: 0) == whole)
        #expect(try RecordingFolder.condensed(paths, sizeLimit: 0, checkedSize: 0) == whole)
        for _ in 0..<4 {
            let checkedSize = Int.random(in: 1...6000, using: &numbers)
            #expect(
                try RecordingFolder.condensed(paths, sizeLimit: 0, checkedSize: checkedSize) == whole, "\(checkedSize)")
        }
        #expect(whole.split(separator: "\n").filter { $0.hasPrefix(#"{"event":"recording""#) }.count == 40)
    }

    /// More condensed recordings than may be open at once.
    @Test func manyCondensedRecordingsAreMerged() throws {
        let folder = try RecordingFolder()
        var (recordings, condensed): ([String], [String]) = ([], [])
        for number in 0..<70 {
            let path = try folder.write("\(number).jsonl", RecordingFolder.recording(number, loads: 0..<3))
            recordings.append(path)
            condensed.append(
                try folder.write(
                    "\(number).condensed\(number % 2 == 0 ? ".gz" : "")", try RecordingFolder.condensed([path])))
        }
        #expect(try RecordingFolder.condensed(condensed) == RecordingFolder.condensed(recordings))
    }

    @Test func theGreatestVersionCounts() throws {
        let folder = try RecordingFolder()
        let text = RecordingFolder.recording(1, loads: 0..<9)
        let whole = try folder.write("whole.jsonl", String(text.dropLast()))
        let halfWritten = try folder.write("half-written.jsonl", String(text.dropLast(30)))
        let all = try RecordingFolder.condensed([whole])
        for paths in [[whole, halfWritten], [halfWritten, whole]] {
            #expect(try RecordingFolder.condensed(paths) == all)
            var union = RecordingUnion()
            try union.add(paths)
            #expect(union.leftOut.map(\.path) == [halfWritten])
        }
        let parts = try [whole, halfWritten].enumerated().map {
            try folder.write("\($0).condensed", try RecordingFolder.condensed([$1]))
        }
        #expect(try RecordingFolder.condensed(parts) == all)
    }

    /// A pipe can be opened once.
    @Test func aPipeIsReadBesideFiles() throws {
        let folder = try RecordingFolder()
        let text = RecordingFolder.recording(1, loads: 0..<9)
        let file = try folder.write("file.jsonl", RecordingFolder.recording(2, loads: 0..<9))
        let copy = try folder.write("copy.jsonl", text)
        let pipe = "\(folder.path)/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        let writer = Process()
        writer.executableURL = URL(filePath: "/bin/sh")
        writer.arguments = ["-c", "cat \"$0\" >\"$1\"", copy, pipe]
        try writer.run()
        let condensed = try RecordingFolder.condensed([pipe, file])
        writer.waitUntilExit()
        #expect(writer.terminationStatus == 0)
        #expect(condensed.replacing(pipe, with: copy) == (try RecordingFolder.condensed([copy, file])))
    }

    /// A few compressed bytes may stand for very many lines.
    @Test func aLineThatIsNoneIsFoundBeforeTheRestIsDecompressed() throws {
        let folder = try RecordingFolder()
        let path = try folder.write(
            "lines.gz", "{\"event\":\"condensed\",\"version\":1}\n" + String(repeating: "{}\n", count: 1 << 20))
        let file = try RecordingFile(path)
        var sizes: [Int] = []
        while try file.read({ sizes.append($0.count) }) {}
        #expect(sizes.count > 10 && sizes.allSatisfy { $0 <= RecordingFile.pieceSize })
        #expect(throws: CondensedLineError(name: path, line: 2, fault: "is not a line of a condensed recording")) {
            try RecordingFolder.condensed([path])
        }
    }

    /// A condensed recording that was cut off behind the list of its recordings is not read if other files have them all.
    @Test func aCondensedRecordingThatIsLeftOutMayBeCutOff() throws {
        let folder = try RecordingFolder()
        let texts = (0..<3).map { RecordingFolder.recording($0, loads: 0..<9) }
        let wholes = try texts.enumerated().map { try folder.write("\($0).jsonl", $1) }
        let copies = try texts.enumerated().map { try folder.write("copy-\($0).jsonl", String($1.dropLast(500))) }
        let all = try RecordingFolder.condensed(wholes)
        let older = try RecordingFolder.condensed(copies)
        let lines = older.split(separator: "\n", omittingEmptySubsequences: false)
        let list = lines.prefix(4).joined(separator: "\n").utf8.count
        let listed = list + 1 + lines[4].utf8.count
        var numbers = SystemRandomNumberGenerator()
        for cut in (0..<30).map({ _ in Int.random(in: listed..<older.utf8.count, using: &numbers) }) + [listed] {
            let condensed = try folder.write("older.condensed", String(older.prefix(cut)))
            var union = RecordingUnion()
            try union.add([condensed] + wholes)
            #expect(union.leftOut.map(\.path) == [condensed])
            var text: [UInt8] = []
            try union.write { text += $0 }
            #expect(String(decoding: text, as: UTF8.self) == all, "\(cut)")
        }
        // If the list itself was cut off, it is not known which recordings are missing.
        for cut in [40, list - 200, list - 1, list, list + 1, listed - 1] {
            let condensed = try folder.write("older.condensed", String(older.prefix(cut)))
            #expect(try RecordingSelection([condensed] + wholes).choices.map(\.path) == [condensed] + wholes, "\(cut)")
            #expect(throws: (any Error).self, "\(cut)") { try RecordingFolder.condensed([condensed] + wholes) }
        }
        let empty = try folder.write("empty.condensed", try RecordingFolder.condensed([]))
        #expect(try RecordingSelection([empty] + wholes).choices.map(\.path) == [empty] + wholes)
    }
}
