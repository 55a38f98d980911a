import Foundation
import Testing

/// Comparisons of recordings, in the newer of which a server is down.
@Suite struct ServerDownJourneyTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "down-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// A recording of `check` for the host `down.test` at the port of a server.
    private func recording(of server: String) throws -> String {
        let site = try Site.shared.get()
        let program = try Program(
            Repository.program,
            [
                "check", "--ca-file", site.root, "--resolve", "good.test:*:127.0.0.1", "--format", "json",
                "https://good.test:\(site.port(server))",
            ])
        _ = program.end()
        let file = folder.appending(path: "\(server).jsonl")
        try Data(program.output.utf8).write(to: file)
        return file.path
    }

    private func status(_ arguments: [String]) throws -> Int32 {
        try Program(Repository.program, ["report", "--ca-file", Site.shared.get().root] + arguments).end()
    }

    @Test func noComparisonIsGreen() throws {
        let (up, down) = (try recording(of: "good"), try recording(of: "refused"))
        #expect(try status([up, "--against", up]) == 0)
        #expect(try status([up, "--against", down]) == 2)
        #expect(try status(["--history", up, down]) == 2)
        #expect(try status(["--compare", "--os", "system27", up]) == 0)
        #expect(try status(["--compare", "--os", "system27", down]) == 2)
        #expect(try status(["--compare", "--os", "system27", up, down]) == 2)
    }
}
