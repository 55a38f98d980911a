import Documents
import InternetNames
import Reports
import SimulatedServers
import Testing
import TransportSecurity

/// Reports on a host whose ports have different servers.
@Suite struct ReportPortTests {
    private static func report() throws -> Report {
        let recording = SimulatedSite.recording(under: try SimulatedSite.appliedPolicy([:]))
        var traffic = SimulatedSite.traffic(recording, keepingFacts: false)
        var other = try traffic.entry("expired.example")
        other.decision.host = .name("old.example")
        other.decision.port = 8443
        traffic.entries = [try traffic.entry("old.example"), other]
        return Report(traffic, traffic.asRecorded, options: ReportOptions(time: Certificates.now))
    }

    @Test func eachFormatTellsThePortsApart() throws {
        let report = try Self.report()
        let place = FindingLocation(path: "check", text: "")
        let brief = TextRenderer(width: 200).text(of: report.brief())
        #expect(brief.contains("tls.version (1 load)") && brief.contains("certificate.validity at port 8443 (1 load)"))
        #expect(brief.contains("old.example at port 8443 (certificate.validity)"), "\(brief)")
        let texts = [
            TextRenderer(width: 200).text(of: report.document()), MarkdownRenderer().text(of: report.document()),
            String(decoding: SARIFReport(report, at: place, version: "1").line, as: UTF8.self),
            XcodeReport(report, at: place, from: nil).text, JUnitReport(report).text,
        ]
        for text in texts { #expect(text.contains("at port 8443"), "\(text)") }
        #expect(texts[0].contains("old.example at ports 443, 8443"), "\(texts[0])")
    }

    @Test(arguments: [([443], nil), ([80], nil), ([], nil), ([80, 443], "at ports 80, 443"), ([1], "at port 1")])
    func usualPortsAreNotNamed(ports: [Int], clause: String?) throws {
        #expect(Set(ports.map(UInt16.init)).portClause == clause)
    }
}
