import Foundation
import Networking
import Recording
import Testing

@Suite struct RecordingDirectoryTests {
    private func recordings(_ files: TemporaryDirectory) throws -> [String] {
        try #require(RecordingDirectory(at: files.path)).recordings().map {
            #expect($0.hasPrefix(files.path + "/"))
            return String($0.dropFirst(files.path.count + 1))
        }
    }

    @Test func listsRecordingsByName() throws {
        let files = try TemporaryDirectory()
        for name in ["b.jsonl", "a.jsonl.gz", "B.jsonl", "c.json", "d.gz", "e.jsonl.gz.partial", "f.jsonl.bak"] {
            try files.write(name, "x")
        }
        #expect(try recordings(files) == ["B.jsonl", "a.jsonl.gz", "b.jsonl"])
    }

    @Test func looksIntoNoDirectoryInIt() throws {
        let files = try TemporaryDirectory()
        try FileManager.default.createDirectory(atPath: files.path + "/in.jsonl", withIntermediateDirectories: true)
        try files.write("in.jsonl/a.jsonl", "x")
        #expect(try recordings(files).isEmpty)
    }

    /// After a crash between the rename and the removal, both files hold the same, which is known by their content.
    @Test func listsASegmentThatIsThereTwiceUnderBothNames() throws {
        let files = try TemporaryDirectory()
        try files.write("a.jsonl", "x")
        try files.write("a.jsonl.gz", "x")
        #expect(try recordings(files) == ["a.jsonl", "a.jsonl.gz"])
        // Nothing was written yet to a file that must not have this name.
        try files.write("a.jsonl", "")
        #expect(try recordings(files) == ["a.jsonl.gz"])
        try files.write("b.jsonl", "")
        #expect(try recordings(files) == ["a.jsonl.gz", "b.jsonl"])
    }

    @Test func findsARecordingThatWasCompressedMeanwhile() throws {
        let files = try TemporaryDirectory()
        try files.write("a.jsonl.gz", "compressed")
        let opened = try RecordingDirectory.open(files.path + "/a.jsonl")
        #expect(opened.path == files.path + "/a.jsonl.gz")
        let handle = FileHandle(fileDescriptor: opened.descriptor, closeOnDealloc: true)
        #expect(try handle.readToEnd() == Data("compressed".utf8))
        for missing in ["b.jsonl", "a.json", "a.jsonl.gz.gz"] {
            #expect(throws: SystemError(number: ENOENT, operation: "open")) {
                try RecordingDirectory.open(files.path + "/" + missing)
            }
        }
    }

    @Test func onlyADirectoryIsOne() throws {
        let files = try TemporaryDirectory()
        try files.write("a.jsonl", "x")
        #expect(RecordingDirectory(at: files.path + "/a.jsonl") == nil)
        #expect(RecordingDirectory(at: files.path + "/b") == nil)
        #expect(RecordingDirectory(at: files.path + "/") != nil)
    }
}
