/// A key of the GNOME desktop's proxy settings with its value, in the form of `gsettings`.
///
/// `--system-proxy` reads all keys, sets them, and restores the earlier values at the end.
struct DesktopSetting: Hashable, Codable {
    /// The key.
    var key: DesktopKey
    /// The value in the text format of GVariant.
    var value: String

    /// Reads a setting by running `gsettings`.
    init(_ key: DesktopKey, asking ask: SystemQuery) throws(SystemSettingsFault) {
        self.key = key
        value = String(try ask(["gsettings", "get"] + key.arguments).prefix { !$0.isNewline })
        guard !value.isEmpty else {
            throw SystemSettingsFault(sentence: "gsettings does not say what \(key.rawValue) is.")
        }
    }

    /// Creates the setting that sends programs to a proxy.
    init(_ key: DesktopKey, for proxy: SystemProxyAddress) {
        self.key = key
        value = key.value(for: proxy)
    }

    /// Reads all settings.
    static func all(asking ask: SystemQuery) throws(SystemSettingsFault) -> [DesktopSetting] {
        try DesktopKey.allCases.map { (key) throws(SystemSettingsFault) in try DesktopSetting(key, asking: ask) }
    }

    /// The command that sets this value, such as `gsettings set org.gnome.system.proxy mode 'manual'`.
    var command: SystemCommand { SystemCommand(["gsettings", "set"] + key.arguments + [value]) }
}

extension [DesktopSetting] {
    /// The earlier settings that have to be restored: those that this program has changed, and nobody else since. If
    /// somebody has changed one key of a proxy, all its keys and the mode stay.
    ///
    /// - Parameters:
    ///   - proxy: The proxy that this program has set.
    ///   - now: The present settings.
    func settingsToRestore(afterSetting proxy: SystemProxyAddress, now: [DesktopSetting]) -> [DesktopSetting] {
        let presentValues = Dictionary(now.map { ($0.key, $0.value) }) { $1 }
        func isChangedByOthers(_ earlier: DesktopSetting) -> Bool {
            let present = presentValues[earlier.key]
            return present != earlier.value && present != earlier.key.value(for: proxy)
        }
        var keptKeys = Set(filter(isChangedByOthers).map(\.key))
        for keys in DesktopKey.proxies where keys.contains(where: keptKeys.contains) {
            keptKeys.formUnion(keys + [.mode])
        }
        return filter { !keptKeys.contains($0.key) && presentValues[$0.key] != $0.value }
    }
}
