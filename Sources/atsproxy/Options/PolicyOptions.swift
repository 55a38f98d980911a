import AppBundle
import Settings
import TransportSecurity

/// Options about the policy and the OS that reads it.
struct PolicyOptions: SettingOptions {
    static let groups: [SettingDeclaration.Group] = [.policy]
    var layer = SettingsLayer()

    /// The path of the policy; nil if none is given.
    var policy: String? { text(SettingTable.policy) }

    /// The text of `--os`; nil if that is not given.
    var os: String? { text(SettingTable.os) }

    /// The API of all loads; nil if that is not given.
    var api: LoadingAPI? { text(SettingTable.api).flatMap(LoadingAPI.init(rawValue:)) }

    /// Whether any of these options is given. Recorded traffic must then be judged again.
    var areGiven: Bool { !layer.texts.isEmpty }

    /// The settings from these options.
    func settings() throws(CommandFailure) -> PolicySettings {
        try PolicySettings(stack)
    }

    /// Reads the policy that the options name. Without one, the policy is the defaults of ATS with the name `defaults`.
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
