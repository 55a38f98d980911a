import AppBundle
import ArgumentParser
import TransportSecurity

/// Options that say which policy holds, and under whose rules.
struct PolicyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The app's policy: an Info.plist (XML, binary or JSON), a bare NSAppTransportSecurity dictionary, an .app, .appex, .xcarchive or .ipa; PATH#Share.appex for an extension in it. Without it: the defaults of ATS.",
            valueName: "path"),
        completion: .file())
    var policy: String?

    @Option(
        help: ArgumentHelp(
            "Whose rules: ios9 to ios27, macos10.11 to macos27, tvosN, watchosN, visionosN; system27: Apple's own processes; auto: by each client's User-Agent. Default: the newest known.",
            valueName: "version"))
    var os: String?

    @Option(
        help: ArgumentHelp(
            "The SDK that the app was built with; by default what DTSDKName in its Info.plist says, else that of --os. Below ios9: ATS is off.",
            valueName: "version"))
    var linkedSDK: String?

    @Option(
        help: ArgumentHelp(
            "The API that loads: URLSession, WebView, AVFoundation, or none (not subject to ATS).", valueName: "name"))
    var api: LoadKind?

    /// What was given, by setting.
    var texts: [SettingName: [String?]] {
        [
            .policy: [policy], .os: [os],
            .linkedSDK: [linkedSDK], .api: [api?.rawValue],
        ]
    }

    /// What these options say.
    func settings() throws(CommandFailure) -> PolicySettings {
        try PolicySettings(SettingsStack(layers: [SettingsLayer(commandLine: texts)]))
    }

    /// The policy that the options name; the defaults of ATS, called `defaults`, where they name none.
    func appPolicy() throws(CommandFailure) -> AppPolicy {
        try settings().appPolicy()
    }

    /// The OS that `--os` names. `auto` needs a User-Agent to go by, which only a proxy sees.
    func osChoice() throws(CommandFailure) -> Jurisdiction.Choice {
        try settings().os
    }

    /// The OS that `--os` names, for commands without clients to go by.
    func fixedOS() throws(CommandFailure) -> OSVersion {
        switch try osChoice() {
        case .fixed(let os): return os
        case .byUserAgent: throw CommandFailure(.usage, "--os auto needs a client to go by; name a version.")
        }
    }

    /// The SDK of `--linked-sdk`, else the one that the policy's app says.
    func sdk(of policy: AppPolicy) throws(CommandFailure) -> OSVersion? {
        try settings().sdk(of: policy)
    }
}

extension LoadKind: ExpressibleByArgument {}
