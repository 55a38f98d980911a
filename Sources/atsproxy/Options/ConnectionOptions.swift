import ArgumentParser
import ForwardProxy
import Probing
import ProxyServer

/// Options about the way to servers, and the time for it.
struct ConnectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use the address for the host and port instead of a lookup, as curl does; port * stands for any. Repeatable.",
            valueName: "host:port:address"))
    var resolve: [String] = []

    @Option(
        help: ArgumentHelp(
            "The upstream proxy to which loads and probes go, except those of transparent listeners. It looks names up itself. Default: none.",
            valueName: "http://host:port"))
    var upstreamProxy: String?

    @Option(
        help: ArgumentHelp(
            "A file with one line NAME:PASSWORD for the upstream proxy (Basic).", valueName: "path"),
        completion: .file())
    var upstreamAuth: String?

    @Option(
        help: ArgumentHelp(
            "The hosts that are reached without the upstream proxy, in the form of NO_PROXY: names with all below them, *.NAME, addresses, ranges, each name or address perhaps with a port, or *. Repeatable.",
            valueName: "list"))
    var noUpstream: [String] = []

    @Option(help: ArgumentHelp("The time limit of one probe of a server. Default: 10.", valueName: "seconds"))
    var handshakeTimeout: String?

    @Option(
        help: ArgumentHelp(
            "The time limit of one connect, and of the answer of an upstream proxy. Default: 10.", valueName: "seconds")
    )
    var connectTimeout: String?

    /// The values of the given options, by setting.
    var texts: [SettingName: [String?]] {
        [
            .resolve: resolve, .handshakeTimeout: [handshakeTimeout], .connectTimeout: [connectTimeout],
            .upstreamProxy: [upstreamProxy], .upstreamAuth: [upstreamAuth], .noUpstream: noUpstream,
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

    /// The upstream proxy, with its credentials read; nil if none is named.
    func readUpstreamProxy() throws(CommandFailure) -> UpstreamProxy? {
        let stack = SettingsStack(layers: [SettingsLayer(commandLine: texts)])
        try UpstreamProxySettings.checkIsNamed(for: stack)
        return try UpstreamProxySettings(stack)?.read()
    }

    private func settings() throws(CommandFailure) -> NetworkSettings {
        try NetworkSettings(SettingsStack(layers: [SettingsLayer(commandLine: texts)]))
    }
}
