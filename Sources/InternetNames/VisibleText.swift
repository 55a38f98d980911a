extension String {
    /// The text in a form that is safe to show, whatever its source.
    ///
    /// Characters that a terminal, a log or a browser could interpret, and invisible ones, are written as `\u{1B}`:
    /// control characters, direction marks and line separators. If there are more characters than `limit`, the rest is
    /// replaced by `…`.
    public func visible(limit: Int = 256) -> String {
        var shown = String.UnicodeScalarView()
        var count = 0
        for scalar in unicodeScalars {
            guard count < limit else { return String(shown) + "…" }
            count += 1
            if scalar.isVisible {
                shown.append(scalar)
            } else {
                shown.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
            }
        }
        return String(shown)
    }
}

extension Unicode.Scalar {
    fileprivate var isVisible: Bool {
        if isASCII { return value >= 0x20 && value != 0x7F }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: return false
        case _: return true
        }
    }
}
