import ArgumentParser
import Foundation
import Networking
import Settings
import TransportSecurity

/// `atsproxy watch`: judges servers repeatedly, and reports changes.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Look at servers again and again, and say only what changed.",
        discussion: """
            Judges each server as check does, and tells each change since the last pass once. A connect may take 5 s.

            Exit status: 65 if a line names no host; 74 if a change is not told; else 1 after a change \
            for the worse; 2 while a server is down, or a discovery fails or is open; else 0.
            """)

    @Option(
        help: ArgumentHelp(
            "The directory that keeps what was seen. It is made if there is none.", valueName: "directory"))
    var state: String

    @Option(
        help: ArgumentHelp(
            "Run until stopped, with a pass in this time, such as 12h or 1d. Default: one pass.", valueName: "duration")
    )
    var every: DurationArgument?

    @Option(
        help: ArgumentHelp(
            """
            A shell command that gets the changes on standard input, in the format of --format. If it fails or takes \
            more than 60 s, the next pass tells them again.
            """,
            valueName: "command"))
    var notify: String?

    @Option(
        help: ArgumentHelp(
            "Write the states as metrics to this file, for the textfile collector of Prometheus' node exporter.",
            valueName: "path"),
        completion: .file())
    var textfile: String?

    @Option(
        help: ArgumentHelp(
            """
            Pins of an app beside NSPinnedDomains: lines of OkHttp's pins such as example.com sha256/BASE64=, an \
            Info.plist with TrustKit's configuration, or Android's network_security_config.xml. Repeatable.
            """,
            valueName: "path"),
        completion: .file())
    var pins: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            The format: text or json (one object per line) with the changes, or junit with the state, in which a \
            server fails as long as something is wrong with it.
            """,
            valueName: "format"))
    var format = WatchFormat.text

    @OptionGroup(title: "Expiry") var renewal: RenewalOptions
    @OptionGroup(title: "Device management") var discovery: DiscoveryOptions
    @OptionGroup(title: "Policy") var policy: PolicyOptions
    @OptionGroup(title: "Trust") var trust: TrustOptions
    @OptionGroup(title: "Network") var network: NetworkOptions
    @OptionGroup(title: "Metrics") var metrics: MetricsOptions

    @Argument(
        help: ArgumentHelp(
            """
            Files with one host, HOST:PORT or URL a line, - for standard input, recordings (the servers of their https \
            loads), or URLs.
            """,
            valueName: "list"))
    var targets: [String] = []

    func validate() throws {
        guard discovery.areGiven || !targets.isEmpty else {
            throw ValidationError("Name a list, a recording, a URL or a domain to watch.")
        }
        if discovery.areGiven, policy.policy != nil {
            throw ValidationError("No policy of an app decides about device management; leave --policy out.")
        }
        if every == nil, metrics.text(SettingTable.metrics) != nil {
            throw ValidationError("--metrics needs --every; --textfile is for single passes.")
        }
        if every != nil, targets.contains("-") {
            throw ValidationError("--every reads lists again and again; name a file in place of -.")
        }
    }

    func run() throws {
        try CommandFailure.exiting { () throws(CommandFailure) in try watch() }
    }

    private func watch() throws(CommandFailure) -> Int32 {
        ProcessSignals.prepare()
        let watch = Watch(
            targets: targets, files: Set(targets.filter { FileManager.default.fileExists(atPath: $0) }),
            policy: policy, discovery: discovery, trust: trust, network: network, window: renewal.window, pins: pins,
            output: WatchOutput(format: format, command: notify, textfile: textfile))
        guard let every else {
            let directory = try WatchDirectory(state)
            return try watch.pass(keepingIn: directory).status
        }
        var address: SocketAddress?
        if case .at(let metricsAddress) = try metrics.stack.value(SettingTable.metrics) { address = metricsAddress }
        try RepeatedWatch(watch, every: every.seconds, metrics: address).run(keepingIn: state)
        return 0
    }
}
