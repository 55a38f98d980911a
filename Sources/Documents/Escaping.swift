import InternetNames

/// Functions that escape text. Terminals and markup languages then show the text and do not interpret it.
package enum Escaping {
    /// Escapes text for a terminal or a log. Characters that are not visible are shown as `\u{1B}`.
    package static func terminal(_ text: String) -> String {
        text.visible(limit: .max)
    }

    /// Escapes text for element content and attribute values of HTML and XML. Characters that are not visible, among
    /// them those that XML 1.0 excludes, are shown as for a terminal.
    package static func markup(_ text: String) -> String {
        escaping(text) { scalar in
            switch scalar {
            case "&": return "&amp;"
            case "<": return "&lt;"
            case ">": return "&gt;"
            case "\"": return "&quot;"
            case "'": return "&#39;"
            case _: return scalar.isVisible ? nil : scalar.codePoint
            }
        }
    }

    /// Escapes text for Markdown. Punctuation that may begin markup within a line gets a backslash (CommonMark §2.4),
    /// angle brackets and ampersands become entities, and addresses do not become links. The signs `-`, `+` and `=`
    /// and the numbers of lists stay, because they are markup only at the beginning of a line.
    package static func markdown(_ text: String) -> String {
        let escaped = escaping(text) { scalar in
            switch scalar {
            case "&": return "&amp;"
            case "<": return "&lt;"
            case ">": return "&gt;"
            case "\\", "`", "*", "_", "{", "}", "[", "]", "#", "|", "~", "!", "@": return "\\\(scalar)"
            case _: return scalar.isVisible ? nil : "\\\(scalar.codePoint)"
            }
        }
        return withoutLinks(escaped)
    }

    /// Escapes text for an element of HTML within Markdown: as for HTML, with punctuation of Markdown as entities.
    package static func markupInMarkdown(_ text: String) -> String {
        withoutLinks(markup(text)).map { character in
            guard let code = character.asciiValue, "\\`*_{}[]|~!@".contains(character) else { return String(character) }
            return "&#\(code);"
        }.joined()
    }

    /// The text with addresses changed. Otherwise GitHub would make links of them (GitHub's extended autolinks).
    private static func withoutLinks(_ text: String) -> String {
        text.replacing("://", with: "&#58;//").replacing("www.", with: "www&#46;")
    }

    /// The text with the replacement of each scalar for which the closure returns one.
    private static func escaping(_ text: String, by escape: (Unicode.Scalar) -> String?) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if let replacement = escape(scalar) {
                escaped.append(contentsOf: replacement.unicodeScalars)
            } else {
                escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}

/// Text for HTML in which a browser may break long words, such as hosts and keys, at the boundaries of their parts.
/// Copied text has no break.
enum BreakableText {
    /// The escaped text, with a `wbr` element at each break opportunity of a long word.
    static func markup(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            guard word.count > longestUnbrokenWord else { return Escaping.markup(String(word)) }
            return parts(of: word).map { Escaping.markup(String($0)) }.joined(separator: "<wbr>")
        }.joined(separator: " ")
    }

    /// The length of the words that fit a column of a table, in characters.
    static let longestUnbrokenWord = 24

    /// The parts of a word between which a line may be broken.
    private static func parts(of word: Substring) -> [Substring] {
        var parts: [Substring] = []
        var start = word.startIndex
        for index in word.indices.dropFirst()
        where isBoundary(between: word[word.index(before: index)], and: word[index]) {
            parts.append(word[start..<index])
            start = index
        }
        return parts + [word[start...]]
    }

    /// Whether a line may be broken between two characters: after punctuation, as in a host or in `SHA_256`, and before
    /// a capital, as in `AllowsInsecure`.
    private static func isBoundary(between before: Character, and after: Character) -> Bool {
        "_/.@:".contains(before) || before.isLowercase && after.isUppercase
    }
}
