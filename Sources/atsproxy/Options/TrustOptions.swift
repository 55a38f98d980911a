import ArgumentParser
import OpenSSL
import TransportSecurity

/// Options about trusted data and waivers.
struct TrustOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The system's trust store, in PEM. Default: Apple's own list, shipped with the program or updated.",
            valueName: "pem"),
        completion: .file())
    var roots: String?

    @Option(
        name: .customLong("ca-file"),
        help: ArgumentHelp(
            "Additional roots that a user or an administrator installed, such as a company's or a test's own CA. Repeatable.",
            valueName: "pem"),
        completion: .file())
    var caFiles: [String] = []

    @Option(
        name: .customLong("crl"),
        help: ArgumentHelp("A certificate revocation list, in PEM. Repeatable.", valueName: "pem"),
        completion: .file())
    var revocationLists: [String] = []

    @Option(
        name: .customLong("ct-log-list"),
        help: ArgumentHelp(
            "The trusted Certificate Transparency logs, in Apple's or Google's v3 format. Default: Apple's own list, shipped with the program or updated (data update).",
            valueName: "json"),
        completion: .file())
    var logList: String?

    @Option(
        help: ArgumentHelp(
            """
            A waiver: findings of this rule become notes. RULE@HOST waives the rule for one host. certificate.* stands for \
            all rules of that family, *@HOST for all rules, and *.example.com for all names below example.com, but not \
            example.com itself. Repeatable.
            """,
            valueName: "rule"))
    var ignore: [String] = []

    /// The values of the given options, by setting.
    var texts: [SettingName: [String?]] {
        [
            .roots: [roots], .certificateFile: caFiles, .revocationList: revocationLists,
            .logList: [logList], .ignore: ignore,
        ]
    }

    /// The waivers from `--ignore`.
    func waivers() throws(CommandFailure) -> [Waiver] {
        try stack.values(.ignore) ?? []
    }

    /// The trust store and the rules according to these options.
    ///
    /// - Parameters:
    ///   - warnsAt: The current time. If data are too old at that time, a warning is printed on standard error.
    ///   - systems: The systems whose rules apply.
    func load(
        warnsAt time: Instant? = nil, for systems: [OSVersion] = []
    ) throws(CommandFailure) -> (trust: TrustStore, rules: RuleSet) {
        try TrustSettings(stack).load(warnsAt: time, for: systems)
    }

    /// The certificates in a file, at least one.
    func certificates(_ file: InputFile) throws(CommandFailure) -> [[UInt8]] {
        try TrustSettings.certificates(file)
    }

    private var stack: SettingsStack {
        SettingsStack(layers: [SettingsLayer(commandLine: texts)])
    }
}
