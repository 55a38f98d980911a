import Foundation
import Testing
import TransportSecurity

@testable import atsproxy

/// From a recording of real servers, with every fault that the table knows, to answers.
@Suite struct ReportJourneyTests {
    private static let recording = Result {
        let recording = try RoundTripRecording.shared.get()
        return (path: try recording.file(of: .strict), site: recording.site)
    }

    /// What a command makes of the recording.
    private static func answer(
        _ arguments: String..., trusting: Bool = true
    ) throws -> (status: Int32, output: String, errors: String) {
        let (path, site) = try recording.get()
        let program = try Program(Repository.program, arguments + (trusting ? site.trust : []) + [path])
        return (program.end(), program.output, program.errors)
    }

    private static func object(_ text: String) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    }

    @Test(arguments: [
        ("text", "App Transport Security report\n"), ("markdown", "## App Transport Security report\n"),
        ("html", "<!DOCTYPE html>\n"), ("json", "{\"schema\":1,"), ("sarif", "{\"$schema\":"),
        ("junit", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"), ("xcode", "/"),
    ])
    func everyFormatTellsOfEveryHost(format: String, beginning: String) throws {
        // One screen of text does not name each of so many hosts.
        let (status, output, errors) = try Self.answer("report", "--verbose", "--format", format)
        #expect(status == 1 && errors == "")
        #expect(output.hasPrefix(beginning))
        for (host, rule) in [
            ("tls10.test", "tls.version"), ("rsa-gcm.test", "tls.forward-secrecy"),
            ("sha1.test", "certificate.signature"),
            ("self-signed.test", "certificate.trust"), ("expired.test", "certificate.validity"),
            ("good.test", "cleartext"),
        ] {
            #expect(output.contains(host) && output.contains(rule), "\(host) \(rule)")
        }
    }

    @Test(arguments: [("json", ["validate-json", "config/report.schema.json"]), ("sarif", ["validate-sarif"])])
    func whatMachinesReadKeepsToItsSchema(format: String, validator: [String]) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
        try Self.answer("report", "--format", format).output.write(to: file, atomically: true, encoding: .utf8)
        defer { unlink(file.path) }
        let program = try Program(
            "/bin/sh",
            ["-c", "cd \"$0\" && Tests/Scripts/\"$@\" <\(file.path)", Repository.root.path] + validator)
        #expect(program.end() == 0, "\(program.output)\(program.errors)")
    }

    @Test func junitIsXML() throws {
        let text = try Self.answer("report", "--format", "junit").output
        let program = try Client.start("count_failures", [text])
        #expect(program.end() == 0, "\(program.errors)")
        #expect((Int(program.output.trimmingCharacters(in: .newlines)) ?? 0) > 50)
    }

    @Test func judgedAnewUnderItsOwnPolicyNothingChanges() throws {
        let (status, output, _) = try Self.answer("report", "--os", "ios27", "--compare")
        // The servers that did not prove their key are not judged, before or after.
        #expect(status == 2)
        #expect(output.contains("No recorded load gets another verdict, but not everything was judged."))
        #expect(output.contains("Violated before and after"))
    }

    /// The option takes what follows, the older recording as well.
    @Test func theOrderOfAComparisonIsSaid() throws {
        let program = try Program(Repository.program, ["report", "--against", "new.jsonl", "old.jsonl"])
        #expect(program.end() == 64 && program.errors.contains("report OLD --against NEW"), "\(program.errors)")
    }

    @Test func anEarlierReportIsABaseline() throws {
        let baseline = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
        defer { unlink(baseline.path) }
        let first = try Self.answer("report", "--format", "json")
        try first.output.write(to: baseline, atomically: true, encoding: .utf8)
        // No finding is new, but some loads were not judged.
        #expect(try Self.answer("report", "--baseline", baseline.path).status == 2)
        // What another OS finds besides is new.
        let older = try Self.answer("report", "--os", "ios12", "--format", "json").output
        try older.write(to: baseline, atomically: true, encoding: .utf8)
        #expect(try Self.answer("report", "--os", "ios27", "--baseline", baseline.path).status == 1)
    }
}
