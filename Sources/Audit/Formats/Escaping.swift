import Recording

/// Text as different places take it without obeying it.
enum Escaping {
    /// For a terminal or a log: what controls it, breaks lines or turns the direction of writing is shown as `\u{1B}`.
    static func terminal(_ text: String) -> String {
        escaping(text) { scalar in
            isDisturbing(scalar) ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : nil
        }
    }

    /// For element content and attribute values of HTML and XML. What XML 1.0 cannot hold at all is spelled out as for
    /// a terminal.
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

    /// For Markdown: every punctuation mark that may begin markup is escaped (CommonMark §2.4), angle brackets and
    /// ampersands become entities, and addresses do not become links of their own (GitHub's extended autolinks).
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

    /// Controls, separators of lines, marks of direction, and what is shown as nothing.
    private static func isDisturbing(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: return true
        case _: return false
        }
    }
}
