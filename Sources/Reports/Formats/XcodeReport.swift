import Documents
import InternetNames
import TransportSecurity

/// Renders a report as lines that Xcode shows beside the source when a build phase prints them. A finding stands at the
/// key of the property list that decided on its host. Xcode finds only absolute paths. The beginning of a line:
///
///     /Users/me/MyApp/Info.plist:12: error: example.com offers nothing newer than TLS 1.0.
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
    /// expired waivers and certificates to renew. Warnings that count, gaps, and notices about old data files are
    /// warnings; other findings and renewals are notes.
    public var text: String {
        var lines = report.findings.map { line(on: $0) }
        lines += report.expiredWaivers.map { line(on: $0) }
        lines += report.gaps.map { line(on: $0) }
        lines += report.dataNotices.map { line(1, severity: "warning", message: $0, rule: "data.age") }
        lines += report.renewals.map { line(on: $0) }
        return lines.joined(separator: "\n")
    }

    private func line(on finding: ReportFinding) -> String {
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
            location.line(of: finding), severity: severity(of: finding),
            message: subject + finding.sentences(namingApp: !report.isOfChecks) + status,
            rule: finding.finding.rule.rawValue)
    }

    private func severity(of finding: ReportFinding) -> String {
        guard finding.status.counts else { return "note" }
        return finding.isFailing ? "error" : "warning"
    }

    private func line(on waiver: DatedWaiver) -> String {
        line(
            location.line(of: waiver, in: report), severity: "error",
            message: "\(waiver.expiry): \(waiver.reason)", rule: DatedWaiver.expiryIdentifier)
    }

    private func line(on renewal: HostRenewal) -> String {
        line(
            1, severity: renewal.isFailing ? "error" : "note", message: renewal.sentence(at: report.time),
            rule: HostRenewal.identifier)
    }

    private func line(on gap: ReportGap) -> String {
        line(1, severity: "warning", message: "\(gap.sentence) \(gap.fix)", rule: "gap.\(gap.kind.rawValue)")
    }

    private func line(_ number: Int, severity: String, message: String, rule: String) -> String {
        "\(path):\(number): \(severity): \(Escaping.terminal(message)) [\(rule)]"
    }
}
