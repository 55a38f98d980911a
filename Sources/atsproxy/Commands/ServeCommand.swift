import ArgumentParser
import AppBundle
import Agents
import ForwardProxy
import MetricsServing
import Networking
import ProxyServer
import Settings
import StandardStreams
import Traffic
import TransportSecurity

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `atsproxy serve`: runs the proxy until a signal stops it.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the proxy.",
        discussion: """
            Point a device, a simulator or curl at the port. Each destination is judged under the app's policy, and \
            blocked (--mode enforce) or recorded (--mode observe).

            SIGHUP reads configuration, policies and data files again. SIGTERM and SIGINT stop once what is open has \
            finished. Exit status 74 if events could not be written.
            """)

    @Flag(
        help: """
            Read options, configuration, policies and data files, print the listeners or what is wrong, and exit. \
            Ports and the recording are not opened.
            """)
    var checkConfig = false

    @Flag(help: "Print a configuration with every key and its default, for --config, and exit.")
    var printConfig = false

    @Option(
        help: ArgumentHelp(
            "A file with these settings and several listeners, each with its own policy. Options override the file.",
            valueName: "yaml"),
        completion: .file(extensions: ["yaml", "yml"]))
    var config: String?

    @OptionGroup(title: "Policy") var policy: PolicyOptions
    @OptionGroup(title: "Trust") var trust: TrustOptions
    @OptionGroup(title: "Network") var network: NetworkOptions
    @OptionGroup(title: "Listening") var listening: ListeningOptions
    @OptionGroup(title: "Judging") var judging: JudgingOptions
    @OptionGroup(title: "Judging") var limits: LimitOptions
    @OptionGroup(title: "Recording") var recording: RecordingOptions
    @OptionGroup(title: "Console") var console: ConsoleOptions
    @OptionGroup(title: "Metrics") var metrics: MetricsOptions
    @OptionGroup(title: "Data") var data: DataOptions
    @OptionGroup(title: "System") var system: SystemProxyOptions

    func run() throws {
        if printConfig { return Output.print(ExampleConfiguration.text) }
        try CommandFailure.exiting { () throws(CommandFailure) in
            ProcessSignals.prepare()
            let settings = try settings()
            return checkConfig ? try check(settings) : try serve(settings)
        }
    }

    /// Runs the proxy until a signal stops it. Returns the exit status.
    private func serve(_ settings: ServeSettings) throws(CommandFailure) -> Int32 {
        ProcessLimits.adjust()
        try ProcessLimits.checkDescriptors(for: settings)
        // No listener accepts before signals are held, and they are released once their handlers are there.
        ProcessSignals.hold()
        let program = ProgramMetrics()
        let metrics = try settings.startMetricsServer(showing: program)
        var configuration = try settings.configuration(warningAt: WallClock.now)
        program.use(DataFileDates(of: configuration, settings))
        let socket = try settings.consoleSocket()
        configuration.ownAddresses = [socket?.address, metrics?.address].compactMap(\.self)
        let live = socket.map { _ in LiveMailbox() }
        let recorder = try settings.recorder(live: live)
        let server = try Server.started(configuration, recording: recorder)
        program.use(server)
        Self.reportProblems(of: server)
        let pidFile = try settings.pidFile.map { (path) throws(CommandFailure) in try PIDFile(path) }
        defer { pidFile?.remove() }
        let console = try socket.flatMap { (socket) throws(CommandFailure) in
            try LiveConsole.started(
                on: socket, live: live, configuration: configuration, settings: settings, of: server, recorder: recorder
            )
        }
        let reload = Reload(
            of: server, settings: settings, configuration: configuration, metrics: program
        ) { () throws(CommandFailure) in
            try self.settings(pipes: .refused)
        }
        let systemProxy = SystemProxySwitch(isWanted: settings.setsSystemProxy)
        defer { systemProxy.endWithProgram() }
        let serving = Serving(
            server, recorder: recorder, console: console, metrics: metrics, reload: reload, systemProxy: systemProxy)
        InputEnd.allow(draining: settings.drainSeconds)
        let status = try serving.runUntilStopped {
            Self.announce(server, console: console, metrics: metrics)
            if let segments = settings.recording.announcement { Output.say(segments) }
            for notice in settings.dataNotices { Output.say(notice) }
            if let last = Self.lastLine(settings, recordedBy: recorder) { Output.say(last) }
            return systemProxy.begin(server.listeners, ownAddresses: configuration.ownAddresses)
        }
        if InputEnd.discardsRecording, recorder.total.tally.loads == 0, let path = settings.recording.path {
            InputEnd.discard(path)
        }
        return status == 0 ? systemProxy.status : status
    }

    /// Prints the addresses of the proxy, of its console and of its metrics.
    private static func announce(_ server: Server, console: LiveConsole?, metrics: MetricsServer?) {
        for listener in server.listeners { Announcement(listener).print() }
        server.listeners.lazy.compactMap(SetupCode.init).first?.show()
        console?.announce()
        metrics?.announce()
    }

    /// Prints the problems that a running server reports.
    private static func reportProblems(of server: Server) {
        server.onShortage { error in
            Output.say(
                """
                new clients wait until a connection ends: \(error.prose); raise the limit of open files \
                (ulimit -n), or lower --limit connections.
                """)
        }
        server.onConnectionLimit { limit in
            Output.say(
                """
                new clients wait until a connection ends: the \(limit) connections of --limit connections are open; \
                raise it, or end connections that are not used.
                """)
        }
        server.onProfileFailure { Output.say("a device got no configuration profile, because \($0).") }
    }

    /// The last line of the announcement: on a terminal the way to stop, and the probes beside those for loads. Nil if
    /// there is nothing to say.
    private static func lastLine(_ settings: ServeSettings, recordedBy recorder: EventRecorder) -> String? {
        let probes =
            settings.options.depth == .full
            ? "each destination is also probed once a day for other policies and systems (--examine needed turns that "
                + "off)"
            : nil
        guard isatty(STDERR_FILENO) == 1 else { return probes.map { "\($0)." } }
        var clauses = ["press Ctrl-C to stop, and a summary follows"]
        if case .lines = recorder.form { clauses.append("--events events.jsonl also keeps a recording") }
        clauses += [probes].compactMap(\.self)
        return "\(clauses.joined(separator: "; "))."
    }

    /// Reads the configuration of the proxy, and prints it. Throws the same errors as a start.
    private func check(_ settings: ServeSettings) throws(CommandFailure) -> Int32 {
        let configuration = try settings.configuration(warningAt: WallClock.now)
        for listener in configuration.listeners {
            let how = listener.isTransparent ? "transparently on " : ""
            Output.print("\(how)\(listener.address): \(Announcement.rules(of: listener))")
            for line in Announcement.policiesOfApps(at: listener) + Announcement.upstreamProxy(of: listener) {
                Output.print(line)
            }
        }
        if let segments = settings.recording.announcement { Output.print(segments) }
        for notice in settings.dataNotices + [settings.dataPlaceFault].compactMap(\.self) { Output.print(notice) }
        Output.print("The configuration is valid.")
        return 0
    }

    /// The settings from the options.
    var flags: SettingsLayer {
        SettingsLayer(joining: [
            policy.layer, trust.layer, data.layer, network.layer, listening.layer, judging.layer, recording.layer,
            console.layer, metrics.layer, system.layer,
        ])
    }

    /// The settings from the options and from the current content of the configuration file.
    private func settings(pipes: FileOpening.Pipes = .read) throws(CommandFailure) -> ServeSettings {
        var flags = flags
        flags.limits = try limits.texts()
        let file = try config.map { (path) throws(CommandFailure) in
            try ConfigurationFile(contentsOf: path, pipes: pipes)
        }
        return try ServeSettings(flags, over: file)
    }
}

extension Server {
    /// Starts a server.
    static func started(
        _ configuration: ServerConfiguration, recording recorder: EventRecorder
    ) throws(CommandFailure) -> Server {
        do throws(ServerError) {
            return try Server(configuration, recording: recorder)
        } catch {
            throw CommandFailure(error)
        }
    }
}

extension CommandFailure {
    /// Creates the failure for a server that cannot start, or cannot listen on an address of a new configuration.
    init(_ error: ServerError) {
        switch error {
        case .cannotListen(let address, _, let reason) where reason.number == EMFILE || reason.number == ENFILE:
            self.init(.unavailable, "cannot listen on \(address): \(reason.text); raise that limit (ulimit -n).")
        case .cannotListen(let address, let isTransparent, let reason):
            let option = isTransparent ? "--listen-transparent" : "--listen"
            self.init(
                .unavailable, "cannot listen on \(address): \(reason.text); choose another address with \(option).")
        case .noResources(let reason):
            self.init(
                .unavailable,
                """
                cannot start: \(reason.prose); raise the limits of processes and open files (ulimit -u, ulimit -n), \
                or use fewer --workers.
                """)
        }
    }
}
