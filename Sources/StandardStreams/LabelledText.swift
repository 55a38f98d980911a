import Documents

/// Lines of text with a label before the first one, wrapped at words for a terminal.
///
/// Without a width, lines are not wrapped. Each sentence can then be found with grep in piped output.
package struct LabelledText {
    /// The number of columns; nil for no limit.
    package let width: Int?

    /// Creates lines of a width; nil means no limit.
    package init(width: Int?) {
        self.width = width
    }

    /// The lines of several texts with one label. Each line after the first has blanks instead of the label.
    package func row(_ label: String, _ texts: [String]) -> [String] {
        let indent = String(repeating: " ", count: Self.indent)
        let broken = texts.flatMap { wrapped(Terminal.visible($0), indent: Self.indent) }
        return broken.enumerated().map { index, line in
            guard index == 0 else { return indent + line }
            let head = "  " + label
            return head + String(repeating: " ", count: max(1, Self.indent - head.count)) + line
        }
    }

    /// The lines of a text that begins at the left margin.
    package func paragraph(_ text: String) -> [String] {
        wrapped(Terminal.visible(text), indent: 0)
    }

    /// The text in lines that fit beside an indent. Lines after the first are indented by two more. A word that is
    /// longer than a line is kept whole, for copying.
    private func wrapped(_ text: String, indent: Int) -> [String] {
        guard let width else { return [text] }
        var wrapping = WordWrapping(width: width - indent, indent: 2, keepsLongWords: true)
        var gap = 0
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            gap += 1
            guard !word.isEmpty else { continue }
            wrapping.append(String(word), gap: gap)
            gap = 0
        }
        return wrapping.rows.isEmpty ? [""] : wrapping.rows
    }

    private static let indent = 15
}
