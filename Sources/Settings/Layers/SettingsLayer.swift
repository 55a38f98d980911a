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
