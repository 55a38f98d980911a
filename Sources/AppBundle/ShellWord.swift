import InternetNames

/// Quotes texts as single words of a shell command (POSIX.1-2024, Shell Command Language, 2.2 Quoting).
public enum ShellWord {
    /// The text, in quotes if a shell would not read it as one word without them.
    ///
    /// A text with characters that are not visible is quoted as in `$'a\033b'`: the shell reads the same text, and a
    /// terminal that shows the command interprets nothing.
    public static func quoted(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789/._-+=:,@%".unicodeScalars.contains(scalar))
        }
        guard !isPlain || text.isEmpty else { return text }
        guard text.unicodeScalars.allSatisfy(\.isVisible) else { return escaped(text) }
        // Scalars and not characters: an apostrophe with a combining mark is one character of Swift, but a shell reads
        // the apostrophe.
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

    /// The escape of a byte with three digits. A digit after fewer than three would become a part of the escape.
    private static func octal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
}
