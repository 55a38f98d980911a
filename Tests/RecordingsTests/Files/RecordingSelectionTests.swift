import Foundation
import Testing
@testable import Recordings

@Suite struct RecordingSelectionTests {
    private static let text = RecordingFolder.recording(1, loads: 0..<40)

    /// The recording counts, and not its copy, wherever the copy ends.
    @Test func aCopyMayEndAnywhere() throws {
        let folder = try RecordingFolder()
        let whole = try folder.write("whole.jsonl", Self.text)
        let firstLine = Self.text.prefix { $0 != "\n" }.count
        var numbers = SystemRandomNumberGenerator()
        let cuts = (0..<80).map { _ in Int.random(in: firstLine...Self.text.count, using: &numbers) }
        for cut in cuts + [firstLine, firstLine + 1, Self.text.count - 1, Self.text.count] {
            for name in ["copy.jsonl", "copy.jsonl.gz"] {
                let copy = try folder.write(name, String(Self.text.prefix(cut)))
                let selection = try RecordingSelection([copy, whole])
                #expect(selection.choices.map(\.path) == [whole] || cut == Self.text.count, "\(cut)")
                #expect(selection.choices.count == 1 && selection.leftOut.count == 1)
            }
        }
    }

    /// Blank lines at the end of a copy do not count, nor does white space behind a last line without a line feed.
    @Test(arguments: ["\n", "\n\r\n \n\t", " ", "\t\r", "\r"])
    func aCopyMayEndInBlankLines(ending: String) throws {
        let folder = try RecordingFolder()
        let whole = try folder.write("whole.jsonl", Self.text)
        let lines = Self.text.split(separator: "\n")
        for count in 1..<lines.count {
            let copy = try folder.write("copy.jsonl", lines.prefix(count).joined(separator: "\n") + ending)
            let selection = try RecordingSelection([copy, whole])
            #expect(selection.choices.map(\.path) == [whole] && selection.leftOut.map(\.path) == [copy])
        }
    }

    /// If the last line of the shorter file is a complete event, the line must also end in the longer file.
    @Test func aLineThatGoesOnIsAnotherLine() throws {
        let folder = try RecordingFolder()
        let lines = Self.text.split(separator: "\n").map(String.init)
        var numbers = SystemRandomNumberGenerator()
        for ending in ["\n", "", " ", "\n\n", "\r\n"] {
            for further in ["x", "}", ",", "{}", "\u{0}", " x", "\t \r}"] {
                let count = Int.random(in: 2..<lines.count, using: &numbers)
                let beginning = lines.prefix(count).joined(separator: "\n")
                let short = try folder.write("short.jsonl", beginning + ending)
                let rest = lines.dropFirst(count).joined(separator: "\n")
                let long = try folder.write("long.jsonl", "\(beginning)\(further)\n\(rest)\n\(lines[0])\n")
                let error = #expect(throws: RecordingFileError.self) { try RecordingSelection([short, long]) }
                #expect(error?.description.contains("differs from line \(count) on") == true)
            }
        }
    }

    /// Two files are refused if any byte differs. Neither is left out for the other.
    @Test func filesThatDifferAreRefused() throws {
        let folder = try RecordingFolder()
        let bytes = Array(Self.text.utf8)
        let firstLine = Self.text.prefix { $0 != "\n" }.count
        let whole = try folder.write("whole.jsonl", Self.text)
        for place in stride(from: firstLine + 1, to: bytes.count, by: 101) {
            guard bytes[place] != UInt8(ascii: "\n") else { continue }
            var changed = bytes
            changed[place] = changed[place] == UInt8(ascii: "1") ? UInt8(ascii: "2") : UInt8(ascii: "1")
            let line = bytes[..<place].count { $0 == UInt8(ascii: "\n") } + 1
            for count in [place + 1, min(place + 300, bytes.count), bytes.count] {
                let copy = try folder.write("copy.jsonl.gz", String(decoding: changed.prefix(count), as: UTF8.self))
                let error = #expect(throws: RecordingFileError.self) { try RecordingSelection([whole, copy]) }
                #expect(error?.description.contains("differs from line \(line) on") == true, "\(place) \(count)")
            }
        }
    }

    /// A longer file under the identifier of a recording does not take its place.
    @Test func aLongerFileDoesNotReplaceARecording() throws {
        let folder = try RecordingFolder()
        let lines = Self.text.split(separator: "\n")
        let real = try folder.write("real.jsonl", Self.text)
        let other = lines[0] + "\n" + RecordingFolder.recording(2, loads: 0..<80)
        let forged = try folder.write("forged.jsonl", String(other))
        let error = #expect(throws: RecordingFileError.self) { try RecordingSelection([real, forged]) }
        #expect(
            error?.description
                == "\(real) cannot be read: it has the same recording as \(forged), but differs from line 2 on; give only the "
                + "one that is as the proxy wrote it.")
        // A condensed recording cannot be compared, but the file that is left out for it is named.
        let condensed = try folder.write("forged.condensed", try RecordingFolder.condensed([forged]))
        let selection = try RecordingSelection([real, condensed])
        #expect(
            selection.leftOut.map(\.sentence) == [
                "\(real) is left out, because \(condensed) has the same recording in a version with at least as many lines."
            ])
    }

    /// Pieces of several files end at different places.
    @Test func longFilesAreCompared() throws {
        let folder = try RecordingFolder()
        let text = RecordingFolder.recording(1, loads: 0..<9000)
        #expect(text.utf8.count > 4 * RecordingFile.pieceSize)
        let whole = try folder.write("whole.jsonl.gz", text)
        let copy = try folder.write("copy.jsonl", String(text.dropLast(200_001)))
        #expect(try RecordingSelection([copy, whole]).choices.map(\.path) == [whole])
        let changed = try folder.write("copy.jsonl", text.dropLast(300) + "x\n")
        let error = #expect(throws: RecordingFileError.self) { try RecordingSelection([changed, whole]) }
        #expect(error?.description.contains("differs from line 8999 on") == true)
    }

    @Test func oneFileUnderTwoNamesIsReadOnce() throws {
        let folder = try RecordingFolder()
        let file = try folder.write("file.jsonl", Self.text)
        try FileManager.default.linkItem(atPath: file, toPath: "\(folder.path)/link.jsonl")
        #expect(try RecordingSelection([file, "\(folder.path)/link.jsonl"]).choices.count == 1)
        let twice = try RecordingSelection([file, file, file])
        #expect(twice.choices.count == 1)
        #expect(Set(twice.leftOut.map(\.sentence)) == ["\(file) is given more than once, and is read once."])
    }

    /// The whole file counts, and not a copy whose compressed data end early, even if all lines can be read in both.
    @Test func aDamagedFileDoesNotCount() throws {
        let folder = try RecordingFolder()
        let packed = try RecordingFolder.compressed(Self.text)
        let whole = try folder.write("whole.jsonl", Self.text)
        let damaged = "\(folder.path)/damaged.jsonl.gz"
        var numbers = SystemRandomNumberGenerator()
        let cuts = (0..<20).map { _ in Int.random(in: packed.count / 2..<packed.count, using: &numbers) }
        for cut in cuts + [packed.count - 1, packed.count - 8] {
            try Data(packed.prefix(cut)).write(to: URL(filePath: damaged))
            let sentence =
                "\(damaged) is left out, because its compressed data are damaged or end too early, and \(whole) has at least as "
                + "many lines of the same recording as can be read of it."
            for paths in [[whole, damaged], [damaged, whole]] {
                let selection = try RecordingSelection(paths)
                #expect(selection.choices.map(\.path) == [whole], "\(cut)")
                #expect(selection.leftOut.map(\.sentence) == [sentence], "\(cut)")
            }
            // The content of a condensed recording cannot be compared. Only its version counts.
            let condensed = try folder.write("damaged.condensed", try RecordingFolder.condensed([damaged]))
            let all = try RecordingFolder.condensed([whole])
            #expect(try RecordingFolder.condensed([condensed, whole]) == all, "\(cut)")
            #expect(try RecordingFolder.condensed([damaged, whole]) == all, "\(cut)")
        }
    }

    @Test func whereADamagedFileDiffersTheDamageIsNamed() throws {
        let folder = try RecordingFolder()
        let whole = try folder.write("whole.jsonl", Self.text)
        let changed = Self.text.dropLast(300) + "x\n"
        let damaged = "\(folder.path)/damaged.jsonl.gz"
        try Data(RecordingFolder.compressed(String(changed)).dropLast(8)).write(to: URL(filePath: damaged))
        let error = #expect(throws: RecordingFileError.self) { try RecordingSelection([whole, damaged]) }
        #expect(
            error?.description
                == "\(damaged) cannot be read: it has the same recording as \(whole), but differs from line 39 on; the compressed "
                + "data of \(damaged) are damaged or end too early, so take a whole copy.")
    }

    /// The first recording of a condensed one names the file that is kept, and the first files that differ are refused.
    @Test func messagesAreInTheOrderOfTheFiles() throws {
        let folder = try RecordingFolder()
        let numbers = 10..<30
        let texts = numbers.map { RecordingFolder.recording($0, loads: 0..<4) }
        let short = try zip(numbers, texts).map { number, text in
            try folder.write("short-\(number).jsonl", text.split(separator: "\n").prefix(2).joined(separator: "\n"))
        }
        let condensed = try folder.write("short.condensed", try RecordingFolder.condensed(short))
        let long = try zip(numbers, texts).map { try folder.write("long-\($0).jsonl", $1) }
        let selection = try RecordingSelection(long.reversed() + [condensed])
        #expect(selection.leftOut == [RecordingSelection.LeftOut(path: condensed, keptPath: long[19])])
        #expect(try RecordingSelection([condensed] + long).leftOut.map(\.keptPath) == [long[0]])
        let changed = try zip(numbers, texts).map {
            try folder.write("changed-\($0).jsonl", $1.replacing("allowed", with: "blocked"))
        }
        let error = #expect(throws: RecordingFileError.self) { try RecordingSelection(long.reversed() + changed) }
        #expect(error?.description.contains("\(long[19])") == true)
    }

    @Test func manyFilesThatAreLeftOutAreSaidInFewSentences() throws {
        let leftOut = (0..<30).map { RecordingSelection.LeftOut(path: "\($0).jsonl", keptPath: "whole.jsonl") }
        let sentences = RecordingSelection.sentences(about: leftOut)
        #expect(sentences.count == 11 && sentences.last == "20 other files are left out for the same reason.")
        #expect(
            RecordingSelection.sentences(about: Array(leftOut.prefix(11))).last?.hasPrefix("1 other file is") == true)
        #expect(RecordingSelection.sentences(about: []).isEmpty)
    }
}
