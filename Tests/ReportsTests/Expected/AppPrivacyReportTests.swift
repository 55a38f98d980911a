import InternetNames
import Testing
import TransportSecurity
@testable import Reports

@Suite struct AppPrivacyReportTests {
    /// The example of Apple's documentation, on one line.
    static let example =
        #"{"domain":"api.example.com","firstTimeStamp":"2021-06-06T16:15:48Z","context":"","timeStamp":"2021-06-06T16:15:59Z","#
        + #""domainType":2,"initiatedType":"AppInitiated","hits":10,"type":"networkActivity","domainOwner":"","bundleID":"com.example.App1"}"#
    static let access =
        #"{"accessor":{"identifier":"com.example.calendar","identifierType":"bundleID"},"category":"camera","#
        + #""identifier":"8A4054BB","kind":"intervalBegin","timeStamp":"2021-08-06T15:46:13.532-07:00","type":"access"}"#

    static func line(_ domain: String, _ app: String, hits: String = "1", more: String = "") -> String {
        #"{"type":"networkActivity","domain":"\#(domain)","bundleID":"\#(app)","hits":\#(hits)\#(more)}"#
    }

    private static func report(_ lines: String..., separator: String = "\n") -> AppPrivacyReport {
        AppPrivacyReport(Array(lines.joined(separator: separator).utf8))
    }

    @Test func readsTheDocumentedForm() throws {
        let report = Self.report(#"{"exportVersion":4}"#, Self.access, Self.example, "")
        #expect(report.isRecognised && report.unreadableLines == 0 && report.hosts.count == 1)
        let host = try #require(report.hosts.first)
        #expect(host.name == "api.example.com" && host.bundleIdentifier == "com.example.App1" && host.contacts == 10)
        #expect(host.first == Instant("2021-06-06T16:15:48Z") && host.last == Instant("2021-06-06T16:15:59Z"))
    }

    @Test func addsUpLinesOfTheSameAppAndHost() {
        let report = Self.report(
            Self.line("A.example.", "com.example.a", hits: "2", more: #","timeStamp":"2026-11-20T10:00:00+01:00""#),
            Self.line("a.example", "com.example.a", hits: "3", more: #","timeStamp":"2026-11-20T09:30:00.250Z""#),
            Self.line("a.example", "com.example.b"), separator: "\r\n")
        #expect(report.hosts.map(\.contacts) == [5, 1])
        #expect(report.hosts.map(\.name) == ["a.example", "a.example"])
        #expect(report.hosts[0].last == Instant("2026-11-20T09:30:00.250Z"))
    }

    @Test func countsDamagedLines() {
        let report = Self.report(
            "\u{FEFF}" + Self.line("a.example", "a"), #"{"type":"networkActivity","domain":"b.example""#, "noise",
            Self.line("", "a"), Self.line("not a host", "a"), Self.line("c.example", ""),
            #"{"type":"networkActivity","type":"access"}"#, "  ", Self.line("[::1]", "a") + "x",
            Self.line("192.0.2.7", "a", hits: "-3"))
        #expect(report.hosts.map(\.name) == ["a.example", "192.0.2.7"])
        #expect(report.hosts.map(\.contacts) == [1, nil])
        #expect(report.unreadableLines == 7 && report.firstUnreadableLines == [2, 3, 4, 5, 6, 7, 9])
    }

    @Test(
        arguments: [
            ("2021-08-06T15:46:13.532-07:00", "2021-08-06T22:46:13.532Z"),
            ("2021-10-14T08:24:53.092+08:00", "2021-10-14T00:24:53.092Z"),
            ("2026-11-20T10:00:00Z", "2026-11-20T10:00:00Z"),
            ("2026-11-20T10:00:00+0800", nil), ("2026-11-20T10:00:00+24:00", nil), ("+08:00", nil), ("", nil),
        ] as [(String, String?)])
    func readsTimesWithOffsets(text: String, expected: String?) {
        #expect(NetworkActivityLine.time(text) == expected.flatMap { Instant($0) })
    }

    @Test func keepsABoundedNumberOfHosts() {
        let lines = (0..<AppPrivacyReport.limit + 3).map { Self.line("h\($0).example", "a") }
        let report = AppPrivacyReport(Array(lines.joined(separator: "\n").utf8))
        #expect(report.hosts.count == AppPrivacyReport.limit && report.omitted == 3)
    }

    @Test func hugeNumbersAndNamesAreBounded() {
        let report = Self.report(
            Self.line("a.example", "a", hits: "9223372036854775790"),
            Self.line("a.example", "a", hits: "9223372036854775790"),
            Self.line("b.example", String(repeating: "a", count: 256)))
        #expect(report.hosts.map(\.contacts) == [.max] && report.unreadableLines == 1)
    }
}
