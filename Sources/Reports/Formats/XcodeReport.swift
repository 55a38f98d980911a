import Documents
import InternetNames
import TransportSecurity

/// Renders a report as lines that Xcode shows beside the source, `PATH:LINE: warning: MESSAGE [RULE]`, when a build
/// phase prints them. A finding stands at the key of the property list that decided on its host. Xcode finds only
/// absolute paths.
public struct XcodeReport: Sendable {
    private let report: Report
    private let location: FindingLocation
    private let path: String

    /// Creates the lines of a report.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - location: The file and the lines of findings.
    ///   - directory: The directory at which a relative path of the location begins; nil if the location is not a file.
    public init(_ report: Report, at location: FindingLocation, from directory: String?) {
        self.report = report
        self.location = location
        path = Escaping.terminal(directory.map { FindingLocation.absolute(location.path, from: $0) } ?? location.path)
    }

    /// The lines, without a line feed at the end. Findings with which the report fails are errors: those that count,
    /// expired waivers and certificates to renew. Warnings that count, gaps, and the open questions of old data are
    /// warnings; other findings and renewals are notes.
    public var text: String {
        let lines =
            report.findings.map(line)
            + report.expiredWaivers.map(line)
            + report.gaps.map { gap in
                line(1, "warning", message: "\(gap.sentence) \(gap.fix)", rule: "gap.\(gap.kind.rawValue)")
            }
            + report.dataNotices.map { line(1, "warning", message: $0, rule: "data.age") }
            + report.renewals.map { renewal in
                line(
                    1, report.failsOnRenewal ? "error" : "note", message: renewal.sentence(at: report.time),
                    rule: HostRenewal.identifier)
            }
        return lines.joined(separator: "\n")
    }

    private func line(_ finding: ReportFinding) -> String {
        let exception = finding.finding.exception.map { exception in
            exception.overridable == true
                ? " No exception makes the load succeed; \(exception.prose)."
                : " Exception that would permit it: \(exception.prose)."
        }
        // Most messages name the host.
        let subject = finding.finding.message.contains("\(finding.host)") ? "" : "\(finding.host): "
        let status =
            switch finding.status {
            case .new: ""
            case .known: " In the baseline."
            case .waived(let waiver): " Waived by \(waiver.owner) until \(waiver.expires.date): \(waiver.reason)"
            case .expired(let waiver): " The waiver of \(waiver.owner) expired on \(waiver.expires.date)."
            }
        return line(
            location.line(of: finding), level(of: finding),
            message: "\(subject)\(finding.finding.message) Seen in \(finding.traffic.prose) of \(finding.app)."
                + "\(finding.acceptance.map { " \($0)" } ?? exception ?? "")\(status)",
            rule: finding.finding.rule.rawValue)
    }

    private func level(of finding: ReportFinding) -> String {
        guard finding.status.counts else { return "note" }
        return finding.isFailing ? "error" : "warning"
    }

    private func line(_ waiver: DatedWaiver) -> String {
        line(
            location.line(of: waiver, in: report), "error",
            message: "The waiver \(waiver.name) of \(waiver.owner) expired on \(waiver.expires.date): \(waiver.reason)",
            rule: "waiver.expired")
    }

    private func line(_ number: Int, _ severity: String, message: String, rule: String) -> String {
        "\(path):\(number): \(severity): \(Escaping.terminal(message)) [\(rule)]"
    }
}
