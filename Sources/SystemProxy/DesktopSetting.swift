/// A setting of the GNOME desktop with its value, as `gsettings` prints and reads it.
struct DesktopSetting: Hashable, Codable {
    var key: DesktopKey
    /// The value in the text format of GVariant.
    var value: String

    /// Asks for a setting.
    init(_ key: DesktopKey, asking ask: SystemQuestion) throws(SystemSettingsFault) {
        self.key = key
        value = String(try ask(["gsettings", "get"] + key.words).prefix { !$0.isNewline })
        guard !value.isEmpty else {
            throw SystemSettingsFault(sentence: "gsettings does not say what \(key.rawValue) is.")
        }
    }

    /// The setting that sends programs to a proxy.
    init(_ key: DesktopKey, for proxy: SystemProxyAddress) {
        self.key = key
        value = key.value(for: proxy)
    }

    /// Asks for all settings.
    static func all(asking ask: SystemQuestion) throws(SystemSettingsFault) -> [DesktopSetting] {
        try DesktopKey.allCases.map { (key) throws(SystemSettingsFault) in try DesktopSetting(key, asking: ask) }
    }

    /// The command that sets this value.
    var command: SystemCommand { SystemCommand(["gsettings", "set"] + key.words + [value]) }
}

extension [DesktopSetting] {
    /// The settings that this program has changed and nobody else since. A proxy that somebody has chosen stays as a
    /// whole, and in use.
    func changed(to proxy: SystemProxyAddress, since now: [DesktopSetting]) -> [DesktopSetting] {
        let values = Dictionary(now.map { ($0.key, $0.value) }) { $1 }
        let foreign = filter { ![$0.value, $0.key.value(for: proxy)].contains(values[$0.key]) }.map(\.key)
        var chosen = Set(foreign)
        for keys in DesktopKey.proxies where !chosen.isDisjoint(with: keys) { chosen.formUnion(keys + [.mode]) }
        return filter { !chosen.contains($0.key) && values[$0.key] != $0.value }
    }
}
