import Probing
import ArgumentParser
import ProxyServer
import TransportSecurity

/// Options of a proxy about the consequences of findings, and about limits.
struct JudgingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "enforce blocks loads that violate; observe lets all loads pass and records the violations. Default: enforce.",
            valueName: "mode"))
    var mode: Mode?

    @Flag(
        help: ArgumentHelp(
            "In enforce, also block a tunnel whose server cannot be compared with the probed one: with ECH, without SNI, with another certificate, or with a certificate that is encrypted (TLS 1.3) or not sent (a resumed session)."
        ))
    var strictTunnel = false

    @Option(
        help: ArgumentHelp(
            "Judge only the traffic of this app, by User-Agent; other traffic passes and is recorded. Repeatable.",
            valueName: "name"))
    var app: [String] = []

    @Option(
        help: ArgumentHelp(
            "A policy for one app alone, by User-Agent, such as MyApp=MyApp.ipa, or MyApp/42.*=Old.ipa for a version; * stands for anything. Without a name: for the app that its bundle names. The first that fits is used, else --policy. Repeatable.",
            valueName: "[name[/version]=]path"),
        completion: .file())
    var policies: [String] = []

    @Option(
        help: ArgumentHelp(
            "full: in the background, also make the handshakes that other policies would need, once a day for each destination; needed: only the handshakes that a verdict needs. Default: full.",
            valueName: "depth"))
    var examine: ProbeDepth?

    @Option(help: ArgumentHelp("Event loops, one thread each. Default: the number of cores.", valueName: "number"))
    var workers: String?

    @Option(
        name: .customLong("verdict-ttl"),
        help: ArgumentHelp("The time for which the result of a probe is cached. Default: 300.", valueName: "seconds"))
    var verdictTTL: String?

    @Option(
        help: ArgumentHelp(
            "A limit in place of its default, such as tunnel-idle=600. Repeatable.",
            discussion: """
                Sizes are in bytes, times in seconds; config/atsproxy.yaml says what each bounds. The names, with their \
                defaults: \(LimitName.allCases.map { "\($0.rawValue) \($0.defaultText)" }.joined(separator: ", ")).
                """,
            valueName: "name=value"))
    var limit: [String] = []

    @Option(
        help: ArgumentHelp(
            "The time for which open connections may go on after a signal to stop. Default: 10.", valueName: "seconds"))
    var drainTimeout: String?

    /// The values of the given options, by setting.
    var texts: [SettingName: [String?]] {
        [
            .mode: [mode?.rawValue], .strictTunnel: [strictTunnel ? "true" : nil], .app: app, .policies: policies,
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
