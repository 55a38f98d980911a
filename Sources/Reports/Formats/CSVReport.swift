import Documents
import InternetNames
import TransportSecurity

/// Tables of a report for spreadsheets, in CSV (RFC 4180): a line with the names of the columns, then one line a row.
///
/// Text is always in quotes, numbers never. Several values in a cell are separated by `; `. Spreadsheets read a cell
/// that begins with certain characters as a formula, also within quotes. An apostrophe before these characters makes
/// the cell a text. The beginning of a row of findings:
///
///     "violation","new","tls.version","example.com","443","MyApp","42","192.0.2.7",12,…
public struct CSVReport {
    private let report: Report

    /// Creates the tables of a report.
    public init(_ report: Report) {
        self.report = report
    }

    /// The table with one row for each finding of a rule at a host in an app. Gaps have rows of the severity `gap`, and
    /// certificates to renew rows of the severity `renewal`.
    public var findings: String {
        Self.table(
            Self.findingColumns,
            rows: report.findings.map(cells) + report.gaps.map { Self.cells($0) }
                + report.renewals.map { Self.cells($0, at: report.time) })
    }

    private static let findingColumns = [
        "severity", "status", "rule", "host", "ports", "app", "builds", "devices", "loads", "bytesFromClient",
        "bytesFromServer", "first", "last", "message", "expected", "actual", "exception", "overridable", "remedy",
        "paths", "fingerprint",
    ]

    /// The table with one row for each host.
    public var hosts: String {
        let names = [
            "host", "ports", "apps", "devices", "loads", "bytesFromClient", "bytesFromServer", "first", "last",
            "violations", "failsUnlessAccepted", "warnings", "policy", "allowed", "wouldBlock", "blocked", "failed",
            "undetermined", "clientRefusals", "cleartextLoads", "verdict",
        ]
        return Self.table(names, rows: report.hosts.map(cells))
    }

    /// A value of the table.
    private enum Cell {
        case text(String)
        case number(Int64)

        static func list(_ values: some Sequence<String>) -> Cell { .text(values.joined(separator: "; ")) }
        static func number(_ value: Int) -> Cell { .number(Int64(value)) }
        static func rules(_ rules: Set<RuleID>) -> Cell {
            .list(RuleID.allCases.filter(rules.contains).map(\.rawValue))
        }
    }

    private func cells(_ finding: ReportFinding) -> [Cell] {
        let found = finding.finding
        return [
            .text(finding.severity.rawValue), .text(finding.status.name), .text(found.rule.rawValue),
            .text(finding.host.description), .list(finding.ports.sorted().map(String.init)),
            .text(report.isOfChecks ? "" : finding.app),
            .list(finding.versions.sorted()), .list(finding.devices.sorted()),
        ] + Self.cells(finding.traffic) + [
            .text(found.message), .text(found.expected), .text(found.actual), .text(found.exception?.prose ?? ""),
            .text(found.exception?.overridable == true ? "true" : "false"),
            .text(finding.fix), .list(finding.paths), .text(finding.fingerprint),
        ]
    }

    /// The cells of a gap, in the columns of findings.
    private static func cells(_ gap: ReportGap) -> [Cell] {
        cells(
            severity: "gap", rule: "gap.\(gap.kind.rawValue)", loads: gap.count, message: gap.sentence, fix: gap.fix)
    }

    /// The cells of a certificate to renew, in the columns of findings.
    private static func cells(_ renewal: HostRenewal, at time: Instant) -> [Cell] {
        cells(
            severity: "renewal", rule: HostRenewal.identifier, host: renewal.authority.host.description,
            port: String(renewal.authority.port), loads: 0, message: renewal.notice.sentence(at: time),
            fix: HostRenewal.fix)
    }

    /// The cells of a row that is not about a finding, in the columns of findings.
    private static func cells(
        severity: String, rule: String, host: String = "", port: String = "", loads: Int, message: String, fix: String
    ) -> [Cell] {
        let cells: [String: Cell] = [
            "severity": .text(severity), "status": .text("new"), "rule": .text(rule), "host": .text(host),
            "ports": .text(port), "loads": .number(loads), "message": .text(message), "overridable": .text("false"),
            "remedy": .text(fix),
        ]
        return findingColumns.map { cells[$0] ?? .text("") }
    }

    private func cells(_ host: HostSummary) -> [Cell] {
        func loads(_ decision: Decision) -> Cell { .number(host.decisions[decision] ?? 0) }
        return [
            .text(host.host.description), .list(host.ports.sorted().map(String.init)),
            .list(report.isOfChecks ? [] : host.apps.sorted()), .list(host.devices.sorted()),
        ] + Self.cells(host.traffic) + [
            .rules(host.violations), .rules(host.unaccepted), .rules(host.warnings), .list(host.reasons.sorted()),
            loads(.allowed), loads(.wouldBlock), loads(.blocked), loads(.failed), .number(host.undetermined),
            .number(host.clientRefusals), .number(host.cleartextLoads), .text(host.verdict),
        ]
    }

    private static func cells(_ traffic: TrafficCount) -> [Cell] {
        [
            .number(traffic.loads), .number(traffic.bytesFromClient), .number(traffic.bytesFromServer),
            .text(traffic.first.map(\.description) ?? ""), .text(traffic.last.map(\.description) ?? ""),
        ]
    }

    private static func table(_ names: [String], rows: [[Cell]]) -> String {
        let lines = [names.joined(separator: ",")] + rows.map { $0.map(text(of:)).joined(separator: ",") }
        return lines.map { $0 + "\r\n" }.joined()
    }

    private static func text(of cell: Cell) -> String {
        switch cell {
        case .number(let value): return String(value)
        case .text(let text): return quoted(text)
        }
    }

    /// The text in quotes, with characters that are not visible shown as for a terminal.
    private static func quoted(_ text: String) -> String {
        let isFormula = text.unicodeScalars.first.map(formulaStarts.contains) ?? false
        let visible = Escaping.terminal(text).replacing("\"", with: "\"\"")
        return "\"\(isFormula ? "'" : "")\(visible)\""
    }

    /// The characters with which formulas begin, some of them only in East Asian versions (OWASP, "CSV Injection").
    private static let formulaStarts: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]
}
