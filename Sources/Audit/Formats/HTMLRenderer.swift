/// Renders a document as one self-contained HTML page, for light and dark displays, phones and paper. The page can be
/// read without scripts and network. With scripts, tables can be sorted and filtered.
public struct HTMLRenderer: Sendable {
    /// Creates a renderer.
    public init() {}

    /// The document as an HTML page.
    public func text(of document: Document) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="\(HTMLAssets.contentSecurityPolicy)">
        <title>\(Escaping.markup(document.title))</title>
        <style>
        \(HTMLAssets.style)
        </style>
        </head>
        <body>
        <main>
        <h1>\(Escaping.markup(document.title))</h1>
        \(document.blocks.map(markup).joined(separator: "\n"))
        </main>
        <script>
        \(HTMLAssets.script)
        </script>
        </body>
        </html>

        """
    }

    private func markup(of block: Document.Block) -> String {
        switch block {
        case .heading(let text):
            return "<h2>\(Escaping.markup(text))</h2>"
        case .paragraph(let text, let tone):
            return "<p\(attribute(tone))>\(Escaping.markup(text))</p>"
        case .list(let items):
            return "<ul>\n" + items.map { "<li>\(Escaping.markup($0))</li>" }.joined(separator: "\n") + "\n</ul>"
        case .table(let table):
            return markup(of: table)
        case .code(let text, _):
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { Escaping.markup(String($0).replacing("\t", with: "    ")) }
            return "<pre><code>\(lines.joined(separator: "\n"))</code></pre>"
        }
    }

    private func markup(of table: Document.Table) -> String {
        let head = table.columns.map { "<th scope=\"col\">\(Escaping.markup($0))</th>" }.joined()
        let rows = table.rows.map { row in
            "<tr>\(zip(row, table.columns).map { markup(of: $0, in: $1) }.joined())</tr>"
        }
        return "<table>\n<thead><tr>\(head)</tr></thead>\n<tbody>\n\(rows.joined(separator: "\n"))\n</tbody>\n</table>"
    }

    /// A cell. Short text stays on one line, and long words may be broken, so that all columns keep a usable width.
    private func markup(of cell: Document.Cell, in column: String) -> String {
        var classes = cell.tone == .plain ? [] : [cell.tone.rawValue]
        if cell.text.count <= 24 { classes.append(cell.text.count <= 12 ? "short tiny" : "short") }
        if cell.text.split(separator: " ").contains(where: { $0.count > 24 }) { classes.append("long") }
        let attribute = classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
        let order = cell.order.map { " data-order=\"\($0)\"" } ?? ""
        return "<td data-label=\"\(Escaping.markup(column))\"\(order)\(attribute)>"
            + "<span>\(breakable(cell.text))</span></td>"
    }

    /// The escaped text, with break opportunities in long words at the boundaries of their parts.
    private func breakable(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            guard word.count > 24 else { return Escaping.markup(String(word)) }
            var parts: [Substring] = []
            var start = word.startIndex
            for index in word.indices.dropFirst() where Self.isBoundary(word[word.index(before: index)], word[index]) {
                parts.append(word[start..<index])
                start = index
            }
            parts.append(word[start...])
            return parts.map { Escaping.markup(String($0)) }.joined(separator: "<wbr>")
        }.joined(separator: " ")
    }

    /// Whether a line may be broken between two characters: after an underscore, as in `SHA_256`, or a slash, and
    /// before a capital, as in `AllowsInsecure`.
    private static func isBoundary(_ before: Character, _ after: Character) -> Bool {
        before == "_" || before == "/" || before.isLowercase && after.isUppercase
    }

    private func attribute(_ tone: Document.Tone) -> String {
        tone == .plain ? "" : " class=\"\(tone.rawValue)\""
    }
}
