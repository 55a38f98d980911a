import InternetNames
import TransportSecurity

/// What one rule found at one host, over all loads.
public struct ReportFinding: Hashable, Sendable {
    /// The host.
    public var host: Host
    /// The finding, as it was made first.
    public var finding: Finding
    /// Whether it blocks, or is left to the app.
    public var severity: Severity
    /// What became of it in this report.
    public var status = Status.new
    /// The ports that the loads went to.
    public var ports: Set<UInt16>
    /// The apps whose loads they were, by name.
    public var apps: Set<String>
    /// What it means for how many loads.
    public var traffic: TrafficCount

    /// Whether a finding blocks.
    public enum Severity: String, CaseIterable, Sendable {
        case violation, warning
    }

    /// What became of a finding.
    public enum Status: Hashable, Sendable {
        /// It counts.
        case new
        /// It was in the baseline already.
        case known
        /// A waiver overlooks it.
        case waived(DatedWaiver)
        /// A waiver overlooked it until it expired, so it counts.
        case expired(DatedWaiver)

        /// Whether the finding makes a report fail.
        public var counts: Bool {
            switch self {
            case .new, .expired: return true
            case .known, .waived: return false
            }
        }

        /// The name in machine-readable reports.
        public var name: String {
            switch self {
            case .new: return "new"
            case .known: return "known"
            case .waived: return "waived"
            case .expired: return "waiver-expired"
            }
        }
    }

    /// What stays the same from report to report, whatever else changes: rule and host.
    public var fingerprint: String { "\(finding.rule.rawValue)@\(host)" }

    /// Whether it makes the report fail.
    public var isFailing: Bool { severity == .violation && status.counts }
}
