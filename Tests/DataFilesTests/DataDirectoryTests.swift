import Foundation
import Testing
import TransportSecurity

@testable import DataFiles

@Suite struct DataDirectoryTests {
    /// A directory that does not exist before it is written to.
    private final class TemporaryDirectory {
        let url = FileManager.default.temporaryDirectory.appending(path: "data-\(UUID().uuidString)/below")
        var directory: DataDirectory { DataDirectory(url.path) }
        var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }

        deinit {
            try? FileManager.default.removeItem(at: url.deletingLastPathComponent())
        }

        func write(_ bytes: [UInt8], _ name: String) throws {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            try Data(bytes).write(to: url.appending(path: name))
        }
    }

    @Test(
        arguments: [
            (["STATE_DIRECTORY": "/var/lib/atsproxy", "HOME": "/root"], "/var/lib/atsproxy"),
            (["STATE_DIRECTORY": "/var/lib/a:/var/lib/b"], "/var/lib/a"),
            (["STATE_DIRECTORY": "", "XDG_DATA_HOME": "/data", "HOME": "/root"], "/data/atsproxy"),
            (["XDG_DATA_HOME": "data", "HOME": "/root"], "/root/.local/share/atsproxy"),
            (["HOME": ""], nil), ([:], nil),
        ] as [([String: String], String?)])
    func theEnvironmentNamesThePlace(environment: [String: String], path: String?) {
        #expect(DataDirectory(environment: environment)?.path == path)
    }

    @Test func aWrittenFileIsReadBack() throws {
        let temporary = TemporaryDirectory()
        #expect(try temporary.directory.read(.roots) == nil)
        try temporary.directory.replace(.roots, with: [1, 2, 3])
        #expect(try temporary.directory.read(.roots) == [1, 2, 3])
        try temporary.directory.replace(.roots, with: [4])
        #expect(try temporary.directory.read(.roots) == [4])
        #expect(temporary.names == ["apple-roots.pem"])
        #expect(try temporary.directory.remove(.roots))
        #expect(try !temporary.directory.remove(.roots))
        #expect(temporary.names == [])
    }

    @Test func oldTemporaryFilesAreRemoved() throws {
        let temporary = TemporaryDirectory()
        let old = ".apple-roots.pem.1.new"
        for name in [old, ".apple-roots.pem.2.new", "other"] { try temporary.write([9], name) }
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -4000)],
            ofItemAtPath: temporary.url.appending(path: old).path)
        try temporary.directory.replace(.roots, with: [1])
        #expect(temporary.names == [".apple-roots.pem.2.new", "apple-roots.pem", "other"])
    }

    /// Proxies in containers may share a directory, and may have the same process identifier.
    @Test func severalWritersLeaveAWholeFile() async throws {
        let temporary = TemporaryDirectory()
        let directory = temporary.directory
        let contents = [1, 2, 3].map { [UInt8](repeating: $0, count: 100_000) }
        // The temporary file of another writer with this process identifier stays.
        let other = ".apple-roots.pem.\(getpid()).new"
        try temporary.write([9], other)
        try directory.replace(.roots, with: contents[0])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for content in contents {
                group.addTask {
                    for _ in 0..<15 {
                        try directory.replace(.roots, with: content)
                        #expect(contents.contains(try #require(try directory.read(.roots))))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(temporary.names == [other, "apple-roots.pem"])
    }

    @Test func aPlaceThatCannotBeWrittenIsAFault() throws {
        let temporary = TemporaryDirectory()
        try FileManager.default.createDirectory(
            at: temporary.url.appending(path: "apple-roots.pem/full"), withIntermediateDirectories: true)
        #expect(throws: DataFileFault.self) { try temporary.directory.replace(.roots, with: [1]) }
        #expect(throws: DataFileFault.self) { try temporary.directory.read(.roots) }
        #expect(temporary.names == ["apple-roots.pem"])
    }

    @Test func aPlaceBelowAFileIsNotWritable() throws {
        let temporary = TemporaryDirectory()
        #expect(temporary.directory.isWritable)
        try temporary.write([], "file")
        let below = DataDirectory(temporary.url.path + "/file/atsproxy")
        #expect(!below.isWritable)
        #expect(throws: DataFileFault("\(below.path), the directory of updated data, cannot be made: Not a directory."))
        {
            try below.replace(.roots, with: [1])
        }
    }

    @Test func aDamagedFileWithoutASourceIsRemovedByReset() throws {
        let temporary = TemporaryDirectory()
        try temporary.directory.replace(.roots, with: [1])
        let choice = DataFileChoice(
            .roots, shipped: try SampleFiles.shipped(.roots), in: temporary.directory, at: Self.now)
        #expect(choice.ignored?.hasSuffix("is used instead; atsproxy data reset roots removes the other.") == true)
    }

    @Test func aPipeInPlaceOfAFileIsNotWaitedFor() throws {
        let temporary = TemporaryDirectory()
        try temporary.write([], "other")
        try #require(mkfifo(temporary.url.appending(path: "apple-roots.pem").path, 0o600) == 0)
        #expect(throws: DataFileFault("\(temporary.url.path)/apple-roots.pem is not a regular file.")) {
            try temporary.directory.read(.roots)
        }
    }

    @Test func notesWhenSourcesWereChecked() throws {
        let temporary = TemporaryDirectory()
        #expect(temporary.directory.lastCheck == nil)
        temporary.directory.noteCheck()
        let first = try #require(temporary.directory.lastCheck)
        let now = Int64(Date().timeIntervalSince1970)
        #expect(first.seconds <= now + 1 && first.seconds >= now - 600)
    }

    @Test func theNewerFileIsChosen() throws {
        let temporary = TemporaryDirectory()
        let shipped = SampleFiles.logList(of: "2026-10-01T00:00:00Z")
        func choice() -> DataFileChoice {
            DataFileChoice(.logList, shipped: shipped, in: temporary.directory, at: Self.now)
        }
        #expect(choice().origin == .shipped && choice().ignored == nil)
        let newer = SampleFiles.logList(of: "2026-10-02T00:00:00Z")
        try temporary.directory.replace(.logList, with: newer)
        #expect(choice().origin == .updated(path: temporary.url.path + "/apple-ct-log-list.json"))
        #expect(choice().bytes == newer && choice().updated?.entries == 4)
        try temporary.directory.replace(.logList, with: shipped)
        #expect(choice().origin == .shipped && choice().ignored == nil)
        try temporary.directory.replace(.logList, with: SampleFiles.logList(of: "2026-09-30T00:00:00Z"))
        #expect(choice().origin == .shipped && choice().bytes == shipped)
        #expect(
            choice().ignored?.contains("is of 2026-09-30, which is older than the shipped file of 2026-10-01;") == true)
        #expect(DataFileChoice(.logList, shipped: shipped, in: nil, at: Self.now).origin == .shipped)
    }

    /// A file has a date in the future if the clock was wrong when it was fetched, or if a person copied it there.
    @Test func aFileFromTheFutureIsNotChosen() throws {
        let temporary = TemporaryDirectory()
        let shipped = SampleFiles.logList(of: "2026-10-01T00:00:00Z")
        for (date, isChosen) in [("2026-11-01T23:00:00Z", true), ("2026-11-03T00:00:00Z", false)] {
            try temporary.directory.replace(.logList, with: SampleFiles.logList(of: date))
            let choice = DataFileChoice(.logList, shipped: shipped, in: temporary.directory, at: Self.now)
            #expect((choice.origin != .shipped) == isChosen)
            let isIgnored = choice.ignored?.contains("is dated 2026-11-03, which is in the future; ")
            #expect(isIgnored == (isChosen ? nil : true))
        }
    }

    private static let now = Instant(year: 2026, month: 11, day: 1)

    /// A newer file that was cut off anywhere is not used, and the reason is given.
    @Test func aDamagedFileIsNotChosen() throws {
        let temporary = TemporaryDirectory()
        let shipped = SampleFiles.logList(of: "2026-10-01T00:00:00Z")
        let newer = SampleFiles.logList(of: "2026-10-02T00:00:00Z")
        for count in stride(from: 0, to: newer.count, by: 37) {
            try temporary.directory.replace(.logList, with: Array(newer.prefix(count)))
            let choice = DataFileChoice(.logList, shipped: shipped, in: temporary.directory, at: Self.now)
            #expect(choice.origin == .shipped && choice.bytes == shipped)
            #expect(choice.ignored?.hasSuffix("until atsproxy data update ct-log-list replaces it.") == true)
        }
    }
}
