import Documents
import InternetNames
import TransportSecurity

/// Renders a report as JUnit XML for CI systems.
///
/// The first test suite has a case for each host, for each expired waiver, for each certificate for which the report
/// fails, and for each gap. The case of a host fails if a finding counts, and is skipped if the host has only other
/// findings, or if nothing of it was judged. Waivers and certificates are failures, and gaps are errors.
///
/// Each test case that clients have named is a further suite with one case of that name. The case fails if a finding in
/// its loads counts, and is skipped if it has only other findings or made no load. A failure that is only in test cases
/// is counted there, and not once more at its host.
///
/// The names of cases do not depend on their results: a CI system can follow a case over many runs. The case of a host
/// with a finding that counts:
///
///     <testcase classname="ats" name="example.com"><failure type="tls.version" message="…">…</failure></testcase>
public struct JUnitReport: Sendable {
    private let report: Report
    /// The reports on single destinations, by the names of their cases; empty for a case for each host.
    private let destinations: [(name: String, report: Report)]
    private let findingsByHost: [Host: [ReportFinding]]
    /// The indices of the findings in the report, by their fingerprints.
    private let findingIndices: [String: Int]
    /// The fingerprints of findings that are only in loads of test cases.
    private let findingsOfTestCases: Set<String>

    /// Creates the JUnit form of a report.
    ///
    /// - Parameter destinations: Reports on parts of the same traffic, one for each host and port, with the names of
    ///   the cases that take the place of those of hosts.
    public init(_ report: Report, destinations: [(name: String, report: Report)] = []) {
        self.report = report
        self.destinations = destinations
        findingsByHost = Dictionary(grouping: report.findings, by: \.host)
        findingIndices = Dictionary(
            report.findings.enumerated().map { ($1.fingerprint, $0) }, uniquingKeysWith: { first, _ in first })
        findingsOfTestCases = report.labels.reduce(into: Set()) { $0.formUnion($1.findings) }
            .subtracting(report.unlabelled?.findings ?? [])
    }

    /// The XML, without a line feed at the end.
    public var text: String {
        let suiteOfHosts = JUnitDocument.Suite(
            "App Transport Security",
            cases: hostCases + report.expiredWaivers.map(testCase)
                + report.failingRenewals.map(testCase) + report.gaps.map(testCase),
            properties: properties)
        let suitesOfLabels = report.labels.sorted { $0.label < $1.label }.map { suite(of: $0) }
        return JUnitDocument(named: "atsproxy", suites: [suiteOfHosts] + suitesOfLabels).text
    }

    /// The name of the class of hosts and test cases.
    private static let className = "ats"

    /// The coverage, and the notices about old data files, as properties of the suite.
    private var properties: [(name: String, value: String)] {
        let hostCoverage = report.coverage.hostCoverage
        let coverage = [
            ("coverage", hostCoverage.percent.map(String.init) ?? ""),
            ("coverage.isAtMost", String(hostCoverage.isAtMost)),
            ("coverage.sentence", hostCoverage.sentence),
        ]
        let reasons = hostCoverage.reasons.map { ("coverage.\($0.reason.rawValue)", String($0.hosts.count)) }
        return coverage + reasons + report.dataNotices.map { ("data.age", $0) }
    }

    /// The suite of a test case that clients have named.
    private func suite(of label: LabelSummary) -> JUnitDocument.Suite {
        let findings = label.findings.compactMap { findingIndices[$0] }.sorted().map { report.findings[$0] }
        let result: JUnitDocument.Result =
            if let failed = failure(of: findings.filter(\.isFailing)) {
                failed
            } else if label.loads == 0 {
                .skipped("No load was made in this test case.")
            } else {
                findings.isEmpty ? .passed : .skipped(statuses(of: findings))
            }
        return JUnitDocument.Suite(
            label.label, cases: [JUnitDocument.Case(label.label, of: Self.className, result: result)])
    }

    /// The cases of hosts, or of the destinations in their place.
    private var hostCases: [JUnitDocument.Case] {
        guard destinations.isEmpty else {
            return destinations.flatMap { name, report in
                report.hosts.map { JUnitReport(report).testCase($0, named: name) }
            }
        }
        let hosts = report.hosts.sorted { $0.host.description < $1.host.description }
        return hosts.map { testCase($0, named: $0.host.description) }
    }

    private func testCase(_ host: HostSummary, named name: String) -> JUnitDocument.Case {
        let findings = findingsByHost[host.host, default: []]
        let failing = findings.filter(\.isFailing)
        let result: JUnitDocument.Result
        if let failed = failure(of: failing.filter { !findingsOfTestCases.contains($0.fingerprint) }) {
            result = failed
        } else if !failing.isEmpty {
            let labels = Set(failing.flatMap(\.labels)).sorted().listed(atMost: 5)
            result = .skipped("Fails in test cases, and is counted there: \(labels).")
        } else if !findings.isEmpty {
            result = .skipped(statuses(of: findings))
        } else {
            let verdict = host.verdict.prefix(1).uppercased() + host.verdict.dropFirst()
            let reasons = host.failureReasons.map { " \($0)" }.joined()
            result = host.passes ? .passed : .skipped("\(verdict).\(reasons)")
        }
        return JUnitDocument.Case(name, of: Self.className, result: result)
    }

    /// The failure of findings that count; nil if there is none.
    private func failure(of findings: [ReportFinding]) -> JUnitDocument.Result? {
        guard let first = findings.first else { return nil }
        let lines = findings.map { finding in
            let found = finding.finding
            return [
                "\(appClause(of: finding))\(finding.place): \(found.rule.rawValue): \(found.message)",
                "Expected \(found.expected), found \(found.actual).", finding.acceptance, finding.fix,
            ].compactMap(\.self).joined(separator: " ")
        }
        let message = findings.count == 1 ? first.finding.message : Quantity.of(findings.count, "finding")
        return .failed(type: first.finding.rule.rawValue, message: message, lines: lines)
    }

    /// The states and messages of findings that do not count, in a sentence each.
    private func statuses(of findings: [ReportFinding]) -> String {
        findings.map { finding in
            [
                "\(appClause(of: finding))\(finding.finding.rule.rawValue): \(finding.statusText): "
                    + finding.finding.message,
                finding.acceptance,
            ].compactMap(\.self).joined(separator: " ")
        }.joined(separator: " ")
    }

    private func appClause(of finding: ReportFinding) -> String { report.isOfChecks ? "" : "\(finding.app): " }

    private func testCase(_ gap: ReportGap) -> JUnitDocument.Case {
        JUnitDocument.Case(
            gap.sentence, of: "judged", result: .erroneous(type: "gap.\(gap.kind.rawValue)", message: gap.fix))
    }

    private func testCase(_ waiver: DatedWaiver) -> JUnitDocument.Case {
        JUnitDocument.Case(
            "\(waiver.name) of \(waiver.owner)", of: "waiver",
            result: .failed(
                type: DatedWaiver.expiryIdentifier, message: "expired on \(waiver.expires.date): \(waiver.reason)"))
    }

    private func testCase(_ renewal: HostRenewal) -> JUnitDocument.Case {
        JUnitDocument.Case(
            renewal.authority.description, of: "certificate",
            result: .failed(type: HostRenewal.identifier, message: renewal.notice.sentence(at: report.time)))
    }
}
