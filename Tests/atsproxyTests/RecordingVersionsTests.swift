import Foundation
import Testing

@testable import atsproxy

@Suite struct RecordingVersionsTests {
    private final class Folder {
        let path = NSTemporaryDirectory() + "/versions-\(UUID().uuidString)"

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ name: String, _ text: String) throws {
            try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
        }
    }

    @Test func segmentsThatComeAndGrowAreNoticed() throws {
        let folder = try Folder()
        try folder.write("a.jsonl", "x")
        let first = RecordingVersions(of: [folder.path])
        #expect(RecordingVersions(of: [folder.path]) == first)
        try folder.write("b.jsonl", "x")
        let second = RecordingVersions(of: [folder.path])
        #expect(second != first && !second.haveReplacedFiles(since: first))
        // Compression is no replacement.
        try folder.write("a.jsonl.gz", "y")
        try FileManager.default.removeItem(atPath: folder.path + "/a.jsonl")
        let third = RecordingVersions(of: [folder.path])
        #expect(
            third != second && !third.haveReplacedFiles(since: second) && third.firstIrregular(since: second) == nil)
        try folder.write("no recording", "x")
        #expect(RecordingVersions(of: [folder.path]) == third)
    }

    @Test func aNamedFileThatIsReplacedIsNoticed() throws {
        let folder = try Folder()
        let paths = ["-", folder.path + "/a", folder.path]
        try folder.write("a", "one")
        let first = RecordingVersions(of: paths)
        #expect(!first.haveReplacedFiles(since: first))
        try folder.write("b", "another")
        try FileManager.default.removeItem(atPath: folder.path + "/a")
        try FileManager.default.moveItem(atPath: folder.path + "/b", toPath: folder.path + "/a")
        #expect(RecordingVersions(of: paths).haveReplacedFiles(since: first))
        try FileManager.default.removeItem(atPath: folder.path + "/a")
        #expect(mkfifo(folder.path + "/a", 0o600) == 0)
        #expect(RecordingVersions(of: paths).firstIrregular(since: first) == 1)
    }
}
