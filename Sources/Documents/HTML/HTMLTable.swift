/// A table in HTML, which a narrow display shows as a card for each row.
enum HTMLTable {
    /// The table.
    static func markup(of table: Document.Table) -> String {
        let head = table.columns.enumerated().map { column, text in
            let isNumber = table.hasNumbers(inColumn: column)
            return "<th scope=\"col\"\(isNumber ? " class=\"number\"" : "")>\(Escaping.markup(text))</th>"
        }.joined()
        let rows = table.rows.map { row in
            "<tr>\(zip(row, table.columns).map { markup(of: $0, in: $1) }.joined())</tr>"
        }
        return "<table>\n<thead><tr>\(head)</tr></thead>\n<tbody>\n\(rows.joined(separator: "\n"))\n</tbody>\n</table>"
    }

    /// A cell, with classes by the length of its text. The style sheet keeps short text on one line and breaks long
    /// words. All columns thus keep a usable width.
    private static func markup(of cell: Document.Cell, in column: String) -> String {
        var classes = cell.tone == .plain ? [] : [cell.tone.rawValue]
        if cell.text.count <= 24 { classes.append(cell.text.count <= 12 ? "short tiny" : "short") }
        if cell.text.split(separator: " ").contains(where: { $0.count > 24 }) { classes.append("long") }
        let attribute = classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
        let order = cell.order.map { " data-order=\"\($0)\"" } ?? ""
        return "<td data-label=\"\(Escaping.markup(column))\"\(order)\(attribute)>"
            + "<span>\(BreakableText.markup(cell.text))</span></td>"
    }
}
