/// What one place says about settings: the command line, the top level of a configuration file, or one of its
/// listeners. Nothing in it is read yet.
struct SettingsLayer {
    /// The values of each setting that the place mentions.
    var texts: [SettingName: [SettingText]] = [:]
    /// The values of the limits that it mentions.
    var limits: [LimitName: SettingText] = [:]
    /// Where it begins.
    var place = SettingText.Place.commandLine
}

extension SettingsLayer {
    /// What the groups of options of a command line say.
    init(commandLine groups: [[SettingName: [String?]]]) {
        let given = groups.joined().filter { $0.value.contains { $0 != nil } }
        self.init(commandLine: Dictionary(given.map { ($0.key, $0.value) }) { first, _ in first })
    }

    /// What one group of options says, by setting; an option that was not given has no value.
    init(commandLine options: [SettingName: [String?]]) {
        for (name, values) in options {
            let given = values.compactMap(\.self)
            guard !given.isEmpty else { continue }
            texts[name] = given.map { SettingText(name: name.rawValue, text: $0, place: .commandLine) }
        }
    }
}

/// Layers of settings, one over the other: for each setting, the first that mentions it counts, alone.
struct SettingsStack {
    /// The uppermost first.
    var layers: [SettingsLayer]

    /// The values of a setting that takes several; nil where no layer mentions it.
    func values<Value>(_ setting: Setting<Value>) throws(CommandFailure) -> [Value]? {
        guard let texts = texts(setting.name) else { return nil }
        var values: [Value] = []
        for text in texts { values.append(try setting.value(of: text)) }
        return values
    }

    /// The value of a setting that takes one; nil where no layer mentions it.
    func value<Value>(_ setting: Setting<Value>) throws(CommandFailure) -> Value? {
        guard let text = texts(setting.name)?.last else { return nil }
        return try setting.value(of: text)
    }

    /// The values as they were written; nil where no layer mentions the setting.
    func texts(_ name: SettingName) -> [SettingText]? {
        layers.lazy.compactMap { $0.texts[name] }.first
    }

    /// The value of a limit as it was written.
    func text(_ limit: LimitName) -> SettingText? {
        layers.lazy.compactMap { $0.limits[limit] }.first
    }
}
