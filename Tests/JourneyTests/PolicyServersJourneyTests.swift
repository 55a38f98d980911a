import Foundation
import Testing

/// `atsproxy policy lint --against-servers`, with a server of the journeys.
@Suite struct PolicyServersJourneyTests {
    private func lint(
        _ policy: String, _ options: String...
    ) throws -> (status: Int32, output: String, errors: String) {
        let site = try Site.shared.get()
        let path = FileManager.default.temporaryDirectory.appending(path: "policy-\(UUID().uuidString).json").path
        try policy.write(toFile: path, atomically: true, encoding: .utf8)
        let program = try Program(
            Repository.program,
            [
                "policy", "lint", path, "--ca-file", site.root, "--resolve", "good.test:443:127.0.0.1", "--resolve",
                "old.test:443:127.0.0.1", "--connect-timeout", "2",
            ] + options)
        return (program.end(), program.output, program.errors)
    }

    /// Nothing listens on port 443, which is that of a policy's hosts.
    @Test func theServersOfPinsAndExceptionsAreAsked() throws {
        let policy = """
            {"NSPinnedDomains": {"good.test": {"NSPinnedLeafIdentities": [
            {"SPKI-SHA256-BASE64": "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="}]}},
            "NSExceptionDomains": {"old.test": {"NSExceptionMinimumTLSVersion": "TLSv1.0"}}}
            """
        let result = try lint(policy, "--against-servers")
        #expect(result.output.contains("The servers of "))
        #expect(result.output.contains("good.test: down: "), "\(result)")
        #expect(result.output.contains("old.test: down: "))
        #expect(result.output.contains("2 servers: 2 down."))
        #expect(result.status == 2, "\(result)")
    }

    @Test func aPolicyWithoutAServerSaysSo() throws {
        let result = try lint("{\"NSAllowsLocalNetworking\": true}", "--against-servers")
        #expect(result.errors.contains("names no server in NSPinnedDomains and NSExceptionDomains."), "\(result)")
    }

    @Test func otherFormatsAreRefused() throws {
        #expect(try lint("{}", "--against-servers", "--format", "sarif").status == 64)
        #expect(try lint("{}", "--against-servers", "--fix").status == 64)
    }
}
