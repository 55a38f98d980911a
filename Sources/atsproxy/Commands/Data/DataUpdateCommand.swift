import ArgumentParser
import DataFiles
import DataInUse
import Networking
import Probing
import Settings
import StandardStreams
import TransportSecurity

/// `atsproxy data update`: fetches newer data files.
struct DataUpdateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update", abstract: "Fetch newer data files from their publishers.",
        discussion: """
            Each connection must meet ATS. A file is used if it is whole, newer and not much smaller. A running \
            serve uses it after SIGHUP.

            Exit status: 64 if a file has no source; 65 if a source has no newer file; 69 if a source cannot be \
            reached, or violates ATS; 74 if a file cannot be written.
            """)

    @OptionGroup var sources: DataSourceOptions

    @Option(
        help: ArgumentHelp(
            """
            The configuration file of serve, with the sources, roots and upstream proxy that it names for all \
            listeners.
            """,
            valueName: "yaml"),
        completion: .file())
    var config: String?

    @Option(help: ArgumentHelp("The time limit of each download. Default: 60.", valueName: "seconds"))
    var timeout = 60.0

    @OptionGroup(title: "Trust") var trust: TrustOptions
    @OptionGroup(title: "Network") var connection: ConnectionOptions

    @Option(help: ArgumentHelp("The format: text, or json with one object per line.", valueName: "format"))
    var format = OutputFormat.text

    @Argument(
        help: ArgumentHelp(
            "The files to update: ct-log-list, roots, public-suffixes. Default: all that have a source.",
            valueName: "file"))
    var files: [DataFileKind] = []

    func validate() throws {
        guard (0.001...86_400).contains(timeout) else {
            throw ValidationError("--timeout is a number of seconds above 0, up to 86400.")
        }
    }

    func run() throws {
        try CommandFailure.exiting { () throws(CommandFailure) in
            ProcessSignals.prepare()
            return try update()
        }
    }

    /// Updates the files. Returns the exit status, which is that of the first failure.
    private func update() throws(CommandFailure) -> Int32 {
        let file = try config.map { (path) throws(CommandFailure) in try ConfigurationFile(contentsOf: path) }
        let flags = SettingsLayer(joining: [trust.layer, connection.layer, sources.layer])
        let stack = SettingsStack(flags, over: file)
        let chosen = try chosenSources(DataSettings(stack))
        let directory = try CurrentData.requiredDirectory()
        let (trustSettings, network) = (try TrustSettings(stack), try NetworkSettings(stack))
        let (store, rules) = try trustSettings.load(warningAt: nil)
        let probing = ProbeSettings(
            trust: store, limits: network.limits, resolve: network.overrides, fetchesIssuers: false)
        try UpstreamProxySettings.checkIsNamed(for: stack)
        let settings = DataUpdate.Settings(
            upstreamProxy: try UpstreamProxySettings(stack)?.read(), probing: probing, rules: rules,
            waivers: try stack.value(SettingTable.ignore), replaceable: trustSettings.replaceable, directory: directory,
            seconds: timeout)
        if files.isEmpty { showFilesWithoutSource(beside: chosen) }
        let failure = try fetch(chosen, with: settings)
        if failure == nil, files.isEmpty { directory.noteCheck() }
        return failure?.status.rawValue ?? 0
    }

    /// Fetches the files, and shows the outcome of each. Returns the first failure; nil without one.
    private func fetch(
        _ sources: [DataFileSource], with settings: DataUpdate.Settings
    ) throws(CommandFailure) -> CommandFailure? {
        var failure: CommandFailure?
        do throws(SystemError) {
            let loop = try EventLoop()
            let downloader = try Downloader(on: loop, settings.probing)
            let update = DataUpdate(sources, with: downloader, settings) { outcome in
                if case .failed(let fault) = outcome.result { failure = failure ?? fault }
                show(outcome)
            } finished: {
                loop.stop()
            }
            let loopFailure = withExtendedLifetime(update) { loop.run() }
            if let loopFailure { throw loopFailure }
        } catch {
            throw CommandFailure(.software, "cannot fetch: \(error.operation): \(error.text)")
        }
        return failure
    }

    /// The sources of the chosen files, each once.
    private func chosenSources(_ data: DataSettings) throws(CommandFailure) -> [DataFileSource] {
        guard !files.isEmpty else { return data.sources }
        var chosen: [DataFileSource] = []
        for kind in DataFileKind.allCases where files.contains(kind) {
            guard let source = data.source(of: kind) else {
                throw CommandFailure(.usage, "\(kind.rawValue) has no source. \(DataSettings.noSourceOfRoots)")
            }
            chosen.append(source)
        }
        return chosen
    }

    private func showFilesWithoutSource(beside chosen: [DataFileSource]) {
        for kind in DataFileKind.allCases where !chosen.contains(where: { $0.kind == kind }) {
            switch format {
            case .text: Output.print("\(kind.rawValue): not updated. \(DataSettings.noSourceOfRoots)")
            case .json: Output.print(DataUpdateOutput.line(ofFileWithoutSource: kind))
            }
        }
    }

    private func show(_ outcome: DataUpdate.Outcome) {
        if case .failed(let failure) = outcome.result { Output.say(failure.sentence) }
        switch format {
        case .text: DataUpdateOutput.text(of: outcome).map(Output.print)
        case .json: Output.print(DataUpdateOutput.line(of: outcome))
        }
    }
}
