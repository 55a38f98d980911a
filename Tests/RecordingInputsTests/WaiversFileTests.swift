import Reports
import Foundation
import InternetNames
import Testing
import TransportSecurity

@testable import RecordingInputs
@testable import Settings

/// The waivers that a file in YAML describes, and what is said of a faulty one.
@Suite struct WaiversFileTests {
    private func read(_ rule: String, _ host: String?) throws -> [DatedWaiver] {
        let file = FileManager.default.temporaryDirectory.appending(path: "waivers-\(UUID().uuidString).yaml")
        defer { unlink(file.path) }
        let line = host.map { "  host: \($0)\n" } ?? ""
        let text = "- rule: \(rule)\n\(line)  reason: r\n  owner: o\n  expires: 2027-01-31\n"
        try text.write(to: file, atomically: true, encoding: .utf8)
        return try WaiversFile(file.path).waivers()
    }

    @Test(
        arguments: [
            ("tls.version", nil, "tls.version"), ("certificate.*", nil, "certificate.*"),
            ("tls.version", "a.example", "tls.version@a.example"),
            ("certificate.*", "\"*.corp.example\"", "certificate.*@*.corp.example"),
            ("\"*\"", "'*.b\u{FC}cher.example'", "*@*.xn--bcher-kva.example"),
        ])
    func readsWildcards(rule: String, host: String?, name: String) throws {
        #expect(try read(rule, host).map(\.name) == [name])
    }

    @Test(
        arguments: [
            ("tls.verison", nil, "which is neither a rule nor a family"),
            ("\"*\"", nil, "waives every rule at every host"),
            ("tls.version", "\"*\"", "nor a pattern such as *.example.com"),
            ("tls.version", "*.example.com", "A value that begins with * needs quotes"),
            (
                "tls.version",
                "a.example\n  x0: &a0 [a]\n"
                    + (1...30).map { "  x\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]" }.joined(separator: "\n"),
                "too many aliases"
            ),
        ])
    func saysWhatIsWrong(rule: String, host: String?, part: String) throws {
        do throws(CommandFailure) {
            _ = try waivers(rule, host)
            Issue.record("\(rule) \(host ?? "") is read")
        } catch {
            #expect(error.status == .data && error.sentence.contains(part), "\(error.sentence)")
        }
    }

    private func waivers(_ rule: String, _ host: String?) throws(CommandFailure) -> [DatedWaiver] {
        do {
            return try read(rule, host)
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(.data, "\(error)")
        }
    }
}
