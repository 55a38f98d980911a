import Foundation
import Testing

/// Journeys of clients of `atsproxy mcp`. The client is a script with the official SDK of the protocol.
@Suite struct ModelContextJourneyTests {
    @Test(arguments: ["sdk", "serve", "killed", "unused", "cancel", "bytes", "protocol", "gone"])
    func aClientGetsAnswers(scenario: String) throws {
        try Self.run([scenario])
    }

    @Test func aClientHasServersJudged() throws {
        let site = try Site.shared.get()
        let resolve = site.resolve.filter { $0 != "--resolve" }
        try Self.run(["servers", try site.url("good"), site.root] + resolve.prefix(90))
    }

    /// Runs a scenario of the script to its end. The script ends at the first step that it does not see.
    private static func run(_ arguments: [String]) throws {
        let script = Repository.root.appending(path: "Tests/Scripts/mcp-client").path
        let client = try Program("/usr/bin/python3", [script, Repository.program] + arguments)
        let status = client.end()
        #expect(status == 0, "\(client.output.suffix(500))\n\(client.errors.suffix(2000))")
        #expect(client.output.hasSuffix("passed\n"))
    }
}
