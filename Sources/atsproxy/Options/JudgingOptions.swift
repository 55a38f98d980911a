import Probing
import ArgumentParser
import ProxyServer
import TransportSecurity

/// Options of a proxy about the consequences of findings, and about limits.
struct JudgingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "enforce blocks what violates; observe lets everything pass and records what would have been blocked. Default: enforce.",
            valueName: "mode"))
    var mode: Mode?

    @Flag(
        help: ArgumentHelp(
            "In enforce, also block a tunnel whose server cannot be compared with the one assessed: with ECH, without SNI, with another certificate, or with one that is encrypted (TLS 1.3) or not shown (a resumed session)."
        ))
    var strictTunnel = false

    @Option(
        help: ArgumentHelp(
            "Judge the traffic of this app alone, by User-Agent; the rest passes and is recorded. Repeatable.",
            valueName: "name"))
    var app: [String] = []

    @Option(
        help: ArgumentHelp(
            "full: beside the traffic, once a day, also find out what other policies would get of each destination; needed: only what a verdict needs. Default: full.",
            valueName: "depth"))
    var examine: ProbeDepth?

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

    /// The values of the given options, by setting.
    var texts: [SettingName: [String?]] {
        [
            .mode: [mode?.rawValue], .strictTunnel: [strictTunnel ? "true" : nil], .app: app,
            .examine: [examine?.rawValue], .workers: [workers],
            .verdictTTL: [verdictTTL], .drainTimeout: [drainTimeout],
        ]
    }

    /// The values of the given limits, by name.
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
extension ProbeDepth: ExpressibleByArgument {}
