/// The text of a setting's value, with its place.
struct SettingText: Hashable, Sendable {
    /// The name of the setting or limit in messages.
    var name: String
    /// The value. A relative path in a file is already joined with the file's folder.
    var text: String
    /// The place of the value.
    var place: Place
    /// The keys and values of an entry of `policies` in a file; empty for any other value.
    var members: [SettingText] = []

    /// The place at which a setting is written.
    enum Place: Hashable, Sendable {
        case commandLine
        /// A line, from 1, of a configuration file.
        case file(String, line: Int)
    }

    /// The error for a value that does not have the expected form.
    func isNot(_ form: String) -> CommandFailure {
        fault("\(name) \(text.isEmpty ? "\"\"" : text) is not \(form).")
    }

    /// An error about this value. The sentence must begin with the setting's name.
    func fault(_ sentence: String) -> CommandFailure {
        switch place {
        case .commandLine: return CommandFailure(.usage, "--" + sentence)
        case .file(let path, let line): return CommandFailure(.data, "\(path), line \(line): \(sentence)")
        }
    }

    /// An error about what this value names, such as a file.
    func dataFault(_ sentence: String) -> CommandFailure {
        switch place {
        case .commandLine: return CommandFailure(.data, sentence)
        case .file(let path, let line): return CommandFailure(.data, "\(path), line \(line): \(sentence)")
        }
    }
}
