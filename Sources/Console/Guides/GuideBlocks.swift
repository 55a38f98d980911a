/// The blocks of a guide: headings with anchors, paragraphs, lists, tables and code. The guides use no other Markdown.
struct GuideBlocks {
    /// The lines that are not converted yet.
    private var lines: ArraySlice<Substring>

    init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    }

    /// The markup of all blocks.
    var markup: String {
        var reader = self
        var blocks: [String] = []
        while let line = reader.lines.first {
            switch Kind(line) {
            case .blank: reader.lines.removeFirst()
            case .code: blocks.append(reader.code())
            case .heading: blocks.append(Self.heading(reader.lines.removeFirst()))
            case .row: blocks.append(reader.table())
            case .item, .numberedItem: blocks.append(reader.list())
            case .text: blocks.append("<p>\(GuideText.markup(of: reader.paragraph()))</p>")
            }
        }
        return blocks.joined(separator: "\n")
    }

    /// The block that a line begins or continues.
    private enum Kind {
        case blank, code, heading, row, item, numberedItem, text

        init(_ line: Substring) {
            if line.allSatisfy(\.isWhitespace) {
                self = .blank
            } else if line.hasPrefix("```") {
                self = .code
            } else if line.hasPrefix("#") {
                self = .heading
            } else if line.hasPrefix("|") {
                self = .row
            } else if line.hasPrefix("- ") {
                self = .item
            } else {
                let digits = line.prefix(while: \.isNumber)
                self = !digits.isEmpty && line.dropFirst(digits.count).hasPrefix(". ") ? .numberedItem : .text
            }
        }
    }

    /// The lines up to the end of a paragraph or an item, as one text.
    private mutating func paragraph() -> String {
        var words = [lines.removeFirst()]
        while let line = lines.first, case .text = Kind(line) {
            words.append(line.drop { $0 == " " })
            lines.removeFirst()
        }
        return words.joined(separator: " ")
    }

    /// The markup of a block of code, up to its closing mark.
    private mutating func code() -> String {
        lines.removeFirst()
        let content = lines.prefix { !$0.hasPrefix("```") }
        lines = lines.dropFirst(content.count + 1)
        return "<pre tabindex=\"0\"><code>\(GuideText.escaped(content.joined(separator: "\n")))</code></pre>"
    }

    /// The markup of the items of the same kind that follow each other.
    private mutating func list() -> String {
        guard let first = lines.first else { return "" }
        let kind = Kind(first)
        var items: [String] = []
        while let line = lines.first, Kind(line) == kind {
            let text = paragraph()
            let words = text.drop { $0 != " " }.drop { $0 == " " }
            items.append("<li>\(GuideText.markup(of: words))</li>")
        }
        // A block of code between two items ends a list, and the next one goes on counting.
        let start = kind == .numberedItem ? " start=\"\(first.prefix(while: \.isNumber))\"" : ""
        let name = kind == .numberedItem ? "ol" : "ul"
        return "<\(name)\(start)>\n\(items.joined(separator: "\n"))\n</\(name)>"
    }

    /// The markup of a table.
    private mutating func table() -> String {
        let rows = lines.prefix { Kind($0) == .row }
        lines = lines.dropFirst(rows.count)
        let cells = rows.map(Self.cells)
        // The second row is the line below the headings.
        let body = cells.dropFirst(2).map { "<tr>\($0.map { "<td>\($0)</td>" }.joined())</tr>" }
        let head = (cells.first ?? []).map { "<th scope=\"col\">\($0)</th>" }.joined()
        return "<div class=\"scrolls\" tabindex=\"0\"><table>\n<thead><tr>\(head)</tr></thead>\n<tbody>\n"
            + body.joined(separator: "\n") + "\n</tbody>\n</table></div>"
    }

    /// The markup of the cells of a row. A bar in code separates nothing.
    private static func cells(of row: Substring) -> [String] {
        var cells = [""]
        var isCode = false
        for character in row.drop(while: { $0 == "|" }) {
            if character == "`" { isCode.toggle() }
            if character == "|", !isCode { cells.append("") } else { cells[cells.count - 1].append(character) }
        }
        return cells.dropLast().map { GuideText.markup(of: $0.drop { $0 == " " }) }
    }

    /// A heading with its anchor: the one that is written in it, else that of its words, as GitHub makes it.
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
