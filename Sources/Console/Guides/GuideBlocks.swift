/// Converts the blocks of a guide from Markdown to HTML: headings with anchors, paragraphs, lists, tables and code. The
/// guides use no other blocks.
struct GuideBlocks {
    /// The lines that are not converted yet.
    private var lines: ArraySlice<Substring>

    init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    }

    /// All blocks in HTML.
    var markup: String {
        var reader = self
        var blocks: [String] = []
        while let line = reader.lines.first {
            switch Kind(line) {
            case .blank: reader.lines.removeFirst()
            case .code: blocks.append(reader.code())
            case .heading: blocks.append(Self.heading(reader.lines.removeFirst()))
            case .tableRow: blocks.append(reader.table())
            case .item, .numberedItem: blocks.append(reader.list())
            case .text: blocks.append("<p>\(GuideText.markup(of: reader.paragraph()))</p>")
            }
        }
        return blocks.joined(separator: "\n")
    }

    /// The kind of block that a line begins or continues.
    private enum Kind {
        case blank, code, heading, tableRow, item, numberedItem, text

        init(_ line: Substring) {
            if line.allSatisfy(\.isWhitespace) {
                self = .blank
            } else if line.hasPrefix("```") {
                self = .code
            } else if line.hasPrefix("#") {
                self = .heading
            } else if line.hasPrefix("|") {
                self = .tableRow
            } else if line.hasPrefix("- ") {
                self = .item
            } else {
                let digits = line.prefix(while: \.isNumber)
                self = !digits.isEmpty && line.dropFirst(digits.count).hasPrefix(". ") ? .numberedItem : .text
            }
        }
    }

    /// Takes the lines up to the end of a paragraph or an item, as one line of Markdown.
    private mutating func paragraph() -> String {
        var parts = [lines.removeFirst()]
        while let line = lines.first, case .text = Kind(line) {
            parts.append(line.drop { $0 == " " })
            lines.removeFirst()
        }
        return parts.joined(separator: " ")
    }

    /// Takes the lines of a block of code, up to its closing mark, and returns it in HTML.
    private mutating func code() -> String {
        lines.removeFirst()
        let content = lines.prefix { !$0.hasPrefix("```") }
        lines = lines.dropFirst(content.count + 1)
        return "<pre tabindex=\"0\"><code>\(GuideText.escaped(content.joined(separator: "\n")))</code></pre>"
    }

    /// Takes the items of the same kind that follow each other, and returns their list in HTML.
    private mutating func list() -> String {
        guard let first = lines.first else { return "" }
        let kind = Kind(first)
        var items: [String] = []
        while let line = lines.first, Kind(line) == kind {
            let text = paragraph()
            let words = text.drop { $0 != " " }.drop { $0 == " " }
            items.append("<li>\(GuideText.markup(of: words))</li>")
        }
        // A block of code between two items ends the list. The list after it continues the numbers.
        let start = kind == .numberedItem ? " start=\"\(first.prefix(while: \.isNumber))\"" : ""
        let name = kind == .numberedItem ? "ol" : "ul"
        return "<\(name)\(start)>\n\(items.joined(separator: "\n"))\n</\(name)>"
    }

    /// Takes the lines of a table, and returns it in HTML.
    private mutating func table() -> String {
        let rows = lines.prefix { Kind($0) == .tableRow }
        lines = lines.dropFirst(rows.count)
        let headings = rows.first.map(Self.cells) ?? []
        // The second row is the line of dashes below the headings.
        let body = rows.dropFirst(2).map { row in
            "<tr>\(Self.cells(of: row).map { "<td>\($0)</td>" }.joined())</tr>"
        }
        return """
            <div class="scrolls" tabindex="0"><table>
            <thead><tr>\(headings.map { "<th scope=\"col\">\($0)</th>" }.joined())</tr></thead>
            <tbody>
            \(body.joined(separator: "\n"))
            </tbody>
            </table></div>
            """
    }

    /// The content of the cells of a table's row, in HTML. A bar in code separates nothing.
    private static func cells(of row: Substring) -> [String] {
        var cells = [""]
        var isCode = false
        for character in row.drop(while: { $0 == "|" }) {
            if character == "`" { isCode.toggle() }
            if character == "|", !isCode { cells.append("") } else { cells[cells.count - 1].append(character) }
        }
        return cells.dropLast().map { GuideText.markup(of: $0.drop { $0 == " " }) }
    }

    /// A heading in HTML with its anchor: the one in the heading, as in `## <a id="name"></a>Words`, else the one that
    /// GitHub makes of the words.
    private static func heading(_ line: Substring) -> String {
        let level = min(line.prefix { $0 == "#" }.count, 6)
        var words = line.drop { $0 == "#" || $0 == " " }
        var anchor = words.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
            .replacing(" ", with: "-")
        if let written = words.prefixMatch(of: #/<a id="([a-z-]+)"><\/a>/#) {
            anchor = String(written.1)
            words = words[written.range.upperBound...]
        }
        return "<h\(level) id=\"\(GuideText.escaped(anchor))\">\(GuideText.markup(of: words))</h\(level)>"
    }
}
