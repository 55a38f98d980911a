import TransportSecurity

/// Renders a report as JUnit XML for CI systems. The XML has one test suite with a failed case for each violation, a
/// skipped case for each finding that does not count, and a passed case for each host without findings.
public struct JUnitReport: Sendable {
    private let report: Report

    /// Creates the JUnit form of a report.
    public init(_ report: Report) {
        self.report = report
    }

    /// The XML.
    public var text: String {
        let found = Set(report.findings.map(\.host))
        let clean = report.hosts.map(\.host).filter { !found.contains($0) }.map(\.description).sorted()
        let cases =
            report.findings.map(testCase) + report.expiredWaivers.map(testCase)
            + clean.map { "<testcase classname=\"ats\" name=\"\(Escaping.markup($0))\"/>" }
        let skipped = report.findings.count - report.failing.count
        let failures = report.failing.count + report.expiredWaivers.count
        let counts = "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"0\" skipped=\"\(skipped)\""
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="atsproxy" tests="\(cases.count)" failures="\(failures)" errors="0">
            <testsuite name="App Transport Security" \(counts)>
            \(cases.joined(separator: "\n"))
            </testsuite>
            </testsuites>

            """
    }

    private func testCase(_ finding: ReportFinding) -> String {
        let found = finding.finding
        let name = Escaping.markup("\(finding.app): \(finding.host): \(found.rule.rawValue)")
        let opening = "<testcase classname=\"ats\" name=\"\(name)\">"
        let message = Escaping.markup(found.message)
        guard finding.isFailing else {
            let why = Escaping.markup("\(finding.statusText): \(found.message)")
            return opening + "<skipped message=\"\(why)\"/></testcase>"
        }
        let text = "Expected \(found.expected), found \(found.actual). \(ServerRemedy(for: found.rule).sentence)"
        return opening + "<failure type=\"\(found.rule.rawValue)\" message=\"\(message)\">"
            + Escaping.markup(text) + "</failure></testcase>"
    }

    private func testCase(_ waiver: DatedWaiver) -> String {
        let message = "expired on \(waiver.expires.date): \(waiver.reason)"
        return "<testcase classname=\"waiver\" name=\"\(Escaping.markup("\(waiver.name) of \(waiver.owner)"))\">"
            + "<failure type=\"waiver.expired\" message=\"\(Escaping.markup(message))\"/></testcase>"
    }
}
