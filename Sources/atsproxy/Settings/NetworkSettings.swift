import Probing
import ForwardProxy
import ProxyServer

/// The settings for connections to destinations, and the limits.
struct NetworkSettings {
    /// The values of `resolve`, which are known to be well-formed.
    var resolve: [String]
    var limits: Limits
    /// Whether intermediate certificates that a server did not send are fetched.
    var fetchesIssuers: Bool

    /// Reads the settings from layers.
    init(_ stack: SettingsStack) throws(CommandFailure) {
        resolve = try stack.value(SettingTable.resolve)
        fetchesIssuers = try !stack.value(SettingTable.noAIA)
        limits = Limits()
        for limit in LimitSetting.all {
            if let text = stack.text(limit) { try limit.set(&limits, to: text) }
        }
        limits.handshake = try stack.value(SettingTable.handshakeTimeout)
        limits.connect = try stack.value(SettingTable.connectTimeout)
    }

    /// The addresses to use instead of a lookup.
    var overrides: ResolveOverrides {
        var overrides = ResolveOverrides()
        for argument in resolve { _ = overrides.add(argument: argument) }
        return overrides
    }
}
