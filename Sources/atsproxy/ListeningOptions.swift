import ArgumentParser
import ProxyServer
import TransportSecurity

/// Options that say where to listen, for whom, and what to do with what is found.
struct ListeningOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "All of this in a file, and several listeners, each with its own policy; options go before it.",
            valueName: "yaml"),
        completion: .file(extensions: ["yaml", "yml"]))
    var config: String?

    @Option(
        help: ArgumentHelp(
            "Where to listen; port 0 takes a free one. Repeatable. Default: 127.0.0.1:8080.",
            valueName: "address:port"))
    var listen: [String] = []

    @Option(
        help: ArgumentHelp(
            "enforce blocks what violates; observe lets everything pass and records what would have been blocked. Default: enforce.",
            valueName: "mode"))
    var mode: Mode?

    @Option(
        help: ArgumentHelp(
            "Judge the traffic of this app alone, by User-Agent; the rest passes and is recorded. Repeatable.",
            valueName: "name"))
    var app: [String] = []

    @Option(
        help: ArgumentHelp(
            "Who may connect; default loopback alone. Listening beyond loopback needs this or --auth-file. Repeatable.",
            valueName: "cidr"))
    var allowClient: [String] = []

    @Option(
        help: ArgumentHelp("Users of the proxy, in htpasswd form (bcrypt).", valueName: "path"), completion: .file())
    var authFile: String?

    @Option(
        help: ArgumentHelp(
            "Let clients reach this, which they could not otherwise. Repeatable.", valueName: "cidr[:ports]"))
    var allowDestination: [String] = []

    @Option(help: ArgumentHelp("Let no client reach this. Repeatable.", valueName: "cidr[:ports]"))
    var denyDestination: [String] = []

    @Option(
        help: ArgumentHelp(
            "Send this host to the proxy in /proxy.pac, besides those of the policy; *.HOST for all below it, too. Repeatable.",
            valueName: "host"))
    var pacHost: [String] = []

    @Option(
        help: ArgumentHelp(
            "full: beside the traffic, once a day, also find out what other policies would get of each destination; needed: only what a verdict needs. Default: full.",
            valueName: "depth"))
    var examine: ExaminationDepth?

    @Option(help: ArgumentHelp("Event loops, one thread each. Default: the number of cores.", valueName: "number"))
    var workers: String?

    @Option(
        name: .customLong("verdict-ttl"),
        help: ArgumentHelp("How long facts of an assessment are believed. Default: 300.", valueName: "seconds"))
    var verdictTTL: String?

    @Option(
        help: ArgumentHelp(
            "Bound something otherwise, as in tunnel-idle=600. Repeatable.",
            discussion: """
                Sizes are in bytes, times in seconds; config/atsproxy.yaml says what each bounds. The names, with their \
                defaults: \(LimitName.allCases.map { "\($0.rawValue) \($0.defaultText)" }.joined(separator: ", ")).
                """,
            valueName: "name=value"))
    var limit: [String] = []

    @Option(
        help: ArgumentHelp(
            "How long open connections may go on after a signal to stop. Default: 10.", valueName: "seconds"))
    var drainTimeout: String?

    @Option(
        help: ArgumentHelp("Write the number of the process there, once it listens.", valueName: "path"),
        completion: .file())
    var pidFile: String?

    /// What was given, by setting.
    var texts: [SettingName: [String?]] {
        [
            .listen: listen, .mode: [mode?.rawValue], .app: app, .allowClient: allowClient,
            .authFile: [authFile], .allowDestination: allowDestination,
            .denyDestination: denyDestination, .pacHost: pacHost, .examine: [examine?.rawValue],
            .workers: [workers], .verdictTTL: [verdictTTL],
            .drainTimeout: [drainTimeout], .pidFile: [pidFile],
        ]
    }

    /// The limits that were given, by name.
    func limitTexts() throws(CommandFailure) -> [LimitName: SettingText] {
        var texts: [LimitName: SettingText] = [:]
        for argument in limit {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let name = LimitName(rawValue: String(parts[0])) else {
                let names = LimitName.allCases.map(\.rawValue).joined(separator: ", ")
                throw CommandFailure(
                    .usage, "--limit \(argument) is not of the form NAME=VALUE; the names are \(names).")
            }
            texts[name] = SettingText(name: "limit \(name.rawValue)", text: String(parts[1]), place: .commandLine)
        }
        return texts
    }
}

extension Mode: ExpressibleByArgument {}
extension ExaminationDepth: ExpressibleByArgument {}
