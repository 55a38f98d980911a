import Documents
import Judging
import Reports
import SimulatedServers
import Testing
import TransportSecurity

/// What text has without `--verbose`.
@Suite struct BriefReportTests {
    /// The lines of the brief report on hosts that each violate a rule, and a gap.
    private func lines(hosts: Int, width: Int = 100) throws -> [Substring] {
        var traffic = try ReportDocumentTests.lab()
        let old = try traffic.entry("old.example")
        var failed = old
        failed.decision.decision = .failed
        failed.decision.violations = []
        failed.decision.host = .name("failed.example")
        traffic.entries = [failed]
        for number in 0..<hosts {
            var entry = old
            entry.decision.host = .name("old.server-\(number).example")
            traffic.entries.append(entry)
        }
        let report = Report(traffic, traffic.asRecorded, options: ReportOptions(time: Certificates.now))
        let text = TextRenderer(width: width).text(of: report.brief())
        return text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    @Test func tenHostsFitFortyLines() throws {
        let lines = try lines(hosts: 10)
        #expect(lines.count <= 40, "\(lines.joined(separator: "\n"))")
        #expect(lines.contains { $0.hasPrefix("1. ") } && lines.contains("Violations (10)"))
        #expect(lines.count { $0.contains(": tls.version (450 loads)") } == 10)
        #expect(lines.contains { $0.contains("failed") })
        #expect(lines.count { $0.contains("--verbose") } == 1)
    }

    @Test func moreHostsTakeOneLineMore() throws {
        let lines = try lines(hosts: 200)
        #expect(lines.count <= 45)
        #expect(lines.contains("190 more hosts: --verbose names them."))
    }
}
