import Documents
import Foundation
import TransportSecurity

/// The capabilities of the terminal on standard output, and forms of text for it.
package enum Terminal {
    /// Whether colours may be used: standard output is a terminal, and the environment does not forbid them
    /// (<https://no-color.org>).
    package static var showsColour: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty
            && environment["TERM"] != "dumb"
    }

    /// The number of columns, from 40 to 200; nil if standard output is not a terminal.
    package static var columns: Int? {
        var size = winsize()
        guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return min(max(40, Int(size.ws_col)), 200)
    }

    /// Whether standard output is a terminal whose cursor can be moved.
    package static var movesCursor: Bool {
        let name = ProcessInfo.processInfo.environment["TERM", default: ""]
        return isatty(STDOUT_FILENO) == 1 && !name.isEmpty && name != "dumb"
    }

    /// The number of columns of a terminal whose size the system does not know: the variable `COLUMNS`, else 80.
    package static var defaultWidth: Int {
        let columns = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) } ?? 0
        return (1...10_000).contains(columns) ? columns : 80
    }

    /// The text with escapes for characters that a terminal could interpret, truncated after 2000 characters.
    package static func visible(_ text: String) -> String {
        text.visible(limit: 2000)
    }
}

extension Terminal {
    /// A renderer of documents for the width of the terminal, at most 200 columns. Without a terminal, the width is 100
    /// columns.
    package static var renderer: TextRenderer {
        var size = winsize()
        let isTerminal = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return TextRenderer(width: isTerminal ? min(Int(size.ws_col), 200) : 100, usesColour: showsColour)
    }
}

/// Formats texts in lines with a label before the first one, wrapped at words for a terminal, such as
///
///       Server       api.example.com offers TLS 1.0, and the policy
///                      asks for TLS 1.2.
///
/// Without a width, lines are not wrapped. Each sentence can then be found with grep in piped output.
package struct LabelledText {
    /// The number of columns; nil for no limit.
    package let width: Int?

    /// Creates a format for a number of columns; nil means no limit.
    package init(width: Int?) {
        self.width = width
    }

    /// The lines of texts with one label. Each line after the first one has blanks in place of the label.
    package func row(_ label: String, _ texts: [String]) -> [String] {
        let indent = String(repeating: " ", count: Self.indent)
        let lines = texts.flatMap { wrapped(Terminal.visible($0), indent: Self.indent) }
        return lines.enumerated().map { index, line in
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
        // The number of spaces before a word is kept.
        var gap = 0
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            gap += 1
            guard !word.isEmpty else { continue }
            wrapping.append(String(word), gap: gap)
            gap = 0
        }
        return wrapping.rows.isEmpty ? [""] : wrapping.rows
    }

    /// The column in which texts begin.
    private static let indent = 15
}
