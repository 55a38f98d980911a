/// Renders a document as one self-contained HTML page, for light and dark displays, phones and paper. The page can be
/// read without scripts and network. With scripts, tables can be sorted and filtered.
public struct HTMLRenderer: Sendable {
    /// Creates a renderer.
    public init() {}

    /// The document as an HTML page, without a line feed at the end.
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
        \(HTMLStyle.text)
        </style>
        </head>
        <body>
        <main>
        <h1>\(Escaping.markup(document.title))</h1>
        \(body(of: document))
        </main>
        <script>
        \(HTMLAssets.script)
        </script>
        </body>
        </html>
        """
    }

    /// The blocks, with a table of contents below the headline, or at the beginning without a headline. A short
    /// document has no table of contents.
    private func body(of document: Document) -> String {
        var anchors = HTMLAnchors()
        var links: [String] = []
        var parts: [String] = []
        // The index of the table of contents.
        var contentsIndex = 0
        for block in document.blocks {
            if case .heading(let text) = block {
                let anchor = anchors.anchor(for: text)
                links.append("<a href=\"#\(anchor)\">\(Escaping.markup(text))</a>")
                parts.append("<h2 id=\"\(anchor)\">\(Escaping.markup(text))</h2>")
            } else {
                parts.append(markup(of: block))
            }
            if case .headline = block { contentsIndex = parts.count }
        }
        if links.count > 3 {
            parts.insert("<nav aria-label=\"Contents\">\(links.joined(separator: "\n"))</nav>", at: contentsIndex)
        }
        return parts.joined(separator: "\n")
    }

    /// A block as elements.
    private func markup(of block: Document.Block) -> String {
        switch block {
        case .heading(let text):
            return "<h2>\(Escaping.markup(text))</h2>"
        case .subheading(let text):
            return "<h3>\(BreakableText.markup(text))</h3>"
        case .headline(let headline):
            return
                "<div class=\"headline\(furtherClass(headline.tone))\"><p class=\"state\">\(Escaping.markup(headline.state))</p>"
                + "<p>\(Escaping.markup(headline.sentence))</p></div>"
        case .figures(let figures):
            let items = figures.map {
                "<li\(attribute($0.tone))><b>\(Escaping.markup($0.value))</b> <span>\(Escaping.markup($0.label))</span></li>"
            }
            return "<ul class=\"figures\">\n\(items.joined(separator: "\n"))\n</ul>"
        case .steps(let steps):
            return "<ol class=\"steps\">\n\(steps.map(markup).joined(separator: "\n"))\n</ol>"
        case .plots(let plots):
            return "<div class=\"plots\">\n\(plots.map(HTMLPlot.markup).joined(separator: "\n"))\n</div>"
        case .terms(let terms):
            let rows = terms.map { "<dt>\(Escaping.markup($0.name))</dt><dd>\(value(of: $0))</dd>" }
            return "<dl>\n\(rows.joined(separator: "\n"))\n</dl>"
        case .fold(let fold):
            return markup(of: fold)
        case .endOfSummary:
            return "<hr class=\"details\">"
        case .paragraph(let text, let tone):
            return "<p\(attribute(tone))>\(BreakableText.markup(text))</p>"
        case .list(let items):
            return "<ul>\n" + items.map { "<li>\(BreakableText.markup($0))</li>" }.joined(separator: "\n") + "\n</ul>"
        case .table(let table):
            return HTMLTable.markup(of: table)
        case .code(let text, _):
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { Escaping.markup(String($0).replacing("\t", with: "    ")) }
            return "<pre><code>\(lines.joined(separator: "\n"))</code></pre>"
        }
    }

    private func value(of term: Document.Term) -> String {
        let value = BreakableText.markup(term.value)
        guard let link = term.link else { return value }
        return "<a href=\"\(Escaping.markup(link))\">\(value)</a>"
    }

    private func markup(of step: Document.Step) -> String {
        let details = step.details.map { "<p>\(BreakableText.markup($0))</p>" }.joined()
        return "<li\(attribute(step.tone))><h3>\(BreakableText.markup(step.owner))</h3>"
            + "<p class=\"action\">\(Escaping.markup(step.sentence))</p>\(details)</li>"
    }

    private func markup(of fold: Document.Fold) -> String {
        let tag =
            fold.tag.isEmpty ? "" : "<span class=\"tag\(furtherClass(fold.tone))\">\(Escaping.markup(fold.tag))</span> "
        let subtitle =
            fold.subtitle.isEmpty ? "" : " <span class=\"subtitle\">\(Escaping.markup(fold.subtitle))</span>"
        let extent = fold.extent.isEmpty ? "" : " <span class=\"extent\">\(Escaping.markup(fold.extent))</span>"
        return "<details><summary>\(tag)<b>\(BreakableText.markup(fold.title))</b>\(subtitle)\(extent)</summary>\n"
            + "<div>\n\(fold.blocks.map(markup).joined(separator: "\n"))\n</div></details>"
    }

    /// The class for a tone, behind other classes of an element.
    private func furtherClass(_ tone: Document.Tone) -> String {
        tone == .plain ? "" : " \(tone.rawValue)"
    }

    /// The attribute with the class for a tone, for an element without other classes.
    private func attribute(_ tone: Document.Tone) -> String {
        tone == .plain ? "" : " class=\"\(tone.rawValue)\""
    }
}

/// A table in HTML, which a narrow display shows as a card for each row.
private enum HTMLTable {
    /// The table as an element.
    static func markup(of table: Document.Table) -> String {
        let head = table.columns.enumerated().map { column, text in
            let isNumber = table.hasNumbers(inColumn: column)
            return "<th scope=\"col\"\(isNumber ? " class=\"number\"" : "")>\(Escaping.markup(text))</th>"
        }.joined()
        let rows = table.rows.map { row in
            let cells = zip(row, table.columns).map { cell, column in markup(of: cell, in: column) }
            return "<tr>\(cells.joined())</tr>"
        }
        return "<table>\n<thead><tr>\(head)</tr></thead>\n<tbody>\n\(rows.joined(separator: "\n"))\n</tbody>\n</table>"
    }

    /// A cell, with classes by the length of its text. The style sheet keeps short text on one line and breaks long
    /// words. No column becomes too narrow in this way. On paper, only a tiny text stays on one line.
    private static func markup(of cell: Document.Cell, in column: String) -> String {
        var classes = cell.tone == .plain ? [] : [cell.tone.rawValue]
        let longestWord = BreakableText.longestUnbrokenWord
        if cell.text.count <= longestWord { classes.append("short") }
        if cell.text.count <= longestTinyText { classes.append("tiny") }
        if cell.text.split(separator: " ").contains(where: { $0.count > longestWord }) { classes.append("long") }
        let attribute = classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
        let order = cell.order.map { " data-order=\"\($0)\"" } ?? ""
        return "<td data-label=\"\(Escaping.markup(column))\"\(order)\(attribute)>"
            + "<span>\(BreakableText.markup(cell.text))</span></td>"
    }

    /// The length of a text that stays on one line even on paper, in characters.
    private static let longestTinyText = 12
}

/// Makes the anchors of a page's headings, such as `what-to-do`. Each anchor occurs once.
private struct HTMLAnchors {
    /// The number of headings that were made of each name.
    private var counts: [String: Int] = [:]

    /// The anchor for the next heading with this text.
    mutating func anchor(for heading: String) -> String {
        // A longer anchor would not help a reader.
        let scalars = heading.lowercased().unicodeScalars.prefix(64)
        let words = scalars.split { !(("a"..."z").contains($0) || ("0"..."9").contains($0)) }.map(String.init)
        let name = words.isEmpty ? "part" : words.joined(separator: "-")
        let count = counts[name, default: 0] + 1
        counts[name] = count
        // No other heading has the anchor, because no word ends with two hyphens and a number.
        return count == 1 ? name : "\(name)--\(count)"
    }
}
