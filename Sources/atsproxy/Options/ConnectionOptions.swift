import ForwardProxy
import Probing
import Settings

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
