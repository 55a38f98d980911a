/// The settings from one source, as text: the command line, the top level of a configuration file, or one of its
/// listeners.
struct SettingsLayer: Sendable {
    /// The values of each setting in this source, by the name of the setting.
    var texts: [String: [SettingText]] = [:]
    /// The values of the limits in this source, by the name of the limit.
    var limits: [String: SettingText] = [:]
    /// The place of the source.
    var place = SettingText.Place.commandLine
}

extension SettingsLayer {
    /// Creates a layer of a command line from the values of its options.
    init(commandLine options: [String: [String]]) {
        for (name, values) in options where !values.isEmpty {
            texts[name] = values.map { SettingText(name: name, text: $0, place: .commandLine) }
        }
    }

    /// Creates a layer from those of the groups of one command line. A group goes before those after it.
    init(joining groups: [SettingsLayer]) {
        for group in groups { texts.merge(group.texts) { first, _ in first } }
    }
}

/// Layers of settings. The value of a setting comes from the first layer that has it; layers are not merged.
struct SettingsStack: Sendable {
    /// The layers, in order of precedence.
    var layers: [SettingsLayer]

    /// The value of a setting; its default if no layer has it.
    func value<Value>(_ setting: Setting<Value>) throws(CommandFailure) -> Value {
        try setting.value(texts(setting))
    }

    /// The texts of a setting's values; nil if no layer has it.
    func texts<Value>(_ setting: Setting<Value>) -> [SettingText]? {
        texts(named: setting.name)
    }

    private func texts(named name: String) -> [SettingText]? {
        layers.lazy.compactMap { $0.texts[name] }.first
    }

    /// Whether another stack has another value of a setting.
    func differs(from other: SettingsStack, in setting: any DeclaredSetting) -> Bool {
        !setting.areEqual(texts(named: setting.declaration.name), other.texts(named: setting.declaration.name))
    }

    /// The text of a limit; nil if no layer has it.
    func text(_ limit: LimitSetting) -> SettingText? {
        layers.lazy.compactMap { $0.limits[limit.name] }.first
    }
}
