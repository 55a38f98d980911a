import Foundation
import Testing

/// Pipes where files are read: right at the start, and never a wait for a proxy that serves.
@Suite struct PipeJourneyTests {
    private static let policy = "<(echo '{\"NSAllowsArbitraryLoads\": true}')"

    private static func proxy(_ options: String) throws -> Program {
        let program = try Program(
            "/bin/bash",
            [
                "-c", "exec \"$0\" serve --listen 127.0.0.1:0 --mode observe --events /dev/null \(options)",
                Repository.program,
            ])
        #expect(holds { program.errors.contains("listening on ") || !program.isRunning }, "\(program.errors)")
        return program
    }

    @Test func aPolicyMayComeFromACommand() throws {
        let program = try Self.proxy("--policy \(Self.policy)")
        let port = try #require(program.errors.firstMatch(of: #/listening on 127\.0\.0\.1:(\d+)/#)?.1)
        #expect(try Answer(curl: ["--noproxy", "*", "http://127.0.0.1:\(port)/healthz"]).status == 200)
        program.signal(SIGHUP)
        #expect(holds { program.errors.contains("not reloaded") }, "\(program.errors)")
        #expect(program.errors.contains("pipe"), "\(program.errors)")
        #expect(program.stop() == 0)
    }

    /// Each file that a reload reads, with a pipe that nobody writes into in its place.
    @Test(arguments: ["policy", "ca-file", "roots", "ct-log-list", "auth-file", "config"])
    func aPipeInPlaceOfAFileHoldsNoRunningProxyUp(option: String) throws {
        let site = try Site.shared.get()
        let folder = FileManager.default.temporaryDirectory.appending(path: "pipe-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { unlink(folder.appending(path: "file").path) }
        let file = folder.appending(path: "file").path
        let logs = Repository.root.appending(path: "config/data/apple-ct-log-list.json").path
        let contents: [String: String] = [
            "policy": "{\"NSAllowsArbitraryLoads\": true}",
            "ca-file": try String(contentsOfFile: site.root, encoding: .utf8),
            "roots": try String(contentsOfFile: site.root, encoding: .utf8),
            "ct-log-list": try String(contentsOfFile: logs, encoding: .utf8),
            "auth-file": "alice:$2y$04$abcdefghijklmnopqrstuu2r9OfJnfCsdneAXAGHnS4UpFFP8WIrW\n",
            "config": "mode: observe\n",
        ]
        try #require(contents[option]).write(toFile: file, atomically: true, encoding: .utf8)
        let program = try Self.proxy("--\(option) \(file)")
        #expect(program.isRunning, "\(program.errors)")
        unlink(file)
        #expect(mkfifo(file, 0o600) == 0)
        program.signal(SIGHUP)
        #expect(holds { program.errors.contains("not reloaded") }, "\(program.errors)")
        #expect(program.errors.contains("\(file) cannot be read: it is a pipe"), "\(program.errors)")
        #expect(program.stop() == 0, "\(program.errors)")
    }
}
