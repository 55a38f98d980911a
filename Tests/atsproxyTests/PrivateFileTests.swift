import Foundation
import Testing

@testable import atsproxy
@testable import Settings

@Suite struct PrivateFileTests {
    private static func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "private-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    private static func kind(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
    }

    @Test func aFileIsReplacedAndPrivate() throws {
        let folder = try Self.folder()
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let path = folder.appending(path: "a").path
        try Data("old".utf8).write(to: URL(filePath: path))
        #expect(chmod(path, 0o644) == 0)
        try PrivateFile.write(Array("new".utf8), to: path)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode == S_IFREG | 0o600)
        #expect(FileManager.default.contents(atPath: path) == Data("new".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
    }

    /// What is no file is written to, and not replaced.
    @Test func linksAndPipesStay() throws {
        let folder = try Self.folder()
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let (file, link, pipe) = (
            folder.appending(path: "a").path, folder.appending(path: "b").path, folder.appending(path: "c").path
        )
        try Data("longer than it".utf8).write(to: URL(filePath: file))
        #expect(symlink(file, link) == 0 && mkfifo(pipe, 0o600) == 0)
        try PrivateFile.write(Array("new".utf8), to: link)
        #expect(Self.kind(link) == S_IFLNK && FileManager.default.contents(atPath: file) == Data("new".utf8))
        let reader = open(pipe, O_RDWR | O_NONBLOCK)
        defer { close(reader) }
        try PrivateFile.write([1, 2, 3], to: pipe)
        var bytes = [UInt8](repeating: 0, count: 8)
        #expect(read(reader, &bytes, bytes.count) == 3 && bytes.prefix(3) == [1, 2, 3])
        #expect(Self.kind(pipe) == S_IFIFO)
    }

    @Test func theReasonOfAFailureIsSaid() throws {
        let folder = try Self.folder()
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        for (path, reason) in [(folder.path, "Is a directory"), (folder.path + "/none/a", "No such file")] {
            do throws(CommandFailure) {
                try PrivateFile.write([1], to: path)
                Issue.record("\(path) is written")
            } catch {
                #expect(error.sentence.contains("\(path) cannot be written: \(reason)"), "\(error.sentence)")
            }
        }
    }
}
