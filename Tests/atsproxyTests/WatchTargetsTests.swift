import Foundation
import InternetNames
import Testing

@testable import Settings
@testable import atsproxy

@Suite struct WatchTargetsTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "targets-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func file(_ name: String, _ text: String) throws -> String {
        let path = folder.appending(path: name).path
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test func argumentsAreListsAndURLsWithoutRepetition() throws {
        let list = try file("list.txt", "a.test # first\nhttps://b.test:8443/path\nno host\na.test\n-\n")
        let targets = try WatchTargets([list, "c.test", "https://a.test"])
        #expect(targets.urls.map(\.title) == ["a.test", "b.test:8443/path", "c.test"])
        #expect(targets.faults.count == 2)
        #expect(targets.faults[0].hasPrefix("\(list), line 3: "))
        #expect(targets.faults[1].hasPrefix("\(list), line 5: '-' has the host '-', which is neither"))
    }

    @Test func aRecordingGivesTheServersOfItsHTTPSLoads() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let urls = try WatchTargets([root.appending(path: "config/example/MyApp.jsonl").path]).urls
        #expect(urls.count > 1)
        #expect(urls.allSatisfy { $0.scheme == .https && $0.path == "/" })
        #expect(Set(urls.map(\.title)).count == urls.count)
    }

    @Test func nothingToWatchIsAnError() throws {
        let list = try file("empty.txt", "# nothing\n")
        #expect(throws: CommandFailure.self) { try WatchTargets([list]).check() }
        #expect(throws: CommandFailure.self) { try WatchTargets(["no host"]) }
    }

    @Test(arguments: ["missing.txt", "missing.JSONL", "missing.gz", "missing.list", "missing.csv", "lists/missing"])
    func aMissingFileIsNoHost(argument: String) {
        let error = #expect(throws: CommandFailure.self) { try WatchTargets([argument]) }
        #expect(error?.sentence.contains("\(argument) does not exist") == true)
    }

    @Test func aFileThatVanishesIsNoHost() throws {
        #expect(throws: CommandFailure.self) { try WatchTargets(["servers.test"], files: ["servers.test"]) }
        #expect(try WatchTargets(["servers.test"]).urls.map(\.title) == ["servers.test"])
    }

    @Test func aPipeIsReadOnce() throws {
        let path = folder.appending(path: "pipe").path
        try #require(mkfifo(path, 0o600) == 0)
        let writer = Process()
        writer.executableURL = URL(filePath: "/bin/sh")
        writer.arguments = ["-c", "printf 'a.test\\nb.test\\n' >'\(path)'"]
        try writer.run()
        #expect(try WatchTargets([path]).urls.map(\.title) == ["a.test", "b.test"])
        writer.waitUntilExit()
    }
}
