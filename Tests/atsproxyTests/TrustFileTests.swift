import Foundation
import Testing

@testable import atsproxy
@testable import Settings

/// Faulty files, with the messages that name the file, the fault and its place.
@Suite struct TrustFileTests {
    private static let certificate = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../config/example/staging-root.pem")
        return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    }()

    private func problem(about content: some Sequence<UInt8>, given option: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "trust-\(UUID().uuidString)")
        try Data(content).write(to: file)
        defer { unlink(file.path) }
        do throws(CommandFailure) {
            if option == "--chain" {
                _ = try TrustSettings.certificates(InputFile(file.path))
            } else {
                _ = try load(option, file.path)
            }
            return ""
        } catch {
            #expect(error.status == .data)
            #expect(error.sentence.contains(file.path), "\(error.sentence)")
            #expect(!error.sentence.lowercased().contains("unknown"), "\(error.sentence)")
            return error.sentence.replacing(file.path, with: "FILE")
        }
    }

    private func load(_ option: String, _ path: String) throws(CommandFailure) {
        let options: TrustOptions
        do {
            options = try TrustOptions.parse([option, path])
        } catch {
            throw CommandFailure(.usage, "\(error)")
        }
        _ = try options.load()
    }

    private static let pemOptions = ["--roots", "--ca-file", "--crl", "--chain"]

    /// Files that are not PEM, for every option that expects PEM.
    @Test(
        arguments: [
            ("", "FILE is empty"), ("{\"operators\":[]}", "FILE is JSON"), ("\u{FEFF} [1]", "FILE is JSON"),
            ("<plist/>", "FILE is XML or HTML"), ("PK\u{3}\u{4}xx", "FILE is a zip archive"),
            ("bplist00", "FILE is a binary property list"), ("hello\n", "FILE holds no "),
            ("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", ", only PRIVATE KEY; "),
            (
                "x\n\n-----BEGIN CERTIFICATE-----\n!!!!\n-----END CERTIFICATE-----\n",
                "PEM block 1 in FILE, which begins in line 3, is broken (bad base64 decode)"
            ),
            (
                "-----BEGIN CERTIFICATE-----\nMAA=\n",
                "PEM block 1 in FILE, which begins in line 1, is broken (bad end line)"
            ),
        ], pemOptions)
    func describesTheFaultOfAPEMFile(row: (content: String, words: String), option: String) throws {
        let said = try problem(about: row.content.utf8, given: option)
        #expect(said.contains(row.words), "\(said)")
    }

    @Test(arguments: pemOptions) func saysWhatIsWrongWithBinaryFiles(option: String) throws {
        #expect(try problem(about: [0x1F, 0x8B, 8], given: option).contains("FILE is compressed with gzip"))
        #expect(try problem(about: [0xFF, 0xFE, 0x2D, 0], given: option).contains("FILE is text in UTF-16"))
        let what = option == "--crl" ? "revocation list" : "certificate"
        #expect(try problem(about: [0x30, 0x82, 1], given: option).contains("\(what) 1 in FILE cannot be read ("))
        let empty =
            "-----BEGIN \(option == "--crl" ? "X509 CRL" : "CERTIFICATE")-----\nMAA=\n-----END "
            + "\(option == "--crl" ? "X509 CRL" : "CERTIFICATE")-----\n"
        #expect(try problem(about: empty.utf8, given: option).contains("\(what) 1 in FILE cannot be read ("))
    }

    @Test func namesTheBlocksOfAnotherKind() throws {
        let certificate = try #require(Self.certificate.utf8.isEmpty ? nil : Self.certificate)
        #expect(
            try problem(about: certificate.utf8, given: "--crl").contains(
                "FILE holds no revocation list, only CERTIFICATE; "))
        #expect(try problem(about: certificate.utf8, given: "--ca-file") == "")
    }

    private static func list(_ log: String) -> String { "{\"operators\":[{\"name\":\"A\",\"logs\":[\(log)]}]}" }

    private static let id = Data(repeating: 7, count: 32).base64EncodedString()

    @Test(arguments: [
        ("", "FILE is empty; "), (certificate, "FILE is a PEM file; "), ("<html>", "FILE is XML or HTML; "),
        ("hello", "no valid JSON, as line 1 shows (character 0 of the file)."),
        ("{\"operators\":[\n{]}", "no valid JSON, as line 2 shows"), ("[]", ": the whole is not an object."),
        ("{}", ": operators is missing."), ("{\"operators\":null}", ": operators is "),
        ("{\"operators\":7}", ": operators is not a list."),
        ("{\"operators\":[{\"logs\":[]}]}", ": operators[0].name is missing."),
        ("{\"operators\":[{\"name\":\"A\",\"logs\":{}}]}", ": operators[0].logs is not a list."),
        (list("{\"log_id\":\"\(id)\"}"), ": operators[0].logs[0].key is missing."),
        (list("{\"key\":\"AAAA\"}"), ": operators[0].logs[0].log_id is missing."),
        (list("{\"log_id\":\"\(id)\",\"key\":\"a-b\"}"), ": operators[0].logs[0].key: \"a-b\" is not Base64."),
        (list("{\"log_id\":\"\(id)\",\"key\":\"\"}"), ": operators[0].logs[0].key: \"\" is not Base64."),
        (list("{\"log_id\":\"AAAA\",\"key\":\"AAAA\"}"), "FILE: the log_id of the log A has 3 bytes in place of 32."),
        (list("{\"log_id\":\"\(id)\",\"key\":7}"), ": operators[0].logs[0].key is not a string."),
        (
            list("{\"log_id\":\"\(id)\",\"key\":\"AAAA\",\"temporal_interval\":{\"start_inclusive\":\"noon\"}}"),
            ": operators[0].logs[0].temporal_interval."
        ),
    ])
    func describesTheFaultOfALogList(content: String, words: String) throws {
        let said = try problem(about: content.utf8, given: "--ct-log-list")
        #expect(said.contains(words), "\(said)")
    }

    @Test(arguments: pemOptions.filter { $0 != "--crl" }) func readsBlankLinesInPEM(option: String) throws {
        let certificate = Self.certificate
        let spaced = certificate.replacing("\n", with: "\n\n")
        #expect(try problem(about: spaced.utf8, given: option) == "")
        #expect(try problem(about: ("\u{FEFF}" + certificate).utf8, given: option) == "")
        #expect(try problem(about: spaced.replacing("\n", with: " \r\n").utf8, given: option) == "")
    }
}
