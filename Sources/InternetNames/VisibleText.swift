extension String {
    /// The text as a sentence for people may show it, whoever wrote it.
    ///
    /// What a terminal, a log or a browser may obey, or what nobody sees, becomes `\u{1B}`: controls, marks of
    /// direction, separators of lines. Of more characters than the limit the rest becomes `…`.
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
