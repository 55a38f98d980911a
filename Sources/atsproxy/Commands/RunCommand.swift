import ArgumentParser
import Documents
import ForwardProxy
import Foundation
import InternetNames
import Judging
import Networking
import Probing
import ProxyServer
import Recordings
import Reports
import Settings
import StandardStreams
import TerminalDisplay
import TransportSecurity

/// `atsproxy run`: runs a command behind a proxy of its own, then reports on its traffic.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a command behind a proxy of its own, then report.",
        usage: "atsproxy run [<options>] -- <command> [<argument> ...]",
        discussion: """
            HTTP_PROXY, HTTPS_PROXY and ALL_PROXY name the proxy to the command. The report follows when it has \
            ended.

            Exit status: that of the command where it is not 0, else 74 where events could not be written, else 1 on \
            violations, else 2 where not everything could be judged. 65 where a file that an option names cannot be \
            read.
            """)

    @OptionGroup(title: "Policy") var policy: PolicyOptions
    @OptionGroup(title: "Trust") var trust: TrustOptions
    @OptionGroup(title: "Network") var network: NetworkOptions
    @OptionGroup(title: "Judging") var judging: JudgingOptions
    @OptionGroup(title: "Judging") var limits: LimitOptions
    @OptionGroup(title: "System") var system: SystemProxyOptions

    @Option(
        help: ArgumentHelp(
            """
            Hosts that the command reaches without the proxy, in the form of NO_PROXY; the report does not cover them. \
            Default: none.
            """,
            valueName: "hosts"))
    var noProxy: String?

    @Option(
        help: ArgumentHelp(
            """
            A file to which the recording is appended, one JSON object per line. Several runs may share it; each \
            reports on its own loads. Default: the recording is deleted after the run.
            """,
            valueName: "path"),
        completion: .file())
    var events: String?

    @OptionGroup var content: EventOptions

    @OptionGroup(title: "Report") var output: ReportOutputOptions

    @Option(
        help: ArgumentHelp(
            "A file for the report. Default: standard output, after the command's own output.", valueName: "path"),
        completion: .file())
    var report: String?

    @Argument(
        parsing: .postTerminator,
        help: ArgumentHelp("The command and its arguments, behind --.", valueName: "command"))
    var command: [String] = []

    func validate() throws {
        guard !command.isEmpty else {
            throw ValidationError("No command to run; it stands behind --, as in: atsproxy run -- curl example.com")
        }
        guard events != "-" else {
            throw ValidationError("--events - would mix the recording with the command's output; name a file.")
        }
        if let events, let report,
            URL(filePath: events).standardizedFileURL == URL(filePath: report).standardizedFileURL
        {
            throw ValidationError(
                "--events and --report both name \(events), and the report would replace the recording.")
        }
    }

    func run() throws {
        try CommandFailure.exiting { () throws(CommandFailure) in
            ProcessSignals.prepare()
            return try runAndReport()
        }
    }

    /// Runs the command and reports on its traffic. Returns the exit status.
    private func runAndReport() throws(CommandFailure) -> Int32 {
        let settings = try settings()
        // The options are checked first, because a mistake should be reported before the command runs.
        let configuration = try settings.configuration(warningAt: WallClock.now)
        if !configuration.listeners.contains(where: { $0.upstreamProxy != nil }) { warnOfUnusedUpstreamProxy() }
        var options = try output.readReportOptions(
            policyKeys: configuration.listeners.first?.policies.appliedPolicies.flatMap(\.domainKeys), anew: nil)
        let reportFile = try report.map { (path) throws(CommandFailure) in try ReportFile(at: path) }
        let recording =
            if let events { try RunRecording.kept(in: events) } else { try RunRecording.temporary() }
        let systemProxy = SystemProxySwitch(isWanted: settings.setsSystemProxy)
        defer { systemProxy.endWithProgram() }
        let (outcome, recordingStatus) = try runCommand(
            under: configuration, settings, recordingInto: recording.recorder, systemProxy: systemProxy)
        if case .notStarted(let error) = outcome {
            Output.say("\(command[0]) cannot be run: \(error.text).")
            return outcome.status
        }
        if case .proxyFailed(let failure) = outcome { throw failure }
        let traffic = try recording.traffic()
        options.time = WallClock.now
        let report = Report(traffic, traffic.asRecorded, options: options)
        try print(report, to: reportFile)
        let tally = recording.recorder.total.tally
        if tally.loads == 0 { Output.say(Self.noLoadSentence(command[0])) }
        let countStatus = Self.status(of: tally, against: report, of: traffic)
        ServingSummary(
            tally: tally, recording: events.map { .file($0) } ?? .none,
            policy: policy.policy
        ).printAfterReport()
        let statuses = [outcome.status, recordingStatus, countStatus, systemProxy.status, report.status]
        return statuses.first { $0 != 0 } ?? 0
    }

    /// The settings from the options, with a fixed listener.
    private func settings() throws(CommandFailure) -> ServeSettings {
        var flags = SettingsLayer(joining: [
            policy.layer, trust.layer, network.layer, judging.layer, content.layer, system.layer,
            SettingsLayer(commandLine: ownTexts),
        ])
        flags.limits = try limits.texts()
        return try ServeSettings(flags, over: nil)
    }

    /// Warns that a proxy in the environment is not used. The address is not shown, because it may contain a password.
    private func warnOfUnusedUpstreamProxy() {
        let environment = ProcessInfo.processInfo.environment
        guard let name = ProxyVariables.names.first(where: { environment[$0]?.isEmpty == false }) else { return }
        Output.say(
            "\(name) is set, but the loads do not go through that proxy; --upstream-proxy \"$\(name)\" sends them "
                + "there; --upstream-auth names a file with its password.")
    }

    /// The values of settings for which `run` has no option, or one with another meaning. An option overrides them.
    private var ownTexts: [String: [String]] {
        // Probes for other policies are only useful in a recording that is kept.
        [
            SettingTable.listen.name: ["127.0.0.1:0"], SettingTable.events.name: [events].compactMap(\.self),
            SettingTable.examine.name: events == nil ? [ProbeDepth.needed.rawValue] : [],
            SettingTable.console.name: ["off"],
        ]
    }

    /// Starts a proxy, and runs the command until it has ended.
    private func runCommand(
        under configuration: ServerConfiguration, _ settings: ServeSettings, recordingInto recorder: EventRecorder,
        systemProxy: SystemProxySwitch
    ) throws(CommandFailure) -> (CommandRun.Outcome, recordingStatus: Int32) {
        let limits = ProcessLimits.adjust(reversible: true)
        try ProcessLimits.checkDescriptors(for: settings)
        // A signal that comes as soon as the listener is open is held, and later forwarded to the command.
        ProcessSignals.hold()
        let server = try Server.started(configuration, recording: recorder)
        let port = server.listeners.first?.address.port ?? 0
        let run = CommandRun(
            command, changing: ProxyVariables(port: port, exempt: noProxy).changes, beside: server,
            recordingInto: recorder, drainSeconds: settings.drainSeconds, systemProxy: systemProxy)
        return try run.untilEnded(limits: limits)
    }

    /// Compares the counts of the proxy with those of the report. Returns the exit status: that of lost events if the
    /// recording lacks loads or violations, else 0.
    private static func status(
        of tally: TrafficTally, against report: Report, of traffic: RecordedTraffic
    ) -> Int32 {
        let violated = Set(traffic.entries.filter { !$0.decision.violations.isEmpty }.compactMap(\.decision.host))
        guard tally.loads > report.traffic.loads || tally.violatedHostCount > violated.count else { return 0 }
        Output.say(
            "\(tally.loads) loads were counted, and \(report.traffic.loads) are in the recording of this run, so that "
                + "its report is not on all of them; make room in the folder of temporary files, and run again.")
        return CommandFailure.Status.output.rawValue
    }

    /// A sentence with the probable reasons for a run without a load.
    private static func noLoadSentence(_ command: String) -> String {
        """
        \(command) made no load through the proxy, so nothing was judged. Probably it does not read HTTPS_PROXY and \
        HTTP_PROXY (URLSession, the simulator and Java follow the system's settings instead, which --system-proxy \
        sets), NO_PROXY or --no-proxy exempts the hosts, or it loaded nothing.
        """
    }

    /// Writes the report to its file. Without a file, or if the file cannot be written, prints it on standard output.
    private func print(_ report: Report, to file: ReportFile?) throws(CommandFailure) {
        guard let file else { return try output.print(report, policyPath: policy.policy) }
        let text = try output.text(of: report, policyPath: policy.policy, by: TextRenderer())
        do throws(CommandFailure) {
            try file.write(Data((text + "\n").utf8))
        } catch {
            Output.print(text)
            throw error
        }
    }
}
