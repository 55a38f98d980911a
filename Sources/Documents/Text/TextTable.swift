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
        if total > width + 24, !long.isEmpty, long.count < natural.count { return stacked(table, cells, long) }
        return stacked(table, cells, columnsBelow(table.columns, natural, cells))
    }

    /// The columns to show below their rows, to break no word of the others. Empty if two columns are not enough for
    /// that; then words are broken.
    private func columnsBelow(_ headings: [String], _ natural: [Int], _ cells: [[String]]) -> [Int] {
        let least = leastWidths(headings, cells)
        // The first column names the row.
        let widest = headings.indices.dropFirst().sorted { (natural[$1], $0) < (natural[$0], $1) }
        let choices = [[]] + (1...2).map { Array(widest.prefix($0)) }
        return choices.first { below in
            let rest = least.indices.filter { !below.contains($0) }.map { least[$0] }
            return below.count < headings.count && total(rest) <= width
        }?.sorted() ?? []
    }

    /// The widths that the longest words of columns need, where narrow columns have at least twelve characters.
    private func leastWidths(_ headings: [String], _ rows: [[String]]) -> [Int] {
        headings.indices.map { column in
            let texts = [headings[column]] + rows.compactMap { column < $0.count ? $0[column] : nil }
            let word = texts.map { $0.split(separator: " ").map(\.count).max() ?? 0 }.max() ?? 0
            return max(word, min(12, texts.map(\.count).max() ?? 0))
        }
    }

    private func total(_ widths: [Int]) -> Int { widths.reduce(0, +) + 2 * (widths.count - 1) }

    /// The table with its short columns side by side, and each long cell below its row with the heading.
    private func stacked(_ table: Document.Table, _ cells: [[String]], _ long: [Int]) -> String {
        let short = table.columns.indices.filter { !long.contains($0) }
        let head = columns(
            short.map { table.columns[$0] }, table.rows.map { row in short.map { row[$0] } },
            cells.map { row in short.map { row[$0] } },
            below: { row in
                long.filter { !cells[row][$0].isEmpty }.flatMap { column in
                    let text = "\(table.columns[column]): \(cells[row][column])"
                    return WordWrapping.rows(of: text, width: width - 6).enumerated()
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

    /// The column widths. If the natural widths do not fit, the widest columns are narrowed, to their longest words if
    /// these fit.
    private func columnWidths(_ columns: [String], _ rows: [[String]]) -> [Int] {
        var widths = columns.indices.map { column in
            max(columns[column].count, rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0)
        }
        var least = leastWidths(columns, rows)
        if total(least) > width { least = least.map { min($0, 12) } }
        var excess = total(widths) - width
        while excess > 0,
            let widest = widths.indices.filter({ widths[$0] > least[$0] }).max(by: { widths[$0] < widths[$1] })
        {
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
