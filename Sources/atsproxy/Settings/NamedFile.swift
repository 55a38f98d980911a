/// A file that an option or a line of the configuration names.
struct NamedFile: Hashable {
    /// The path, with its place.
    let text: SettingText

    /// The path.
    var path: String { text.text }

    /// Reads the file. An error names the line of the configuration that names the file.
    func read<Value>(
        _ read: (InputFile) throws(CommandFailure) -> Value
    ) throws(CommandFailure) -> Value {
        do throws(CommandFailure) {
            return try read(InputFile(path))
        } catch {
            throw text.dataFault(error.sentence)
        }
    }
}

extension SettingsStack {
    /// The files of a repeatable setting; none if no layer has it.
    func files(_ setting: Setting<String>) throws(CommandFailure) -> [NamedFile] {
        let texts = texts(setting.name) ?? []
        for text in texts { _ = try setting.value(of: text) }
        return texts.map(NamedFile.init)
    }

    /// The file of a setting; nil if no layer has it.
    func file(_ setting: Setting<String>) throws(CommandFailure) -> NamedFile? {
        guard let text = texts(setting.name)?.last else { return nil }
        _ = try setting.value(of: text)
        return NamedFile(text: text)
    }
}
