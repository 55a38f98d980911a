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

    /// Only the port that a URL of the scheme need not name goes without saying.
    @Test(
        arguments: [
            ([443], [.https], nil), ([443], [.https, .wss], nil), ([80], [.http], nil), ([80], [.http, .ws], nil),
            ([], [.http], nil), ([], [], nil), ([443], [.http], "at port 443"), ([80], [.https], "at port 80"),
            ([443], [.http, .https], "at port 443"), ([80], [], "at port 80"), ([1], [.https], "at port 1"),
            ([80, 443], [.http, .https], "at ports 80, 443"),
        ] as [(Set<UInt16>, Set<Load.Scheme>, String?)])
    func onlyTheUsualPortOfTheSchemeIsNotNamed(ports: Set<UInt16>, schemes: Set<Load.Scheme>, clause: String?) {
        #expect(ports.clause(of: schemes) == clause)
    }

    @Test(arguments: [("old.example", 80), ("plain.example", 443)] as [(String, UInt16)])
    func thePortOfTheOtherSchemeIsNamed(host: String, port: UInt16) throws {
        var traffic = SimulatedSite.traffic(
            SimulatedSite.recording(under: try SimulatedSite.appliedPolicy([:])), keepingFacts: false)
        var entry = try traffic.entry(host)
        entry.decision.port = port
        traffic.entries = [entry]
        let report = Report(traffic, traffic.asRecorded, options: ReportOptions(time: Certificates.now))
        #expect(TextRenderer(width: 200).text(of: report.brief()).contains("\(host) at port \(port)"))
    }
}
