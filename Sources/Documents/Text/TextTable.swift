/// A table as plain text. Columns that do not fit side by side are shown below their rows.
struct TextTable {
    /// The line width in characters.
    private let width: Int
    /// Shows a text in the colour of its tone.
    private let colouring: (String, Document.Tone) -> String
    private let columns: [Column]
    /// The number of rows below the headings.
    private let rowCount: Int

    /// Creates a table of a width in characters.
    init(_ table: Document.Table, width: Int, colouring: @escaping (String, Document.Tone) -> String) {
        self.width = width
        self.colouring = colouring
        rowCount = table.rows.count
        columns = table.columns.enumerated().map { index, heading in
            Column(heading: heading, cells: table.rows.map { $0[index] })
        }
    }

    /// The lines of the table, with line feeds in between.
    var text: String {
        let indicesBelow = indicesBelow
        let beside = columns.indices.filter { !indicesBelow.contains($0) }.map { columns[$0] }
        let widths = fittingWidths(of: beside)
        var lines = [line(of: beside.map(\.heading), widths: widths) { text, _ in text }]
        lines.append(widths.map { String(repeating: "-", count: $0) }.joined(separator: "  "))
        for row in 0..<rowCount {
            lines.append(
                line(of: beside.map { $0.texts[row] }, widths: widths) { text, column in
                    colouring(text, beside[column].tones[row])
                })
            lines += indicesBelow.flatMap { linesBelow(row: row, of: columns[$0]) }
        }
        return lines.joined(separator: "\n")
    }

    /// A column with its widths in characters.
    private struct Column {
        let heading: String
        let texts: [String]
        let tones: [Document.Tone]
        /// The width of the longest cell.
        let cellWidth: Int
        /// The width of the longest word, or that of the whole column if it is narrow.
        let leastWidth: Int
        /// The width in which no text is broken.
        var naturalWidth: Int { max(heading.count, cellWidth) }

        /// The width up to which a column is narrow, and is broken only if nothing else helps.
        static let narrowWidth = 12
        /// The width beyond which a cell has a long text.
        static let longCellWidth = 40

        init(heading: String, cells: [Document.Cell]) {
            self.heading = heading
            texts = cells.map { Escaping.terminal($0.text) }
            tones = cells.map(\.tone)
            cellWidth = texts.map(\.count).max() ?? 0
            let words = ([heading] + texts).flatMap { $0.split(separator: " ") }
            let longestWord = words.map(\.count).max() ?? 0
            leastWidth = max(longestWord, min(Self.narrowWidth, max(heading.count, cellWidth)))
        }
    }
}

extension TextTable {
    /// The indices of the columns to show below their rows, in order.
    ///
    /// All columns with long texts are chosen if the table is much too wide. Otherwise at most two columns are chosen,
    /// to break no word of the others; no column if two are not enough for that. The first column then stays, because
    /// it names the row.
    private var indicesBelow: [Int] {
        let long = columns.indices.filter { columns[$0].cellWidth > Column.longCellWidth }
        let isMuchTooWide = total(columns.map(\.naturalWidth)) > width + Self.tolerableExcess
        if isMuchTooWide, !long.isEmpty, long.count < columns.count { return long }

        let widestFirst = columns.indices.dropFirst().sorted { left, right in
            (columns[right].cellWidth, left) < (columns[left].cellWidth, right)
        }
        for count in 0...2 where count < columns.count {
            let below = widestFirst.prefix(count)
            let beside = columns.indices.filter { !below.contains($0) }
            if total(beside.map { columns[$0].leastWidth }) <= width { return below.sorted() }
        }
        return []
    }

    /// The widths of columns that are shown side by side. If the natural widths do not fit, the widest columns are
    /// narrowed, to their longest words if these fit.
    private func fittingWidths(of columns: [Column]) -> [Int] {
        var widths = columns.map(\.naturalWidth)
        var least = columns.map(\.leastWidth)
        if total(least) > width { least = least.map { min($0, Column.narrowWidth) } }
        // Each step makes the widest column narrower by one character.
        for _ in 0..<max(0, total(widths) - width) {
            let shrinkable = widths.indices.filter { widths[$0] > least[$0] }
            guard let widest = shrinkable.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
        }
        return widths
    }

    /// The number of characters by which a table may be too wide without being much too wide.
    private static let tolerableExcess = 22

    /// The width of columns with two spaces between them.
    private func total(_ widths: [Int]) -> Int { widths.reduce(0, +) + 2 * (widths.count - 1) }
}

extension TextTable {
    /// One row of cells, whose texts are broken into lines.
    ///
    /// - Parameter decorate: Changes the colour of a text in the column at an index.
    private func line(of texts: [String], widths: [Int], decorate: (String, Int) -> String) -> String {
        let broken = zip(texts, widths).map { WordWrapping.rows(of: $0, width: $1) }
        let height = broken.map(\.count).max() ?? 0
        var lines: [String] = []
        for row in 0..<height {
            var line = ""
            for (column, cell) in broken.enumerated() {
                let text = row < cell.count ? cell[row] : ""
                let padding = column == broken.count - 1 ? 0 : widths[column] - text.count + 2
                line += (text.isEmpty ? "" : decorate(text, column)) + String(repeating: " ", count: max(0, padding))
            }
            while line.last == " " { line.removeLast() }
            lines.append(line)
        }
        return lines.joined(separator: "\n")
    }

    /// The lines of a cell below its row, with the heading of the column; none for an empty cell.
    private func linesBelow(row: Int, of column: Column) -> [String] {
        let cell = column.texts[row]
        guard !cell.isEmpty else { return [] }
        return WordWrapping.rows(of: "\(column.heading): \(cell)", width: width - 6).enumerated().map { index, line in
            (index == 0 ? "    " : "      ") + line
        }
    }
}
