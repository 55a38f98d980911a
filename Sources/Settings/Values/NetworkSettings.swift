import Probing
import ForwardProxy

/// The settings for connections to destinations, and the limits. `serve`, `run`, `check` and `watch` have them.
package struct NetworkSettings {
    /// The values of `resolve`, which are known to be well-formed.
    package var resolve: [String]
    /// The limits, with the time limits of connects and probes.
    package var limits: Limits
    /// Whether intermediate certificates that a server did not send are fetched.
    package var fetchesIssuers: Bool

    /// Reads the settings from layers.
    package init(_ stack: SettingsStack) throws(CommandFailure) {
        resolve = try stack.value(SettingTable.resolve)
        let isFetchingOff = try stack.value(SettingTable.noAIA)
        fetchesIssuers = !isFetchingOff
        limits = Limits()
        for limit in LimitSetting.all {
            if let text = stack.text(limit) { try limit.set(&limits, text) }
        }
        try stack.set(&limits)
    }

    /// The addresses to use instead of a lookup.
    package var overrides: ResolveOverrides {
        var overrides = ResolveOverrides()
        for argument in resolve { _ = overrides.add(argument: argument) }
        return overrides
    }
}
