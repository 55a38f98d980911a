import Recording

/// A table in columns of plain text.
struct TextTable {
    /// The line width in characters.
    var width: Int
    /// Shows a text in the colour of its tone.
    var colouring: (String, Document.Tone) -> String

    /// The table.
    func text(of table: Document.Table) -> String {
        let cells = table.rows.map { $0.map { Escaping.terminal($0.text) } }
        let natural = table.columns.indices.map { column in
            cells.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        let total = zip(natural, table.columns).reduce(0) { $0 + max($1.0, $1.1.count) + 2 }
        let long = natural.indices.filter { natural[$0] > 40 }
        guard total > width + 24, !long.isEmpty, long.count < natural.count else {
            return columns(table.columns, table.rows, cells)
        }
        return stacked(table, cells, long)
    }

    /// The table with its short columns side by side, and each long cell below its row with the heading.
    private func stacked(_ table: Document.Table, _ cells: [[String]], _ long: [Int]) -> String {
        let short = table.columns.indices.filter { !long.contains($0) }
        let head = columns(
            short.map { table.columns[$0] }, table.rows.map { row in short.map { row[$0] } },
            cells.map { row in short.map { row[$0] } },
            below: { row in
                long.filter { !cells[row][$0].isEmpty }.flatMap { column in
                    let text = "\(table.columns[column]): \(cells[row][column])"
                    return WordWrapping.rows(of: text, width: width - 4).enumerated()
                        .map { ($0.offset == 0 ? "    " : "      ") + $0.element }
                }
            })
        return head
    }

    private func columns(
        _ headings: [String], _ rows: [[Document.Cell]], _ cells: [[String]], below: (Int) -> [String] = { _ in [] }
    ) -> String {
        let widths = columnWidths(headings, cells)
        var output = [row(headings, widths) { text, _ in text }]
        output.append(widths.map { String(repeating: "-", count: $0) }.joined(separator: "  "))
        for (index, texts) in cells.enumerated() {
            output.append(row(texts, widths) { text, column in colouring(text, rows[index][column].tone) })
            output += below(index)
        }
        return output.joined(separator: "\n")
    }

    /// The column widths. If the natural widths do not fit, the widest columns are narrowed.
    private func columnWidths(_ columns: [String], _ rows: [[String]]) -> [Int] {
        var widths = columns.indices.map { column in
            max(columns[column].count, rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0)
        }
        var excess = widths.reduce(0, +) + 2 * (widths.count - 1) - width
        while excess > 0, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > 12 {
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }

    private func row(_ texts: [String], _ widths: [Int], _ decorate: (String, Int) -> String) -> String {
        let broken = zip(texts, widths).map { WordWrapping.rows(of: $0, width: $1) }
        let height = broken.map(\.count).max() ?? 0
        return (0..<height).map { line in
            var output = ""
            for (column, cell) in broken.enumerated() {
                let text = line < cell.count ? cell[line] : ""
                let padding = column == broken.count - 1 ? 0 : widths[column] - text.count + 2
                output += (text.isEmpty ? "" : decorate(text, column)) + String(repeating: " ", count: max(0, padding))
            }
            while output.last == " " { output.removeLast() }
            return output
        }.joined(separator: "\n")
    }
}
