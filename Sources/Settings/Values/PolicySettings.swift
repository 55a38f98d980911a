import TransportSecurity

/// The settings for the policy and its OS. The policy's file is not read yet.
package struct PolicySettings {
    /// The path of the policy; nil for the defaults of ATS.
    package var path: String?
    /// The OS whose rules apply.
    package var os: AppliedPolicy.Choice
    /// The SDK that the operator names; nil for the SDK of the app.
    package var linkedSDK: OSVersion?
    /// The API of all loads; nil if each client's User-Agent decides.
    package var api: LoadingAPI?

    /// Reads the settings from layers.
    package init(_ stack: SettingsStack) throws(CommandFailure) {
        path = try stack.value(SettingTable.policy)
        os = try stack.value(SettingTable.os) ?? .fixed(.newest)
        linkedSDK = try stack.value(SettingTable.linkedSDK)
        api = try stack.value(SettingTable.api)
    }

    /// The OS under which the policy's file is read: the newest one if the OS differs from client to client.
    package var reader: OSVersion {
        switch os {
        case .fixed(let version): return version
        case .byUserAgent: return .newest
        }
    }
}
