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
        resolve = try stack.values(.resolve) ?? []
        fetchesIssuers = !(try stack.value(.noAIA) ?? false)
        limits = Limits()
        for limit in LimitName.allCases {
            if let text = stack.text(limit) { try limit.set(&limits, to: text) }
        }
        limits.handshake = try stack.value(.handshakeTimeout) ?? limits.handshake
        limits.connect = try stack.value(.connectTimeout) ?? limits.connect
    }

    /// The addresses to use instead of a lookup.
    var overrides: ResolveOverrides {
        var overrides = ResolveOverrides()
        for argument in resolve { _ = overrides.add(argument: argument) }
        return overrides
    }
}
