import Recording

/// Escaping of text for output formats.
enum Escaping {
    /// Escapes text for a terminal or a log. Control characters, line breaks and direction marks become `\u{1B}`.
    static func terminal(_ text: String) -> String {
        escaping(text) { scalar in
            isDisturbing(scalar) ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : nil
        }
    }

    /// Escapes text for element content and attribute values of HTML and XML. Characters that XML 1.0 forbids are
    /// written as for a terminal.
    static func markup(_ text: String) -> String {
        escaping(text) { scalar in
            switch scalar {
            case "&": return "&amp;"
            case "<": return "&lt;"
            case ">": return "&gt;"
            case "\"": return "&quot;"
            case "'": return "&#39;"
            case _ where isDisturbing(scalar) || scalar.value & 0xFFFE == 0xFFFE:
                return "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            case _: return nil
            }
        }
    }

    /// Escapes text for Markdown. Punctuation that may begin markup gets a backslash (CommonMark §2.4), angle brackets
    /// and ampersands become entities, and addresses are changed so that they do not become links (GitHub's extended
    /// autolinks).
    static func markdown(_ text: String) -> String {
        escaping(text) { scalar in
            switch scalar {
            case "&": return "&amp;"
            case "<": return "&lt;"
            case ">": return "&gt;"
            case "\\", "`", "*", "_", "{", "}", "[", "]", "#", "|", "~", "!", "@": return "\\\(scalar)"
            case _ where isDisturbing(scalar): return "\\\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            case _: return nil
            }
        }.replacing("://", with: "&#58;//").replacing("www.", with: "www&#46;")
    }

    private static func escaping(_ text: String, _ escape: (Unicode.Scalar) -> String?) -> String {
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

    /// Whether the character is a control character, a line separator, a direction mark or invisible.
    private static func isDisturbing(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: return true
        case _: return false
        }
    }
}
