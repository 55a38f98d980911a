import Foundation
import Testing
import TransportSecurity

@testable import DataFiles

@Suite struct DataDirectoryTests {
    /// A directory that does not exist before it is written to.
    private final class Place {
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

    @Test func whatIsWrittenIsReadBack() throws {
        let place = Place()
        #expect(try place.directory.read(.roots) == nil)
        try place.directory.replace(.roots, with: [1, 2, 3])
        #expect(try place.directory.read(.roots) == [1, 2, 3])
        try place.directory.replace(.roots, with: [4])
        #expect(try place.directory.read(.roots) == [4])
        #expect(place.names == ["apple-roots.pem"])
        #expect(try place.directory.remove(.roots))
        #expect(try !place.directory.remove(.roots))
        #expect(place.names == [])
    }

    @Test func whatAKilledWriterLeftBehindIsRemovedLater() throws {
        let place = Place()
        let old = ".apple-roots.pem.1.new"
        for name in [old, ".apple-roots.pem.2.new", "other"] { try place.write([9], name) }
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -4000)], ofItemAtPath: place.url.appending(path: old).path)
        try place.directory.replace(.roots, with: [1])
        #expect(place.names == [".apple-roots.pem.2.new", "apple-roots.pem", "other"])
    }

    /// Proxies in containers share directories and process identifiers, so that neither tells writers apart.
    @Test func severalWritersLeaveAWholeFile() async throws {
        let place = Place()
        let directory = place.directory
        let contents = [1, 2, 3].map { [UInt8](repeating: $0, count: 100_000) }
        // What another writer with this identifier is writing stays.
        let other = ".apple-roots.pem.\(getpid()).new"
        try place.write([9], other)
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
        #expect(place.names == [other, "apple-roots.pem"])
    }

    @Test func aPlaceThatCannotBeWrittenIsAFault() throws {
        let place = Place()
        try FileManager.default.createDirectory(
            at: place.url.appending(path: "apple-roots.pem/full"), withIntermediateDirectories: true)
        #expect(throws: DataFileFault.self) { try place.directory.replace(.roots, with: [1]) }
        #expect(throws: DataFileFault.self) { try place.directory.read(.roots) }
        #expect(place.names == ["apple-roots.pem"])
    }

    @Test func aPlaceBelowAFileIsNotWritable() throws {
        let place = Place()
        #expect(place.directory.isWritable)
        try place.write([], "file")
        let below = DataDirectory(place.url.path + "/file/atsproxy")
        #expect(!below.isWritable)
        #expect(throws: DataFileFault("\(below.path), the directory of updated data, cannot be made: Not a directory."))
        {
            try below.replace(.roots, with: [1])
        }
    }

    @Test func aDamagedFileWithoutASourceIsRemovedByReset() throws {
        let place = Place()
        try place.directory.replace(.roots, with: [1])
        let choice = DataFileChoice(
            .roots, shipped: try SampleFiles.shipped(.roots), in: place.directory, at: Self.now)
        #expect(choice.ignored?.hasSuffix("is used instead; atsproxy data reset roots removes the other.") == true)
    }

    @Test func aPipeInPlaceOfAFileIsNotWaitedFor() throws {
        let place = Place()
        try place.write([], "other")
        try #require(mkfifo(place.url.appending(path: "apple-roots.pem").path, 0o600) == 0)
        #expect(throws: DataFileFault("\(place.url.path)/apple-roots.pem is not a regular file.")) {
            try place.directory.read(.roots)
        }
    }

    @Test func notesWhenSourcesWereChecked() throws {
        let place = Place()
        #expect(place.directory.lastCheck == nil)
        place.directory.noteCheck()
        let first = try #require(place.directory.lastCheck)
        let now = Int64(Date().timeIntervalSince1970)
        #expect(first.seconds <= now + 1 && first.seconds >= now - 600)
    }

    @Test func theNewerFileIsChosen() throws {
        let place = Place()
        let shipped = SampleFiles.logList(of: "2026-10-01T00:00:00Z")
        func choice() -> DataFileChoice {
            DataFileChoice(.logList, shipped: shipped, in: place.directory, at: Self.now)
        }
        #expect(choice().origin == .shipped && choice().ignored == nil)
        let newer = SampleFiles.logList(of: "2026-10-02T00:00:00Z")
        try place.directory.replace(.logList, with: newer)
        #expect(choice().origin == .updated(path: place.url.path + "/apple-ct-log-list.json"))
        #expect(choice().bytes == newer && choice().updated?.entries == 4)
        try place.directory.replace(.logList, with: shipped)
        #expect(choice().origin == .shipped && choice().ignored == nil)
        try place.directory.replace(.logList, with: SampleFiles.logList(of: "2026-09-30T00:00:00Z"))
        #expect(choice().origin == .shipped && choice().bytes == shipped)
        #expect(
            choice().ignored?.contains("is of 2026-09-30, which is older than the shipped file of 2026-10-01;") == true)
        #expect(DataFileChoice(.logList, shipped: shipped, in: nil, at: Self.now).origin == .shipped)
    }

    /// A clock that was wrong when the file was fetched, or a file that was copied there.
    @Test func aFileFromTheFutureIsNotChosen() throws {
        let place = Place()
        let shipped = SampleFiles.logList(of: "2026-10-01T00:00:00Z")
        for (date, isChosen) in [("2026-11-01T23:00:00Z", true), ("2026-11-03T00:00:00Z", false)] {
            try place.directory.replace(.logList, with: SampleFiles.logList(of: date))
            let choice = DataFileChoice(.logList, shipped: shipped, in: place.directory, at: Self.now)
            #expect((choice.origin != .shipped) == isChosen)
            let isIgnored = choice.ignored?.contains("is dated 2026-11-03, which is in the future; ")
            #expect(isIgnored == (isChosen ? nil : true))
        }
    }

    private static let now = Instant(year: 2026, month: 11, day: 1)

    /// A newer file that was damaged, at any place, is never used, and is complained about.
    @Test func aDamagedFileIsNotChosen() throws {
        let place = Place()
        let shipped = SampleFiles.logList(of: "2026-10-01T00:00:00Z")
        let newer = SampleFiles.logList(of: "2026-10-02T00:00:00Z")
        for count in stride(from: 0, to: newer.count, by: 37) {
            try place.directory.replace(.logList, with: Array(newer.prefix(count)))
            let choice = DataFileChoice(.logList, shipped: shipped, in: place.directory, at: Self.now)
            #expect(choice.origin == .shipped && choice.bytes == shipped)
            #expect(choice.ignored?.hasSuffix("until atsproxy data update ct-log-list replaces it.") == true)
        }
    }
}
