import AppBundle
import Events
import Judging
import RecordingInputs
import Recordings
import Reports
import Settings
import Traffic
import TransportSecurity

/// Reads recordings for `report`, with their recorded verdicts, or judged again under another policy, OS or trust
/// store.
struct RecordingJudge {
    private let policy: PolicyOptions
    private let trust: TrustOptions
    private var loads: LoadFilterOptions
    private let output: ReportOutputOptions
    private let store: StoreOptions
    private let renewal: RenewalOptions
    /// Whether the report names certificates that ought to be replaced.
    private let showsRenewals: Bool
    /// Asks the servers of loads that cannot be judged; nil without `--check`.
    private let servers: CapturedServers?

    /// Recordings with their verdicts.
    struct Judged {
        /// The report on the verdicts.
        var report: Report
        /// The verdicts.
        var entries: [JudgedEntry]
        /// The recorded verdicts on the same entries. In comparisons, captured loads have those under the defaults.
        var asRecorded: [JudgedEntry]
        /// The content of the recordings.
        var traffic: RecordedTraffic
        /// The policies of the verdicts; nil if these are the recorded ones.
        var policies: RecordedPolicies?
    }

    init(
        policy: PolicyOptions, trust: TrustOptions, loads: LoadFilterOptions, output: ReportOutputOptions,
        store: StoreOptions, renewal: RenewalOptions, showsRenewals: Bool, servers: CapturedServers? = nil
    ) {
        self.servers = servers
        (self.policy, self.trust, self.loads, self.output, self.store) = (policy, trust, loads, output, store)
        (self.renewal, self.showsRenewals) = (renewal, showsRenewals)
    }

    /// The same judge for the loads of another build.
    func choosing(_ build: String) -> RecordingJudge {
        var judge = self
        judge.loads.build = [build]
        return judge
    }

    /// The recordings at these paths, counted together; without paths, those of the store.
    ///
    /// - Parameters:
    ///   - keepingFacts: Whether the facts are kept, also if the recordings are not judged anew.
    ///   - comparing: Whether the verdicts are compared with the recorded ones. Captured loads, which have none, are
    ///     then judged under the defaults of ATS as well.
    func judged(
        _ paths: [String], keepingFacts: Bool = false, comparing: Bool = false
    ) throws(CommandFailure) -> Judged {
        let hasOptions = policy.areGiven || trust.areGiven
        let waivers = try trust.waivers()
        var traffic = try RecordingInput.traffic(
            of: paths, or: paths.isEmpty ? store.query(loads) : nil,
            keepingFacts: keepingFacts || hasOptions || servers != nil || !waivers.isEmpty || showsRenewals,
            filter: try loads.filter())
        let isAnew = hasOptions || traffic.hasCapturedLoads || servers != nil
        var anew = isAnew ? try policy.judged(traffic, by: trust) : nil
        // Judging by today's answers of servers changes the times of loads. The report has the original times.
        var originalTimes: [Instant] = []
        if let servers, let entries = anew?.entries {
            originalTimes = traffic.entries.map(\.last)
            try servers.ask(for: &traffic, judgedAs: entries)
            anew = try policy.judged(traffic, by: trust)
        }
        var asRecorded = traffic.asRecorded.waiving(waivers)
        if comparing, traffic.hasCapturedLoads {
            asRecorded = asRecorded.replacingCaptured(by: try PolicyOptions().judged(traffic, by: trust).entries)
        }
        // Only the captured loads need a new verdict, unless an option asks for it.
        if !hasOptions, servers == nil, let captured = anew?.entries {
            anew?.entries = asRecorded.replacingCaptured(by: captured)
        }
        let entries = anew?.entries ?? asRecorded
        var (reportTraffic, reportEntries) = (traffic, entries)
        for (index, time) in originalTimes.enumerated() {
            reportTraffic.entries[index].counts.last = time
            reportEntries[index].entry.counts.last = time
        }
        let report = Report(reportTraffic, reportEntries, options: try reportOptions(on: traffic, judgedAnew: anew))
        return Judged(
            report: report, entries: entries, asRecorded: asRecorded, traffic: traffic, policies: anew?.policies)
    }

    /// The options of the report, with the files that they name read.
    private func reportOptions(
        on traffic: RecordedTraffic, judgedAnew anew: JudgedAnew?
    ) throws(CommandFailure) -> ReportOptions {
        var options = try output.readReportOptions(
            policyKeys: anew?.policyKeys, anew: anew.map { ($0.policy, $0.os) }, app: anew?.app,
            filter: try loads.filter())
        if showsRenewals {
            options.renewals = traffic.renewals(
                at: options.time, in: renewal.window, isFailing: renewal.countsInStatus)
        }
        return options
    }
}
