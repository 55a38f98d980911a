import ArgumentParser

/// Options about listeners and the access of clients.
struct ListeningOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file with these settings and several listeners, each with its own policy. Options override the file.",
            valueName: "yaml"),
        completion: .file(extensions: ["yaml", "yml"]))
    var config: String?

    @Option(
        help: ArgumentHelp(
            "The address to listen at; port 0 takes a free port. Repeatable. Default: 127.0.0.1:8080.",
            valueName: "address:port"))
    var listen: [String] = []

    @Option(
        help: ArgumentHelp(
            "(Linux) An address to listen at for connections that nftables redirects here, from clients that know no proxy; see config/gateway. Needs --allow-client. Repeatable.",
            valueName: "address:port"))
    var listenTransparent: [String] = []

    @Option(
        help: ArgumentHelp(
            "The app behind clients that name none in a User-Agent, as those of --listen-transparent. Repeatable; the smallest range counts.",
            valueName: "cidr=name"))
    var appOf: [String] = []

    @Option(
        help: ArgumentHelp(
            "The clients that may connect; by default only loopback. Listening beyond loopback needs this or --auth-file. Repeatable.",
            valueName: "cidr"))
    var allowClient: [String] = []

    @Option(
        help: ArgumentHelp("The users of the proxy, in htpasswd form (bcrypt).", valueName: "path"), completion: .file()
    )
    var authFile: String?

    @Option(
        help: ArgumentHelp(
            "A destination that clients may reach although it is forbidden by default. Repeatable.",
            valueName: "cidr[:ports]"))
    var allowDestination: [String] = []

    @Option(help: ArgumentHelp("A destination that no client may reach. Repeatable.", valueName: "cidr[:ports]"))
    var denyDestination: [String] = []

    @Option(
        help: ArgumentHelp(
            "A host that /proxy.pac sends to the proxy in addition to the policy's hosts; *.HOST includes all subdomains. Repeatable.",
            valueName: "host"))
    var pacHost: [String] = []

    @Option(
        help: ArgumentHelp("A file for the process ID, written once the proxy listens.", valueName: "path"),
        completion: .file())
    var pidFile: String?

    @OptionGroup var signing: ProfileSigningOptions

    /// The values of the given options, by setting.
    var texts: [SettingName: [String?]] {
        [
            .listen: listen, .listenTransparent: listenTransparent, .appOf: appOf, .allowClient: allowClient,
            .authFile: [authFile], .allowDestination: allowDestination,
            .denyDestination: denyDestination, .pacHost: pacHost, .pidFile: [pidFile],
        ].merging(signing.texts) { first, _ in first }
    }
}
