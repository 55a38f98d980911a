/// The text of a setting's value, with the location at which it is written.
package struct SettingText: Hashable, Sendable {
    /// The name of the setting or limit in messages.
    package var name: String
    /// The value. A relative path in a file is already joined with the file's folder.
    package var value: String
    /// The location of the value.
    package var location: Location
    /// The keys and values of an entry of `policies` in a file; empty for any other value.
    package var members: [SettingText] = []

    /// Creates a text that is written at a location.
    package init(name: String, value: String, location: Location) {
        self.name = name
        self.value = value
        self.location = location
    }

    /// The location at which a setting is written.
    package enum Location: Hashable, Sendable {
        case commandLine
        /// A line, from 1, of a configuration file.
        case file(String, line: Int)
    }

    /// The error for a value that does not have the expected form.
    package func fault(expecting form: String) -> CommandFailure {
        fault("\(name) \(value.isEmpty ? "\"\"" : value) is not \(form).")
    }

    /// An error about this value. The sentence must begin with the setting's name.
    package func fault(_ sentence: String) -> CommandFailure {
        switch location {
        case .commandLine: return CommandFailure(.usage, "--" + sentence)
        case .file(let path, let line): return CommandFailure(.data, "\(path), line \(line): \(sentence)")
        }
    }

    /// An error about the object that this value names, such as a file.
    package func dataFault(_ sentence: String) -> CommandFailure {
        switch location {
        case .commandLine: return CommandFailure(.data, sentence)
        case .file(let path, let line): return CommandFailure(.data, "\(path), line \(line): \(sentence)")
        }
    }
}
