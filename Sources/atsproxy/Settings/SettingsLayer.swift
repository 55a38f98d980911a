/// The settings from one source, as text: the command line, the top level of a configuration file, or one of its
/// listeners.
struct SettingsLayer {
    /// The values of each setting in this source.
    var texts: [SettingName: [SettingText]] = [:]
    /// The values of the limits in this source.
    var limits: [LimitName: SettingText] = [:]
    /// The place of the source.
    var place = SettingText.Place.commandLine
}

extension SettingsLayer {
    /// Creates a layer from the option groups of a command line.
    init(commandLine groups: [[SettingName: [String?]]]) {
        let given = groups.joined().filter { $0.value.contains { $0 != nil } }
        self.init(commandLine: Dictionary(given.map { ($0.key, $0.value) }) { first, _ in first })
    }

    /// Creates a layer from the options of one group. An option that was not given has no value.
    init(commandLine options: [SettingName: [String?]]) {
        for (name, values) in options {
            let given = values.compactMap(\.self)
            guard !given.isEmpty else { continue }
            texts[name] = given.map { SettingText(name: name.rawValue, text: $0, place: .commandLine) }
        }
    }
}

/// Layers of settings. The value of a setting comes from the first layer that has it; layers are not merged.
struct SettingsStack {
    /// The layers, in order of precedence.
    var layers: [SettingsLayer]

    /// The values of a repeatable setting; nil if no layer has it.
    func values<Value>(_ setting: Setting<Value>) throws(CommandFailure) -> [Value]? {
        guard let texts = texts(setting.name) else { return nil }
        var values: [Value] = []
        for text in texts { values.append(try setting.value(of: text)) }
        return values
    }

    /// The value of a setting; nil if no layer has it.
    func value<Value>(_ setting: Setting<Value>) throws(CommandFailure) -> Value? {
        guard let text = texts(setting.name)?.last else { return nil }
        return try setting.value(of: text)
    }

    /// The texts of a setting's values; nil if no layer has it.
    func texts(_ name: SettingName) -> [SettingText]? {
        layers.lazy.compactMap { $0.texts[name] }.first
    }

    /// The text of a limit; nil if no layer has it.
    func text(_ limit: LimitName) -> SettingText? {
        layers.lazy.compactMap { $0.limits[limit] }.first
    }
}
