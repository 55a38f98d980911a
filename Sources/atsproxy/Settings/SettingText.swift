/// A setting's value as somebody wrote it, and where.
struct SettingText: Hashable {
    /// The name that goes before it in sentences: of a setting, or of a limit.
    var name: String
    /// The value; a path of a file is put together with that file's folder already.
    var text: String
    /// Where it stands.
    var place: Place

    /// Where a setting was written.
    enum Place: Hashable {
        case commandLine
        /// That line, from 1, of a configuration file.
        case file(String, line: Int)
    }

    /// The name of a setting as it is spelled where this stands.
    func spelled(_ name: SettingName) -> String {
        place == .commandLine ? "--" + name.rawValue : name.rawValue
    }

    /// The error that this value is not what its setting takes.
    func isNot(_ form: String) -> CommandFailure {
        fault("\(name) \(text.isEmpty ? "\"\"" : text) is not \(form).")
    }

    /// An error about this value. The sentence begins with the setting's name.
    func fault(_ sentence: String) -> CommandFailure {
        switch place {
        case .commandLine: return CommandFailure(.usage, "--" + sentence)
        case .file(let path, let line): return CommandFailure(.data, "\(path), line \(line): \(sentence)")
        }
    }
}
