import Testing
import TransportSecurity

@testable import DataFiles

@Suite struct DataFileContentTests {
    private func fault(_ kind: DataFileKind, _ bytes: [UInt8]) -> String? {
        do throws(DataFileFault) {
            _ = try DataFileContent(kind, bytes, named: "FILE")
            return nil
        } catch {
            return error.sentence
        }
    }

    /// The shipped files pass the checks of an update.
    @Test(arguments: DataFileKind.allCases)
    func readsTheShippedFile(kind: DataFileKind) throws {
        let bytes = try SampleFiles.shipped(kind)
        let content = try DataFileContent(kind, bytes, named: "FILE")
        #expect(content.entries > 20)
        #expect(content.date > Instant(year: 2025, month: 1, day: 1))
        #expect(DataFileContent.date(kind, bytes) == content.date)
    }

    @Test func countsTheAcceptedLogs() throws {
        let content = try DataFileContent(.logList, SampleFiles.logList(logs: 3), named: "FILE")
        #expect(content.entries == 3)
        #expect(content.date == Instant(year: 2026, month: 10, day: 1))
    }

    /// A shard that has ended takes no certificate that is still valid.
    @Test(arguments: [("2026-10-01T00:00:00Z", nil), ("2026-10-01T00:00:01Z", 4)] as [(String, Int?)])
    func logsOfShardsThatHaveEndedDoNotCount(end: String, count: Int?) {
        let interval =
            #""temporal_interval": {"start_inclusive": "2020-01-01T00:00:00Z", "end_exclusive": "\#(end)"}, "#
        let text = String(decoding: SampleFiles.logList(), as: UTF8.self)
            .replacing(#""description""#, with: interval + #""description""#)
        #expect((try? DataFileContent(.logList, Array(text.utf8), named: "FILE"))?.entries == count)
    }

    @Test func rootsAreAsManyAsTheirCommentSays() throws {
        let text = String(decoding: try SampleFiles.shipped(.roots), as: UTF8.self)
        let end = "-----END CERTIFICATE-----\n"
        let parts = text.components(separatedBy: end)
        let cut = parts.dropLast(2).joined(separator: end) + end
        let count = parts.count - 1
        #expect(
            fault(.roots, Array(cut.utf8))
                == "FILE holds \(count - 1) certificates, but its first comment says \(count); the file is not whole.")
        let without = text.replacing("\(count) certificates", with: "certificates")
        #expect(fault(.roots, Array(without.utf8))?.contains("does not say how many certificates it holds") == true)
    }

    @Test func readsTheTimeOfTheSuffixes() throws {
        let content = try DataFileContent(.publicSuffixes, SampleFiles.suffixes(), named: "FILE")
        #expect(content.entries == 4)
        #expect(content.date == Instant(year: 2026, month: 10, day: 1, hour: 8, minute: 36, second: 41))
    }

    @Test(arguments: [
        ("2026-10-01T00:00:00Z", "2026-10-01 at noon", "log_list_timestamp"),
        (#""log_list_timestamp": "2026-10-01T00:00:00Z","#, "", "FILE says no date (log_list_timestamp)"),
        ("valid.apple.com", "example.com", "does not name Apple's schema"),
        (#""name": "A""#, #""name": "A", "email": []"#, "has the form of Google's list"),
        (#"{"$schema""#, #"{"is_all_logs": true, "$schema""#, "has the form of Google's list"),
        ("usable", "rejected", "FILE holds no accepted logs."), ("usable", "retired", "FILE holds no accepted logs."),
        ("usable", "pending", "FILE holds no accepted logs."),
        (
            #""description": "log 1", "key": "AQEB"#, #""description": "log 1", "key": "AQEC"#,
            "log 1 is not the SHA-256"
        ),
        ("{", "[", "is not a list of CT logs"),
    ])
    func refusesOtherLists(old: String, new: String, words: String) {
        let text = String(decoding: SampleFiles.logList(), as: UTF8.self).replacing(old, with: new)
        let fault = fault(.logList, Array(text.utf8))
        #expect(fault?.contains(words) == true, "\(fault ?? "no fault")")
    }

    @Test(arguments: [
        ("// ===END PRIVATE DOMAINS===", "", "the line // ===END PRIVATE DOMAINS=== is missing."),
        ("// ===BEGIN ICANN DOMAINS===", "", "the line // ===BEGIN ICANN DOMAINS=== is missing."),
        ("VERSION", "Version", "says no date"), ("_UTC", "_CET", "says no date"), ("10-01_", "13-01_", "says no date"),
    ])
    func refusesOtherSuffixes(old: String, new: String, words: String) {
        let text = String(decoding: SampleFiles.suffixes(), as: UTF8.self).replacing(old, with: new)
        let fault = fault(.publicSuffixes, Array(text.utf8))
        #expect(fault?.contains(words) == true, "\(fault ?? "no fault")")
    }

    @Test(arguments: DataFileKind.allCases)
    func aFileThatWasCutOffIsNoneOfItsKind(kind: DataFileKind) throws {
        let bytes = try SampleFiles.shipped(kind)
        for part in [0, 1, 100, bytes.count / 2] {
            #expect(fault(kind, Array(bytes.prefix(part))) != nil, "\(part) bytes")
        }
    }

    @Test(arguments: ["<html></html>", "", "{}", "\u{1F}\u{8B}"])
    func saysWhatItFound(text: String) {
        for kind in DataFileKind.allCases {
            #expect(fault(kind, Array(text.utf8))?.hasPrefix("FILE ") == true)
        }
    }

    @Test func rootsNeedADate() throws {
        let text = String(decoding: try SampleFiles.shipped(.roots), as: UTF8.self)
        let fault = fault(.roots, Array(text.replacing("as of", with: "from").utf8))
        #expect(fault?.contains("says no date (\"as of 2026-01-31\" in its first comment)") == true)
    }
}
