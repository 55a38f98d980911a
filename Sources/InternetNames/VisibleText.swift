extension String {
    /// The text in a form that is safe to show, whatever its source.
    ///
    /// Characters that are not visible (see `Unicode.Scalar.isVisible`) are written as `\u{1B}`. If there are more
    /// characters than `limit`, the rest is replaced by `…`.
    public func visible(limit: Int = 256) -> String {
        var shown = String.UnicodeScalarView()
        var count = 0
        for scalar in unicodeScalars {
            guard count < limit else { return String(shown) + "…" }
            count += 1
            if scalar.isVisible {
                shown.append(scalar)
            } else {
                shown.append(contentsOf: scalar.codePoint.unicodeScalars)
            }
        }
        return String(shown)
    }
}

extension Unicode.Scalar {
    /// Whether the character can be shown as it is. The only test of this kind in the program.
    ///
    /// False for characters that a terminal, a log or a browser could interpret, and for those that are shown as
    /// nothing. These are control and format characters, which include the direction marks (Unicode Standard Annex #9),
    /// line and paragraph separators, and code points without a meaning that is known here.
    public var isVisible: Bool {
        if isASCII { return value >= 0x20 && value != 0x7F }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: return false
        case _: return true
        }
    }

    /// The code point in digits, `\u{1B}`, to show in place of the character.
    public var codePoint: String {
        "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
}
