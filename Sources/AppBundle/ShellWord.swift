import InternetNames

/// A text as one word of a shell's command (POSIX.1-2024, Shell Command Language, 2.2 Quoting).
public enum ShellWord {
    /// The text, in single quotes where a shell would read it as something else than one word.
    public static func quoted(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789/._-+=:,@%".unicodeScalars.contains(scalar))
        }
        guard !isPlain || text.isEmpty else { return text }
        return "'" + text.shown.replacing("'", with: #"'\''"#) + "'"
    }
}
