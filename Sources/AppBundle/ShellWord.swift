import InternetNames

/// A text as one word of a shell's command (POSIX.1-2024, Shell Command Language, 2.2 Quoting).
public enum ShellWord {
    /// The whole text, in quotes where a shell would read it as something else than one word.
    ///
    /// A text with characters that are not visible is quoted as in `$'a\033b'`: the shell reads the same text, and a
    /// terminal that shows the command interprets nothing.
    public static func quoted(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789/._-+=:,@%".unicodeScalars.contains(scalar))
        }
        guard !isPlain || text.isEmpty else { return text }
        guard text.unicodeScalars.allSatisfy(\.isVisible) else { return escaped(text) }
        // By scalars, because an apostrophe with a combining mark is another character, but ends a word all the same.
        return "'" + text.unicodeScalars.map { $0 == "'" ? #"'\''"# : String($0) }.joined() + "'"
    }

    private static func escaped(_ text: String) -> String {
        var word = "$'"
        for scalar in text.unicodeScalars {
            if scalar == "'" || scalar == "\\" {
                word += "\\\(scalar)"
            } else if scalar.isVisible {
                word.unicodeScalars.append(scalar)
            } else {
                for byte in String(scalar).utf8 { word += octal(byte) }
            }
        }
        return word + "'"
    }

    /// The escape of a byte, always with three digits. A following digit can then not become a part of it.
    private static func octal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
}
