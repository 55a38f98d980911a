import ArgumentParser

/// Options about listeners and the access of clients.
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
        help: ArgumentHelp("Write the number of the process there, once it listens.", valueName: "path"),
        completion: .file())
    var pidFile: String?

    /// The values of the given options, by setting.
    var texts: [SettingName: [String?]] {
        [
            .listen: listen, .allowClient: allowClient, .authFile: [authFile], .allowDestination: allowDestination,
            .denyDestination: denyDestination, .pacHost: pacHost, .pidFile: [pidFile],
        ]
    }
}
