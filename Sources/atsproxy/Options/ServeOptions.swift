import ArgumentParser
import Settings

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
