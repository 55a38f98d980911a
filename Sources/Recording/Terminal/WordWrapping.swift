/// Rows of words for a terminal of limited width. A row breaks between words, and all rows but the first are indented.
/// A word is broken only if it is longer than a row.
struct WordWrapping {
    private let width: Int
    private let indent: Int
    private var finished: [String] = []
    private var row = ""
    private var column = 0

    /// Creates rows of at most `width` columns. A terminal of fewer than 24 columns is treated as one of 24.
    init(width: Int, indent: Int) {
        // Terminals differ in what follows a character in the last column, so that it stays free.
        self.width = max(24, width) - 1
        self.indent = indent
    }

    /// The rows, without line feeds.
    var rows: [String] { finished + (column > 0 ? [row] : []) }

    /// Appends a word after a number of spaces, or at the beginning of the next row.
    ///
    /// - Parameter columns: The columns of the word, if its characters do not tell.
    mutating func append(_ word: String, columns: Int? = nil, gap: Int) {
        let length = columns ?? Self.columns(of: word)
        let isFirst = column == 0
        if isFirst || column + gap + length <= width {
            if !isFirst { row += String(repeating: " ", count: gap) }
            if isFirst || length <= width {
                column += (isFirst ? 0 : gap) + length
                row += word
                return
            }
        }
        endRow()
        guard indent + length > width else {
            row += word
            column += length
            return
        }
        appendInPieces(word)
    }

    private mutating func appendInPieces(_ word: String) {
        for character in word {
            let length = Self.columns(of: String(character))
            if column + length > width { endRow() }
            row.append(character)
            column += length
        }
    }

    private mutating func endRow() {
        finished.append(row)
        row = String(repeating: " ", count: indent)
        column = indent
    }

    /// The columns that a terminal needs for the text at most.
    static func columns(of text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
    }

    private static func columns(of scalar: Unicode.Scalar) -> Int {
        if scalar.isASCII { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        // Terminals differ in the width of many characters, and none is wider than two columns.
        case _: return 2
        }
    }
}
