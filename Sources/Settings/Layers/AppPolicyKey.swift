/// The keys of an entry of `policies` in a configuration file.
package enum AppPolicyKey {
    /// The key of the pattern of versions, which is no setting by itself.
    package static let version = "version"
    /// The keys that are settings. In an entry, `app` names the apps that the policy is for.
    package static let settings = [
        SettingTable.app.declaration, SettingTable.policy.declaration, SettingTable.os.declaration,
        SettingTable.linkedSDK.declaration, SettingTable.api.declaration,
    ]

    /// The names of all keys.
    package static var all: [String] { settings.map(\.name) + [version] }
}
