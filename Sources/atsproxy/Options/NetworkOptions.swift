import Probing
import ArgumentParser
import ForwardProxy
import ProxyServer

/// Options about connections to destinations.
struct NetworkOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use the address for the host and port instead of a lookup, as curl does; port * stands for any. Repeatable.",
            valueName: "host:port:address"))
    var resolve: [String] = []

    @Option(help: ArgumentHelp("The time limit of one probe of a server. Default: 10.", valueName: "seconds"))
    var handshakeTimeout: String?

    @Option(help: ArgumentHelp("The time limit of one connect. Default: 10.", valueName: "seconds"))
    var connectTimeout: String?

    @Flag(
        name: .customLong("no-aia"),
        help: ArgumentHelp(
            """
            Do not fetch intermediate certificates that a server left out from where its certificates say. They are \
            fetched from addresses of the server's own kind alone, public from public.
            """))
    var noAIA = false

    /// The values of the given options, by setting.
    var texts: [SettingName: [String?]] {
        [
            .resolve: resolve, .handshakeTimeout: [handshakeTimeout],
            .connectTimeout: [connectTimeout], .noAIA: [noAIA ? "true" : nil],
        ]
    }

    /// The overridden addresses from `--resolve`.
    func overrides() throws(CommandFailure) -> ResolveOverrides {
        try settings().overrides
    }

    /// The default limits with the time-outs of these options.
    func limits() throws(CommandFailure) -> Limits {
        try settings().limits
    }

    private func settings() throws(CommandFailure) -> NetworkSettings {
        try NetworkSettings(SettingsStack(layers: [SettingsLayer(commandLine: texts)]))
    }
}
