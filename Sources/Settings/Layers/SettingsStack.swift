/// The sources of settings: the options, above the entry of a listener, above the top level of the configuration file.
///
/// Each source is a layer. The value of a setting comes from the first layer that has it; layers are not merged.
package struct SettingsStack: Sendable {
    /// The layers, in order of precedence.
    package var layers: [SettingsLayer]

    /// Creates a stack of layers, in order of precedence.
    package init(layers: [SettingsLayer]) { self.layers = layers }

    /// The value of a setting; its default if no layer has it.
    package func value<Value>(_ setting: Setting<Value>) throws(CommandFailure) -> Value {
        try setting.value(texts(setting))
    }

    /// The texts of a setting's values; nil if no layer has it.
    package func texts<Value>(_ setting: Setting<Value>) -> [SettingText]? {
        texts(named: setting.name)
    }

    private func texts(named name: String) -> [SettingText]? {
        layers.lazy.compactMap { $0.texts[name] }.first
    }

    /// Sets the properties of the proxy's options to which settings of the table are assigned.
    package func set<Options>(_ options: inout Options) throws(CommandFailure) {
        for setting in SettingTable.ofListeners + SettingTable.ofProcess {
            try setting.set(&options, to: texts(named: setting.declaration.name))
        }
    }

    /// Whether another stack has another value of a setting.
    package func differs(from other: SettingsStack, in setting: any DeclaredSetting) -> Bool {
        !setting.areEqual(texts(named: setting.declaration.name), other.texts(named: setting.declaration.name))
    }

    /// The text of a limit; nil if no layer has it.
    package func text(_ limit: LimitSetting) -> SettingText? {
        layers.lazy.compactMap { $0.limits[limit.name] }.first
    }
}

/// The settings from one source, as text: the command line, the top level of a configuration file, or one of its
/// listeners.
package struct SettingsLayer: Sendable {
    /// The values of each setting in this source, by the name of the setting.
    package var texts: [String: [SettingText]] = [:]
    /// The values of the limits in this source, by the name of the limit.
    package var limits: [String: SettingText] = [:]
    /// The location of the source, for messages.
    package var location: SettingText.Location

    /// Creates a layer without settings.
    package init(location: SettingText.Location = .commandLine) { self.location = location }
}

extension SettingsLayer {
    /// Creates a layer of a command line from the values of its options.
    package init(commandLine options: [String: [String]]) {
        self.init()
        for (name, values) in options where !values.isEmpty {
            texts[name] = values.map { SettingText(name: name, value: $0, location: .commandLine) }
        }
    }

    /// Creates a layer from the layers of one command line's groups of options. If two groups have a setting, the first
    /// one counts.
    package init(joining groups: [SettingsLayer]) {
        self.init()
        for group in groups { texts.merge(group.texts) { first, _ in first } }
    }
}
