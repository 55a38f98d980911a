import DeviceManagement
import InternetNames
import Recordings
import TransportSecurity

/// The inputs of a report besides the traffic and its verdicts: policy keys, expected hosts, baseline, waivers and the
/// time.
public struct ReportOptions: Sendable {
    /// The policy and OS under which the traffic was judged again; nil if the recorded decisions are used.
    public var anew: (policy: String, os: String)?
    /// The keys of `NSExceptionDomains` in the policy; nil if no policy is available.
    public var policyKeys: [String]?
    /// The hosts from which loads are expected.
    public var expectedHosts = ExpectedHosts()
    /// The log of a device to compare the verdicts with; nil if there is none.
    public var deviceLog: DeviceLog?
    /// The choice of the loads that the report is on.
    public var filter = RecordingFilter()
    /// An earlier report; nil if there is none.
    public var baseline: Baseline?
    /// The waivers.
    public var waivers: [DatedWaiver] = []
    /// The current time, for the expiry of waivers and certificates.
    public var time: Instant
    /// The servers whose certificates ought to be replaced at that time.
    public var renewals: [HostRenewal] = []

    /// Creates options without policy, expectations, baseline and waivers.
    public init(time: Instant) {
        self.time = time
    }

    /// Whether there is a baseline or a waiver, which may cover findings.
    var coversFindings: Bool { baseline != nil || !waivers.isEmpty }

    /// The status of a finding at a host in the loads of an app, by the waivers and the baseline. A baseline covers a
    /// finding that is not worse than it was.
    public func status(
        of finding: Finding, severity: ReportFinding.Severity, at host: Host, in app: String
    ) -> ReportFinding.Status {
        let coveringWaivers = waivers.filter { $0.covers(finding.rule, at: host) }
        if let validWaiver = coveringWaivers.first(where: { !$0.isExpired(at: time) }) { return .waived(validWaiver) }
        if let expiredWaiver = coveringWaivers.first { return .expired(expiredWaiver) }
        return baseline?.covers(finding, severity: severity, at: host, in: app) == true ? .known : .new
    }
}
