import TransportSecurity

/// Renders a report as JUnit XML for CI systems. The XML has one test suite with a failed case for each violation that
/// counts and each expired waiver, an erroneous case for each gap, a skipped case for each other finding and each host
/// of which nothing was judged, and a passed case for each other host without findings.
///
/// Each test case that clients have named is a further suite with one case of that name, whatever its result, so that a
/// CI system can follow it over many runs: failed if a finding in its loads counts, skipped if it has other findings alone
/// or made no load.
public struct JUnitReport: Sendable {
    private let report: Report

    /// Creates the JUnit form of a report.
    public init(_ report: Report) {
        self.report = report
    }

    /// The XML.
    public var text: String {
        let found = Set(report.findings.map(\.host))
        let others = report.hosts.filter { !found.contains($0.host) }
            .sorted { $0.host.description < $1.host.description }
        let cases =
            report.findings.map(testCase) + report.expiredWaivers.map(testCase) + report.gaps.map(testCase)
            + others.map(testCase)
        let skipped = report.findings.count - report.failing.count + others.count { $0.verdict != "passes" }
        let all = Suite(
            name: "App Transport Security", cases: cases, failures: report.failing.count + report.expiredWaivers.count,
            errors: report.gaps.count, skipped: skipped, properties: properties)
        let suites = [all] + report.labels.sorted { $0.label < $1.label }.map { suite(of: $0) }
        func sum(_ number: (Suite) -> Int) -> Int { suites.reduce(0) { $0 + number($1) } }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="atsproxy" tests="\(sum { $0.cases.count })" failures="\(sum(\.failures))" errors="\(sum(\.errors))">
            \(suites.map(\.text).joined(separator: "\n"))
            </testsuites>

            """
    }

    private struct Suite {
        var name: String
        var cases: [String]
        var failures = 0
        var errors = 0
        var skipped = 0
        var properties = ""

        var text: String {
            """
            <testsuite name="\(Escaping.markup(name))" tests="\(cases.count)" failures="\(failures)" errors="\(errors)" \
            skipped="\(skipped)">\(properties)
            \(cases.joined(separator: "\n"))
            </testsuite>
            """
        }
    }

    /// The coverage, and what old data leave open, as properties of the suite.
    private var properties: String {
        let evidence = report.coverage.evidence
        let reasons = evidence.reasons.map { ("coverage.\($0.reason.rawValue)", String($0.hosts.count)) }
        let all = [
            ("coverage", evidence.percent.map(String.init) ?? ""), ("coverage.isAtMost", String(evidence.isAtMost)),
            ("coverage.sentence", evidence.sentence),
        ]
        let notices = report.dataNotices.map { ("data.age", $0) }
        let lines = (all + reasons + notices).map { name, value in
            "<property name=\"\(name)\" value=\"\(Escaping.markup(value))\"/>"
        }
        return "\n<properties>\n\(lines.joined(separator: "\n"))\n</properties>"
    }

    /// The suite of a test case that clients have named.
    private func suite(of label: LabelSummary) -> Suite {
        let findings = report.findings.filter { label.findings.contains($0.fingerprint) }
        let failing = findings.filter(\.isFailing)
        let opening = "<testcase classname=\"ats\" name=\"\(Escaping.markup(label.label))\""
        func lines(_ findings: [ReportFinding]) -> String {
            findings.map { "\($0.app): \($0.host): \($0.finding.rule.rawValue): \($0.finding.message)" }
                .map(Escaping.markup).joined(separator: "\n")
        }
        let testCase =
            if let first = failing.first {
                opening + "><failure type=\"\(first.finding.rule.rawValue)\" "
                    + "message=\"\(Escaping.markup(Quantity.of(failing.count, "finding")))\">"
                    + lines(failing) + "</failure></testcase>"
            } else if label.loads == 0 {
                opening + "><skipped message=\"No load was made in this test case.\"/></testcase>"
            } else if findings.isEmpty {
                opening + "/>"
            } else {
                opening + "><skipped message=\"\(lines(findings))\"/></testcase>"
            }
        return Suite(
            name: label.label, cases: [testCase], failures: failing.isEmpty ? 0 : 1,
            skipped: failing.isEmpty && (!findings.isEmpty || label.loads == 0) ? 1 : 0)
    }

    private func testCase(_ finding: ReportFinding) -> String {
        let found = finding.finding
        let name = Escaping.markup("\(finding.app): \(finding.host): \(found.rule.rawValue)")
        let opening = "<testcase classname=\"ats\" name=\"\(name)\">"
        let message = Escaping.markup(found.message)
        guard finding.isFailing else {
            let why = Escaping.markup(
                [finding.statusText + ": " + found.message, finding.acceptance].compactMap(\.self).joined(
                    separator: " "))
            return opening + "<skipped message=\"\(why)\"/></testcase>"
        }
        let text = [
            "Expected \(found.expected), found \(found.actual).", finding.acceptance, finding.remedy,
        ].compactMap(\.self).joined(separator: " ")
        return opening + "<failure type=\"\(found.rule.rawValue)\" message=\"\(message)\">"
            + Escaping.markup(text) + "</failure></testcase>"
    }

    private func testCase(_ gap: ReportGap) -> String {
        "<testcase classname=\"judged\" name=\"\(Escaping.markup(gap.sentence))\">"
            + "<error type=\"gap.\(gap.kind.rawValue)\" message=\"\(Escaping.markup(gap.remedy))\"/></testcase>"
    }

    private func testCase(_ host: HostSummary) -> String {
        let opening = "<testcase classname=\"ats\" name=\"\(Escaping.markup(host.host.description))\""
        guard host.verdict != "passes" else { return opening + "/>" }
        return opening + "><skipped message=\"Not judged: \(Escaping.markup(host.verdict)).\"/></testcase>"
    }

    private func testCase(_ waiver: DatedWaiver) -> String {
        let message = "expired on \(waiver.expires.date): \(waiver.reason)"
        return "<testcase classname=\"waiver\" name=\"\(Escaping.markup("\(waiver.name) of \(waiver.owner)"))\">"
            + "<failure type=\"waiver.expired\" message=\"\(Escaping.markup(message))\"/></testcase>"
    }
}
