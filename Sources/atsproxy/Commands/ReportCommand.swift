import AppBundle
import ArgumentParser
import Documents
import Judging
import Reports
import Settings
import StandardStreams
import TransportSecurity

/// `atsproxy report`: reports on recorded traffic, under the recorded policy or another one.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Summarise recorded traffic by host, app and rule.",
        discussion: """
            With --policy, --os or another trust store, the recorded facts are judged again, without a network.

            Exit status: 1 on violations without baseline or waiver, or by --expires-within. Else 2 where not \
            everything could be judged. Else 0. 65 where a file is unreadable, or no load is left to judge. With \
            --compare, --against and --history, what got worse counts.
            """)

    @Argument(
        help: ArgumentHelp(
            "Recordings of atsproxy, directories of them, or captures (pcap, pcapng, HAR); - is standard input.",
            valueName: "recording"),
        completion: .file())
    var recordings: [String] = []

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Loads") var loads: LoadFilterOptions
    @OptionGroup(title: "Policy") var policy: PolicyOptions
    @OptionGroup(title: "Trust") var trust: TrustOptions
    @OptionGroup(title: "Network, for --check") var network: NetworkOptions
    @OptionGroup(title: "Report") var output: ReportOutputOptions
    @OptionGroup(title: "Evidence") var evidence: EvidenceOptions
    @OptionGroup(title: "Expiry") var renewal: RenewalOptions

    @Flag(help: "With --policy or --os: show only what changes against the recorded verdicts.")
    var compare = false

    @Flag(
        help: "Ask the servers once that the recordings leave open, and judge by what they answer today. For captures.")
    var check = false

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Newer recordings: show what changed since the other recordings. Give the older recordings first.",
            valueName: "recording"),
        completion: .file())
    var against: [String] = []

    @Option(
        help: ArgumentHelp(
            "A newer build in the same recordings: show what changed since the build that --build names.",
            valueName: "version"))
    var againstBuild: String?

    @Flag(help: "Show what changed from recording to recording, ordered by their first load.")
    var history = false

    func validate() throws {
        if recordings.isEmpty, against.count > 1, store.store == nil {
            throw ValidationError(
                "--against takes all recordings behind it as newer ones; give the older ones before it: report OLD "
                    + "--against NEW")
        }
        try store.check(recordings)
        guard [compare, !against.isEmpty, againstBuild != nil, history].count(where: \.self) < 2 else {
            throw ValidationError("--compare, --against, --against-build and --history exclude one another.")
        }
        guard evidence.evidence == nil || !comparesTraffic else {
            throw ValidationError(
                "--evidence is about the recordings of one report, without --against, --against-build and --history.")
        }
        guard againstBuild == nil || !loads.build.isEmpty else {
            throw ValidationError("--against-build needs the older build; give it with --build.")
        }
        guard againstBuild == nil || !recordings.contains("-") else {
            throw ValidationError("--against-build reads the recordings twice; give files in place of -.")
        }
        guard !history || recordings.count > 1 else {
            throw ValidationError("--history needs two recordings or more.")
        }
        guard !comparesTraffic || output.formatOfChanges != nil else {
            throw ValidationError("--against, --against-build and --history print text, markdown, html or json.")
        }
        guard !renewal.countsInStatus || !compare && !comparesTraffic else {
            throw ValidationError("--expires-within is about one report, without --compare, --against and --history.")
        }
        guard !compare || policy.areGiven else {
            throw ValidationError("--compare needs another policy or OS to compare with; give --policy or --os.")
        }
        guard !compare || output.formatOfChanges != nil else {
            throw ValidationError("--compare prints text, markdown, html or json.")
        }
    }

    func run() throws {
        try CommandFailure.exiting { () throws(CommandFailure) in
            let judge = RecordingJudge(
                policy: policy, trust: trust, loads: loads, output: output, store: store, renewal: renewal,
                showsRenewals: !compare && !comparesTraffic,
                servers: check ? CapturedServers(policy: policy, trust: trust, network: network) : nil)
            if !against.isEmpty { return try showDifference(by: judge, to: try judge.judged(against)) }
            if let againstBuild {
                return try showDifference(by: judge, to: try judge.choosing(againstBuild).judged(recordings))
            }
            if history { return try showHistory(by: judge) }
            return try showReport(by: judge)
        }
    }

    /// Prints the report, or with `--compare` the changed verdicts. Returns the exit status.
    private func showReport(by judge: RecordingJudge) throws(CommandFailure) -> Int32 {
        var recordedEvidence = try evidence.recordedEvidence(trust, in: recordings + [store.store].compactMap(\.self))
        let judged = try judge.judged(recordings, keepingFacts: recordedEvidence != nil, comparing: compare)
        let status: Int32
        if compare {
            let comparison = VerdictComparison(from: judged.asRecorded, to: judged.entries, report: judged.report)
            formatOfChanges.print(comparison.document, json: comparison.lines)
            warn(of: judged.report)
            status = comparison.status
        } else {
            try output.print(judged.report, policyPath: policy.policy)
            status = judged.report.status
        }
        try recordedEvidence?.write(judged.entries, of: judged.traffic, under: judged.policies)
        return status
    }

    /// Whether the loads of several recordings or builds are compared.
    private var comparesTraffic: Bool { !against.isEmpty || againstBuild != nil || history }

    /// Prints the changes from the recordings to newer ones. Returns the exit status.
    private func showDifference(
        by judge: RecordingJudge, to new: RecordingJudge.Judged
    ) throws(CommandFailure) -> Int32 {
        let old = try judge.judged(recordings).report
        var difference = ReportDifference(from: old, to: new.report, exercised: ExercisedLoads(new.entries))
        difference.comparesBuilds = againstBuild != nil
        formatOfChanges.print(difference.document(limit: rowLimit), json: [difference.line])
        warn(of: new.report)
        return difference.status
    }

    /// Prints the changes from recording to recording. Returns the exit status.
    private func showHistory(by judge: RecordingJudge) throws(CommandFailure) -> Int32 {
        var steps: [(report: Report, exercised: ExercisedLoads)] = []
        for recording in recordings {
            let judged = try judge.judged([recording])
            steps.append((judged.report, ExercisedLoads(judged.entries)))
        }
        var history = RecordingHistory()
        let sorted = steps.sorted { $0.report.beginning < $1.report.beginning }
        for step in sorted {
            history.append(step.report, exercised: step.exercised)
        }
        formatOfChanges.print(history.document(limit: rowLimit), json: [history.line])
        if let last = history.steps.indices.last { warn(of: sorted[last].report) }
        return history.status
    }

    /// The format of changes. `validate` refuses other formats.
    private var formatOfChanges: DocumentFormat { output.formatOfChanges ?? .text }

    /// The largest number of rows of a table of changes. HTML has all rows.
    private var rowLimit: Int { formatOfChanges == .html ? .max : 200 }

    /// Prints warnings about old data, which the documents on changes do not contain.
    private func warn(of report: Report) {
        for notice in report.dataNotices { Output.say("warning: \(notice)") }
    }
}

extension Report {
    /// The time of the first decision.
    fileprivate var beginning: Instant { period?.lowerBound ?? Instant(milliseconds: 0) }
}
