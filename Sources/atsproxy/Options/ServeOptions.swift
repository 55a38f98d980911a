import ArgumentParser
import ForwardProxy
import Probing
import Settings

// The options of `serve`, by group. Other commands have some of the groups.

/// Options about listeners, the access of clients, and the signature of configuration profiles.
struct ListeningOptions: SettingOptions {
    static let groups: [SettingDeclaration.Group] = [.listening, .signing]
    var layer = SettingsLayer()
}

/// Options about the recording.
struct RecordingOptions: SettingOptions {
    static let groups: [SettingDeclaration.Group] = [.recording, .content]
    var layer = SettingsLayer()
}

/// Options about the content of events.
struct EventOptions: SettingOptions {
    static let groups: [SettingDeclaration.Group] = [.content]
    var layer = SettingsLayer()
}

/// Options about the page that shows traffic in a browser.
struct ConsoleOptions: SettingOptions {
    static let groups: [SettingDeclaration.Group] = [.console]
    var layer = SettingsLayer()
}

/// Options about the numbers that monitoring systems collect.
struct MetricsOptions: SettingOptions {
    static let groups: [SettingDeclaration.Group] = [.metrics]
    var layer = SettingsLayer()
}

/// Options of `serve` about the update of data files.
struct DataOptions: SettingOptions {
    static let groups: [SettingDeclaration.Group] = [.update, .source]
    var layer = SettingsLayer()
}

/// Options about the data files that commands use, and the addresses from which they are updated.
struct DataFileOptions: SettingOptions {
    static let groups: [SettingDeclaration.Group] = [.store, .source]
    var layer = SettingsLayer()
}

/// The option about the addresses from which data files are updated.
struct DataSourceOptions: SettingOptions {
    static let groups: [SettingDeclaration.Group] = [.source]
    var layer = SettingsLayer()
}

/// Options about the signature of configuration profiles.
struct ProfileSigningOptions: SettingOptions {
    static let groups: [SettingDeclaration.Group] = [.signing]
    var layer = SettingsLayer()
}

/// The option about the system's proxy.
struct SystemProxyOptions: SettingOptions {
    static let groups: [SettingDeclaration.Group] = [.system]
    var layer = SettingsLayer()
}

/// Options of a proxy about the consequences of findings.
struct JudgingOptions: SettingOptions {
    static let groups: [SettingDeclaration.Group] = [.judging]
    var layer = SettingsLayer()
}

/// Options about connecting to servers: addresses, the upstream proxy and timeouts. For commands that judge no server.
struct ConnectionOptions: SettingOptions {
    static let groups: [SettingDeclaration.Group] = [.connection]
    var layer = SettingsLayer()
}

/// Options about connections to servers that are judged: those of `ConnectionOptions`, and the issuers of certificates.
struct NetworkOptions: SettingOptions {
    static let groups: [SettingDeclaration.Group] = [.connection, .issuers]
    var layer = SettingsLayer()

    /// The settings from these options.
    func settings() throws(CommandFailure) -> NetworkSettings {
        try NetworkSettings(stack)
    }

    /// The upstream proxy, with its credentials read; nil if none is named.
    func readUpstreamProxy() throws(CommandFailure) -> UpstreamProxy? {
        try UpstreamProxySettings.checkIsNamed(for: stack)
        return try UpstreamProxySettings(stack)?.read()
    }
}

/// The option `--limit`.
struct LimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A limit in place of its default, such as tunnel-idle=600. Repeatable.",
            discussion: """
                Sizes are in bytes, times in seconds; config/atsproxy.yaml says what each bounds. The names, with \
                their defaults: \(LimitSetting.all.map { "\($0.name) \($0.defaultText)" }.joined(separator: ", ")).
                """,
            valueName: "name=value"))
    var limit: [String] = []

    /// The values of the given limits, by name.
    func texts() throws(CommandFailure) -> [String: SettingText] {
        var texts: [String: SettingText] = [:]
        for argument in limit {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let limit = LimitSetting.named(String(parts[0])) else {
                let names = LimitSetting.all.map(\.name).joined(separator: ", ")
                throw CommandFailure(
                    .usage, "--limit \(argument) is not of the form NAME=VALUE; the names are \(names).")
            }
            texts[limit.name] = SettingText(
                name: "limit \(limit.name)", value: String(parts[1]), location: .commandLine)
        }
        return texts
    }
}
