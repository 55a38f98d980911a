/// Wraps words into rows of limited width. A row breaks between words, and all rows except the first are indented.
public struct WordWrapping {
    private let width: Int
    private let indent: Int
    private let keepsLongWords: Bool
    /// Returns the columns that a text takes.
    private let columns: (String) -> Int
    /// The rows before the last one.
    private var finishedRows: [String] = []
    /// The last row.
    private var row = ""
    /// The columns of the last row.
    private var column = 0
    /// Whether the last row has no word yet.
    private var isRowEmpty = true

    /// Creates rows of at most `width` columns.
    ///
    /// - Parameters:
    ///   - indent: The columns before all rows but the first.
    ///   - keepsLongWords: Whether a word that is longer than a row is kept whole, for copying. Otherwise the word is
    ///     broken.
    ///   - columns: The columns that a text takes; by default one for each character.
    public init(
        width: Int, indent: Int = 0, keepsLongWords: Bool = false, columns: @escaping (String) -> Int = { $0.count }
    ) {
        (self.width, self.indent, self.keepsLongWords, self.columns) = (width, indent, keepsLongWords, columns)
    }

    /// Creates rows for a terminal that must not wrap them itself. A terminal of fewer than 24 columns is treated as
    /// one of 24.
    package init(terminalWidth width: Int, indent: Int) {
        // The last column stays free, because terminals differ in their behaviour after a character in it.
        self.init(width: max(24, width) - 1, indent: indent, columns: Self.columnsAtMost)
    }

    /// The rows, without line feeds.
    public var rows: [String] { finishedRows + (isRowEmpty ? [] : [row]) }

    /// Appends a word after a number of spaces, or at the beginning of the next row.
    ///
    /// - Parameters:
    ///   - columns: The columns of the word, if they are not those of its characters.
    ///   - gap: The number of spaces before the word, unless it begins a row.
    public mutating func append(_ word: String, columns: Int? = nil, gap: Int = 1) {
        let length = columns ?? self.columns(word)
        if !isRowEmpty {
            if column + gap + length <= width {
                row += String(repeating: " ", count: gap) + word
                column += gap + length
                return
            }
            endRow()
        }
        if column + length <= width || keepsLongWords {
            appendToRow(word, columns: length)
        } else {
            appendInPieces(word)
        }
    }

    /// Appends a word that is longer than a row, broken at the ends of rows.
    private mutating func appendInPieces(_ word: String) {
        for character in word {
            let length = columns(String(character))
            if column + length > width, !isRowEmpty { endRow() }
            appendToRow(String(character), columns: length)
        }
    }

    private mutating func appendToRow(_ text: String, columns: Int) {
        row += text
        column += columns
        isRowEmpty = false
    }

    private mutating func endRow() {
        finishedRows.append(row)
        row = String(repeating: " ", count: indent)
        column = indent
        isRowEmpty = true
    }
}

extension WordWrapping {
    /// The words of a text in rows, at least one. A word that is longer than a row is broken.
    public static func rows(of text: String, width: Int, indent: Int = 0) -> [String] {
        rows(of: text.split(separator: " ").map(String.init), width: width, indent: indent)
    }

    /// Parts in rows, at least one. A part is broken only if it is longer than a row, whether it has spaces or not.
    public static func rows(of parts: [String], width: Int, indent: Int = 0) -> [String] {
        var wrapping = WordWrapping(width: width, indent: indent)
        for part in parts { wrapping.append(part) }
        return wrapping.rows.isEmpty ? [""] : wrapping.rows
    }

    /// The columns that a terminal needs for the text at most.
    package static func columnsAtMost(of text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + columnsAtMost(of: $1) }
    }

    private static func columnsAtMost(of scalar: Unicode.Scalar) -> Int {
        if scalar.isASCII { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        // Terminals differ in the width of many characters, and none is wider than two columns.
        case _: return 2
        }
    }
}
