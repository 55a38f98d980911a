import AppBundle
import ArgumentParser
import TransportSecurity

/// Options about the policy and the OS that reads it.
struct PolicyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The app's policy: an Info.plist (XML, binary or JSON), a bare NSAppTransportSecurity dictionary, Expo's app.json, XcodeGen's project.yml, an .app, .appex, .xcarchive or .ipa; PATH#Share.appex for an extension in it, project.yml#TARGET for a target. Without it: the defaults of ATS.",
            valueName: "path"),
        completion: .file())
    var policy: String?

    @Option(
        help: ArgumentHelp(
            "The system whose rules apply: ios9 to ios27, ipados13 to ipados27, macos10.11 to macos27, tvosN, watchosN, visionosN; system27: Apple's own processes; auto: by each client's User-Agent. Default: the newest known.",
            valueName: "version"))
    var os: String?

    @Option(
        help: ArgumentHelp(
            "The SDK that the app was built with; by default the value of DTSDKName in its Info.plist, else the SDK of --os. Below ios9, ATS is off.",
            valueName: "version"))
    var linkedSDK: String?

    @Option(
        help: ArgumentHelp(
            "The API that loads: URLSession, WebView, AVFoundation, or none (not subject to ATS).", valueName: "name"))
    var api: LoadingAPI?

    /// The values of the given options, by setting.
    var texts: [SettingName: [String?]] {
        [
            .policy: [policy], .os: [os],
            .linkedSDK: [linkedSDK], .api: [api?.rawValue],
        ]
    }

    /// The settings from these options.
    func settings() throws(CommandFailure) -> PolicySettings {
        try PolicySettings(SettingsStack(layers: [SettingsLayer(commandLine: texts)]))
    }

    /// The policy that the options name. Without one, the defaults of ATS under the name `defaults`.
    func appPolicy() throws(CommandFailure) -> AppPolicy {
        try settings().appPolicy()
    }

    /// The choice of OS from `--os`. For `auto`, the User-Agent of each request decides.
    func osChoice() throws(CommandFailure) -> AppliedPolicy.Choice {
        try settings().os
    }

    /// The OS from `--os`, for commands without clients. Throws a usage error for `auto`.
    func fixedOS() throws(CommandFailure) -> OSVersion {
        switch try osChoice() {
        case .fixed(let os): return os
        case .byUserAgent: throw CommandFailure(.usage, "--os auto needs a client to go by; name a version.")
        }
    }

    /// The SDK from `--linked-sdk`, else the SDK of the policy's app.
    func sdk(of policy: AppPolicy) throws(CommandFailure) -> OSVersion? {
        try settings().sdk(of: policy)
    }
}

extension LoadingAPI: ExpressibleByArgument {}
