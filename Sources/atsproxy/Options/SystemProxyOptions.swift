import ArgumentParser

/// The option about the system's proxy.
struct SystemProxyOptions: ParsableArguments {
    @Flag(
        help: """
            Set the system's proxy to the first listener until the end: on macOS by networksetup and in booted simulators, \
            with GNOME by gsettings. What it was before is restored at the end, or at the next start after a crash.
            """)
    var systemProxy = false

    /// The values of the given options, by setting.
    var texts: [SettingName: [String?]] {
        [.systemProxy: [systemProxy ? "true" : nil]]
    }
}
