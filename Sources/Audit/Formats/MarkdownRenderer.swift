/// Renders a document as GitHub Flavored Markdown, for a job summary or a pull request.
public struct MarkdownRenderer: Sendable {
    /// Creates a renderer.
    public init() {}

    /// The document as Markdown.
    public func text(of document: Document) -> String {
        (["## " + Escaping.markdown(document.title)] + document.blocks.map(text)).joined(separator: "\n\n") + "\n"
    }

    private func text(of block: Document.Block) -> String {
        switch block {
        case .heading(let text): return "### " + Escaping.markdown(text)
        case .paragraph(let text, let tone): return sign(tone) + Escaping.markdown(text)
        case .list(let items): return items.map { "- " + Escaping.markdown($0) }.joined(separator: "\n")
        case .table(let table): return text(of: table)
        case .code(let text, let language): return code(text, language)
        }
    }

    private func text(of table: Document.Table) -> String {
        var lines = ["| " + table.columns.map(Escaping.markdown).joined(separator: " | ") + " |"]
        let rule = table.columns.indices.map { column in
            !table.rows.isEmpty && table.rows.allSatisfy { column < $0.count && $0[column].order != nil }
                ? "---:" : "---"
        }
        lines.append("| " + rule.joined(separator: " | ") + " |")
        for row in table.rows {
            lines.append("| " + row.map { sign($0.tone) + Escaping.markdown($0.text) }.joined(separator: " | ") + " |")
        }
        return lines.joined(separator: "\n")
    }

    /// A code block whose fence is longer than any sequence of backticks in the text.
    private func code(_ text: String, _ language: String) -> String {
        var longest = 2
        var run = 0
        for character in text {
            run = character == "`" ? run + 1 : 0
            longest = max(longest, run)
        }
        let fence = String(repeating: "`", count: longest + 1)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { Escaping.terminal(String($0).replacing("\t", with: "    ")) }
        return ([fence + language] + lines + [fence]).joined(separator: "\n")
    }

    private func sign(_ tone: Document.Tone) -> String {
        switch tone {
        case .plain, .muted: return ""
        case .good: return "✅ "
        case .bad: return "❌ "
        case .caution: return "⚠️ "
        }
    }
}
