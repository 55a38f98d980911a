import Documents
import Events
import InternetNames
import Judging
import Reports
import SimulatedServers
import Testing
import TransportSecurity

/// The reports of checks, which no app made and no recording has.
@Suite struct CheckedLoadTests {
    private static let time = Instant(year: 2026, month: 11, day: 21)

    private static func load(_ host: String, _ decision: Decision) -> [UInt8] {
        var event = DecisionEvent(
            time: time, id: .text(host), from: .client(.init(listener: "l")), decision: decision)
        (event.scheme, event.host, event.port) = (.http, .name(host), 80)
        if decision == .failed { event.error = .init(kind: "dns_error", message: "m") }
        if decision == .blocked {
            event.violations = [Finding(rule: .cleartext, message: "Cleartext.", expected: "https", actual: "http")]
        }
        return event.line + [0x0A]
    }

    @Test(arguments: ReportFormat.allCases)
    func nameNoAppAndNoRecording(format: ReportFormat) {
        let lines = Self.load("plain.example", .blocked) + Self.load("down.example", .failed)
        let traffic = SimulatedSite.traffic(lines, keepingFacts: false)
        var report = Report(traffic, traffic.asRecorded, options: ReportOptions(time: Self.time))
        func text() -> String {
            format.text(
                of: report, by: TextRenderer(width: 1000), at: FindingLocation(path: "check", text: ""), version: "1",
                publicSuffixes: PublicSuffixes())
        }
        let isOfHosts = format == .csvHosts
        #expect(isOfHosts || text().contains("record again"))
        report.noteChecks()
        #expect(!text().contains("record again") && (isOfHosts || text().contains("check again")))
        // The JSON of reports has the same members for all loads.
        guard format != .json else { return }
        #expect(!text().replacing("#unknown", with: "").contains("unknown"), "\(text())")
    }

    /// A load of a client without a User-Agent is of an app.
    @Test func anAppWithoutANameIsSaidNotToBeKnown() {
        let traffic = SimulatedSite.traffic(Self.load("plain.example", .blocked), keepingFacts: false)
        let report = Report(traffic, traffic.asRecorded, options: ReportOptions(time: Self.time))
        let text = ReportFormat.text.text(
            of: report, by: TextRenderer(width: 1000), at: FindingLocation(path: "a.jsonl", text: ""), version: "1",
            publicSuffixes: PublicSuffixes())
        #expect(text.contains("1 load, app not known"), "\(text)")
    }
}
