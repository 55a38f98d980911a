/// Renders a document as plain text for a terminal. Lines are wrapped at words; tables have columns, and long cells are
/// broken into lines.
public struct TextRenderer: Sendable {
    /// The line width in characters.
    var width: Int
    /// Whether tones are shown in colour (ECMA-48).
    public var usesColour: Bool

    /// Creates a renderer.
    public init(width: Int = 100, usesColour: Bool = false) {
        self.width = max(40, width)
        self.usesColour = usesColour
    }

    /// The document as text.
    public func text(of document: Document) -> String {
        var parts = [Escaping.terminal(document.title)]
        for block in document.blocks where block != .endOfSummary { parts.append(text(of: block)) }
        return parts.joined(separator: "\n\n")
    }

    private func text(of block: Document.Block) -> String {
        switch block {
        case .heading(let text):
            let text = Escaping.terminal(text)
            return text + "\n" + String(repeating: "-", count: text.count)
        case .subheading(let text):
            return WordWrapping.rows(of: Escaping.terminal(text), width: width).joined(separator: "\n")
        case .headline(let headline):
            let text = Escaping.terminal("\(headline.state): \(headline.sentence)")
            return coloured(WordWrapping.rows(of: text, width: width).joined(separator: "\n"), tone: headline.tone)
        case .figures(let figures):
            let parts = figures.map { Escaping.terminal("\($0.value) \($0.label)") }
            return WordWrapping.rows(of: parts.dropLast().map { $0 + "," } + parts.suffix(1), width: width)
                .joined(separator: "\n")
        case .steps(let steps):
            return steps.enumerated().map { text(of: $1, number: $0 + 1) }.joined(separator: "\n")
        case .plots(let plots):
            return plots.map { TextPlot(width: width).text(of: $0) }.joined(separator: "\n")
        case .terms(let terms):
            let texts = terms.map { Escaping.terminal("\($0.name): \($0.value)") }
            return texts.flatMap { WordWrapping.rows(of: $0, width: width, indent: 2) }.joined(separator: "\n")
        case .fold(let fold):
            return text(of: fold)
        case .endOfSummary:
            return ""
        case .paragraph(let text, let tone):
            return coloured(
                WordWrapping.rows(of: Escaping.terminal(text), width: width).joined(separator: "\n"), tone: tone)
        case .list(let items):
            return items.map { item in
                "- " + WordWrapping.rows(of: Escaping.terminal(item), width: width - 2).joined(separator: "\n  ")
            }.joined(separator: "\n")
        case .table(let table):
            return TextTable(table, width: width, colouring: coloured(_:tone:)).text
        case .code(let text, _):
            // The lines of code are kept, and each is escaped separately.
            return text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { "    " + Escaping.terminal(String($0).replacing("\t", with: "    ")) }.joined(separator: "\n")
        }
    }

    private func text(of step: Document.Step, number: Int) -> String {
        let mark = "\(number). "
        let indent = String(repeating: " ", count: mark.count)
        let head = Escaping.terminal("\(step.owner): \(step.sentence)")
        var lines = WordWrapping.rows(of: head, width: width - mark.count)
        lines[0] = coloured(lines[0], tone: step.tone)
        let details = Escaping.terminal(step.details.joined(separator: "; "))
        lines += WordWrapping.rows(of: details, width: width - mark.count - 2).map { "  " + $0 }
        return mark + lines.joined(separator: "\n" + indent)
    }

    /// The title of the fold, and its blocks below the title, indented.
    private func text(of fold: Document.Fold) -> String {
        let extent = fold.extent.isEmpty ? "" : "(\(fold.extent))"
        let tag = fold.tag.isEmpty ? "" : "\(fold.tag):"
        let head = [tag, fold.title, fold.subtitle, extent].filter { !$0.isEmpty }.joined(separator: " ")
        var lines = WordWrapping.rows(of: Escaping.terminal(head), width: width, indent: 4)
        lines[0] = coloured(lines[0], tone: fold.tone)
        let inner = TextRenderer(width: width - 2, usesColour: usesColour)
        let blocks = fold.blocks.map(inner.text(of:)).joined(separator: "\n")
        let body = blocks.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "  " + $0 }
        return (lines + (fold.blocks.isEmpty ? [] : body)).joined(separator: "\n")
    }

    /// The text in the colour of a tone, by escape sequences of ECMA-48.
    private func coloured(_ text: String, tone: Document.Tone) -> String {
        guard usesColour, let colour = tone.colour else { return text }
        return "\u{1B}[\(colour)m\(text)\u{1B}[0m"
    }
}
