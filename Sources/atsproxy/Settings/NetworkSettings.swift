import ForwardProxy
import ProxyServer

/// How destinations are reached, and within which limits.
struct NetworkSettings {
    /// The arguments of `resolve`, each of which is known to be of its form.
    var resolve: [String]
    var limits: Limits
    /// Whether an intermediate certificate that a server left out is fetched.
    var fetchesIssuers: Bool

    /// Reads a stack of layers.
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

    /// The addresses that are used in place of a lookup.
    var overrides: ResolveOverrides {
        var overrides = ResolveOverrides()
        for argument in resolve { _ = overrides.add(argument: argument) }
        return overrides
    }
}
