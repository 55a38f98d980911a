import ArgumentParser
import ForwardProxy
import ProxyServer

/// Options that say how destinations are reached.
struct NetworkOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use this address for that host and port, as curl does; port * for any. Repeatable.",
            valueName: "host:port:address"))
    var resolve: [String] = []

    @Option(help: ArgumentHelp("How long one assessment may take, in seconds.", valueName: "seconds"))
    var handshakeTimeout = 10.0

    @Option(help: ArgumentHelp("How long one connect may take, in seconds.", valueName: "seconds"))
    var connectTimeout = 10.0

    @Flag(
        name: .customLong("no-aia"),
        help: "Do not fetch intermediate certificates that a server left out from where its certificates say.")
    var noAIA = false

    /// The addresses of `--resolve`.
    func overrides() throws(CommandFailure) -> ResolveOverrides {
        var overrides = ResolveOverrides()
        for argument in resolve where !overrides.add(argument: argument) {
            throw CommandFailure(
                .usage, "--resolve \(argument) is not of the form HOST:PORT:ADDRESS, such as example.com:443:127.0.0.1."
            )
        }
        return overrides
    }

    /// The default limits with the times of these options.
    func limits() throws(CommandFailure) -> Limits {
        guard (0.001...86_400).contains(handshakeTimeout), (0.001...86_400).contains(connectTimeout) else {
            throw CommandFailure(.usage, "--handshake-timeout and --connect-timeout take seconds, up to 86400.")
        }
        var limits = Limits()
        limits.handshake = handshakeTimeout
        limits.connect = connectTimeout
        return limits
    }
}
