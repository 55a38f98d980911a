import Documents
import Recordings
import TransportSecurity

/// The result of recorded traffic by host, app, rule and exception: findings, gaps, and the exit status. A report is
/// made from `RecordedTraffic` with verdicts, and rendered as a document, in JSON, SARIF, JUnit, CSV and for Xcode.
public struct Report: Sendable {
    /// The source of the verdicts.
    public var basis: Basis
    /// The recordings.
    public var sources: [RecordingSource]
    /// The time from the first decision to the last; nil if there is none.
    public var period: ClosedRange<Instant>?
    /// All traffic together.
    public var traffic = TrafficCount()
    /// The findings of the rules, failing ones first.
    public var findings: [ReportFinding] = []
    /// The hosts, those with violations first.
    public var hosts: [HostSummary] = []
    /// The apps, by name.
    public var apps: [AppSummary] = []
    /// The builds, by app and version.
    public var builds: [BuildSummary] = []
    /// The devices, those with most violated loads first.
    public var devices: [DeviceSummary] = []
    /// The test cases, those with most violated loads first.
    public var labels: [LabelSummary] = []
    /// The loads without a test case; nil if no load has one, or every load has.
    public var unlabelled: LabelSummary?
    /// The rules with findings, in the order of `RuleID`.
    public var rules: [RuleSummary] = []
    /// The exceptions that decided for at least one load.
    public var exceptions: [ExceptionSummary] = []
    /// The gaps, most important first.
    public var gaps: [ReportGap] = []
    /// Whether a list of URLs or domains to judge has malformed lines.
    public private(set) var hasFaultyList = false
    /// The limits of the recording.
    public var coverage = Coverage()
    /// The failures that a device has logged, compared with the verdicts; nil without a log.
    public var deviceLog: DeviceLogComparison?
    /// Whether all verdicts are by the rules for Apple's own processes, which load for no app.
    public var isOfSystemProcesses = false
    /// Whether the loads are those of checks, which no app made and no recording has.
    public private(set) var isOfChecks = false
    /// Expired waivers. Each is a finding, even if it covers nothing.
    public var expiredWaivers: [DatedWaiver] = []
    /// Waivers that cover no finding.
    public var unusedWaivers: [DatedWaiver] = []
    /// The servers whose certificates ought to be replaced, first those that end first.
    public var renewals: [HostRenewal] = []
    /// The time of the report, for the expiry of waivers and certificates.
    public var time: Instant
    /// The loads over time.
    public var timeline = Timeline()
    /// The loads by TLS version.
    public var versions = VersionCount()
    /// The fingerprints of baseline findings that no longer exist.
    public var resolved: [String] = []

    /// The version of the schema `report.schema.json`. Members may be added but are never renamed.
    public static let schemaVersion = 1

    /// The source of the verdicts.
    public enum Basis: Hashable, Sendable {
        /// The recorded decisions, under the given policies.
        case recorded(policies: [String])
        /// The recorded facts, judged again under the given policy and OS.
        case anew(policy: String, os: String)

        /// The source in one sentence.
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

    /// The findings that make the report fail.
    public var failing: [ReportFinding] { findings.filter(\.isFailing) }

    /// Whether the report fails, because of a violation that is neither known nor waived, an expired waiver, or, on
    /// request, a certificate that ought to be replaced.
    public var isFailing: Bool { !failing.isEmpty || !expiredWaivers.isEmpty || !failingRenewals.isEmpty }

    /// The servers for whose certificates the report fails.
    public var failingRenewals: [HostRenewal] { renewals.filter(\.isFailing) }

    /// The exit status of a command that prints the report: 65 if a list of things to judge has faulty lines, 1 if the
    /// report fails, 2 if it has a gap, else 0.
    public var status: Int32 {
        if hasFaultyList { return 65 }
        if isFailing { return 1 }
        return gaps.isEmpty ? 0 : 2
    }

    /// Adds a gap for each malformed line of a list of URLs or domains to judge.
    ///
    /// - Parameter faults: A sentence for each of the lines.
    public mutating func note(listFaults faults: [String]) {
        guard !faults.isEmpty else { return }
        hasFaultyList = true
        let fix = "Correct this line; the others were judged."
        gaps.insert(
            contentsOf: faults.map {
                ReportGap(kind: .unreadableLines, count: 1, sentence: $0, fix: fix)
            }, at: 0)
    }

    /// Marks the loads as those of checks, and changes the fixes that would have a recording made again.
    public mutating func noteChecks() {
        isOfChecks = true
        for index in gaps.indices where gaps[index].kind == .failedLoads {
            gaps[index].fix = "Remove the reasons that the failures name, and check again."
        }
    }

    /// Whether the loads belong to no app.
    var isWithoutApps: Bool { isOfSystemProcesses || isOfChecks }

    /// The outcome in one sentence.
    public var outcome: String {
        let counts = counts
        var parts: [String] = []
        if counts.violations > 0 {
            parts.append(
                "\(Quantity.of(counts.violations, "violation")) at \(Quantity.of(counts.violatedHosts.count, "host"))")
        } else if counts.failsUnlessAccepted == 0 {
            parts.append(gaps.isEmpty ? "No violation that counts" : "Nothing violated, but not everything was judged")
        }
        if counts.failsUnlessAccepted > 0 {
            let hosts = counts.unacceptedHosts.count
            parts.append(
                "loads of \(Quantity.of(hosts, "host")) fail unless the app accepts \(hosts == 1 ? "it" : "them")")
        }
        if counts.warnings > 0 { parts.append(Quantity.of(counts.warnings, "warning")) }
        if counts.inBaseline > 0 { parts.append("\(Quantity.grouped(counts.inBaseline)) known from the baseline") }
        if counts.waived > 0 { parts.append("\(Quantity.grouped(counts.waived)) waived") }
        if !expiredWaivers.isEmpty { parts.append(Quantity.of(expiredWaivers.count, "expired waiver")) }
        if !failingRenewals.isEmpty { parts.append("\(Quantity.of(failingRenewals.count, "certificate")) to renew") }
        if !failing.isEmpty, !gaps.isEmpty { parts.append("not everything was judged") }
        return parts.joined(separator: ", ") + "."
    }

    /// The number of different problems in findings. The same rule at the same host is one problem in all apps.
    static func problemCount(of findings: [ReportFinding]) -> Int { Set(findings.map(\.problem)).count }
}
