import TransportSecurity

/// What recorded traffic did, by host, app, rule and exception, and what of it counts.
public struct Report: Sendable {
    /// On what the verdicts rest.
    public var basis: Basis
    /// The recordings.
    public var sources: [RecordingSource]
    /// From the first decision to the last; nil without any.
    public var period: ClosedRange<Instant>?
    /// All traffic together.
    public var traffic = TrafficCount()
    /// What the rules found, the failing first.
    public var findings: [ReportFinding] = []
    /// The hosts, those with violations first.
    public var hosts: [HostSummary] = []
    /// The apps, by name.
    public var apps: [AppSummary] = []
    /// The rules that found something, in their order.
    public var rules: [RuleSummary] = []
    /// The exceptions that decided on something.
    public var exceptions: [ExceptionSummary] = []
    /// What the recording vouches for.
    public var coverage = Coverage()
    /// Waivers that hold no longer. Each is a finding, whether or not it still covers anything.
    public var expiredWaivers: [DatedWaiver] = []
    /// Findings of the baseline that are gone, by fingerprint.
    public var resolved: [String] = []

    /// On what verdicts rest.
    public enum Basis: Hashable, Sendable {
        /// On the decisions that were recorded, under those policies.
        case recorded(policies: [String])
        /// On the recorded facts, under that policy and OS.
        case anew(policy: String, os: String)

        /// The basis in one sentence.
        public var sentence: String {
            switch self {
            case .recorded(let policies):
                return policies.isEmpty
                    ? "Verdicts as they were recorded."
                    : "Verdicts as they were recorded, under \(policies.joined(separator: ", "))."
            case .anew(let policy, let os):
                return "Verdicts made anew from the recorded facts, under \(policy) and \(os)."
            }
        }
    }

    /// Findings that make the report fail.
    public var failing: [ReportFinding] { findings.filter(\.isFailing) }

    /// Whether anything makes the report fail: a violation that is neither known nor waived, or a waiver that expired.
    public var isFailing: Bool { !failing.isEmpty || !expiredWaivers.isEmpty }

    /// The outcome in one sentence.
    public var outcome: String {
        var parts: [String] = []
        let hosts = Set(failing.map(\.host)).count
        parts.append(
            failing.isEmpty
                ? "No violation that counts"
                : "\(Quantity.of(failing.count, "violation")) at \(Quantity.of(hosts, "host"))")
        let known = findings.filter { $0.status == .known }.count
        let waived = findings.filter { if case .waived = $0.status { true } else { false } }.count
        let warnings = findings.filter { $0.severity == .warning && $0.status.counts }.count
        if warnings > 0 { parts.append(Quantity.of(warnings, "warning")) }
        if known > 0 { parts.append("\(known) known from the baseline") }
        if waived > 0 { parts.append("\(waived) waived") }
        if !expiredWaivers.isEmpty { parts.append(Quantity.of(expiredWaivers.count, "expired waiver")) }
        return parts.joined(separator: ", ") + "."
    }
}
