import Foundation
import Testing

/// `atsproxy report --device-log`: the log of a device beside recorded verdicts.
@Suite struct DeviceLogJourneyTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "device-log-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func report(_ log: String, _ options: String...) throws -> (status: Int32, output: String, errors: String) {
        let file = folder.appending(path: "device.log")
        try Data(log.utf8).write(to: file)
        let recording = Repository.root.appending(path: "config/example/MyApp.jsonl").path
        let program = try Program(
            Repository.program, ["report", "--device-log", file.path, recording] + options)
        return (program.end(), program.output, program.errors)
    }

    private let log = """
        {"eventMessage":"[C1] Error [ATS violation]: TLS version is too old for server: legacy.example.com","processImagePath":"/usr/libexec/mdmclient"}
        2026-11-20 10:00:00.000 E  profiled[1:2] Error [ATS violation]: Leaf certificate is absent for server: api.example.com
        Error [ATS FCPv2.1 violation]: TLS 1.2 negotiated without extended master secret (EMS) for server: never.example.com
        Error [ATS violation]: Leaf certificate is absent for server: <private>
        an ATS violation in a new form
        other text

        """

    @Test func eachLineIsSetBesideTheVerdict() throws {
        let result = try report(log, "--format", "json")
        #expect(result.status == 1)
        let report = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        let device = try #require(report["deviceLog"] as? [String: Any])
        let failures = try #require(device["failures"] as? [[String: Any]])
        #expect(
            failures.map { $0["host"] as? String } == ["legacy.example.com", "api.example.com", "never.example.com"])
        #expect(failures.map { $0["standing"] as? String } == ["agrees", "differs", "not-seen"])
        #expect(failures.map { $0["process"] as? String } == ["mdmclient", "profiled", nil])
        #expect(device["withoutHost"] as? Int == 1)
        #expect(device["notUnderstood"] as? Int == 1)
        let kinds = (report["gaps"] as? [[String: Any]] ?? []).compactMap { $0["kind"] as? String }
        #expect(kinds.contains("device-log"))
        #expect(kinds.contains("expected-hosts"))
    }

    @Test(arguments: ["text", "markdown", "html"]) func documentsHaveTheLog(format: String) throws {
        let result = try report(log, "--format", format)
        for text in ["never.example.com", "not seen", "an ATS violation in a new form"] {
            #expect(result.output.contains(text), "\(format) lacks \(text)")
        }
    }

    @Test func otherInputIsRefused() throws {
        #expect(try report("").status == 65)
        #expect(try report(log, "--expect-hosts", "hosts.txt").status == 64)
    }
}
