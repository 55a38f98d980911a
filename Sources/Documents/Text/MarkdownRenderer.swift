/// Renders a document as GitHub Flavored Markdown, for a job summary or a pull request.
public struct MarkdownRenderer: Sendable {
    /// Creates a renderer.
    public init() {}

    /// The document as Markdown, without a line feed at the end.
    public func text(of document: Document) -> String {
        let blocks = document.blocks.filter { $0 != .endOfSummary }
        return (["## " + Escaping.markdown(document.title)] + blocks.map(text)).joined(separator: "\n\n")
    }

    private func text(of block: Document.Block) -> String {
        switch block {
        case .heading(let text): return "### " + Escaping.markdown(text)
        case .subheading(let text): return "#### " + Escaping.markdown(text)
        case .headline(let headline):
            return sign(headline.tone) + "**\(Escaping.markdown(headline.state))**: "
                + Escaping.markdown(headline.sentence)
        case .figures(let figures):
            return figures.map { "**\(Escaping.markdown($0.value))** \(Escaping.markdown($0.label))" }
                .joined(separator: " · ")
        case .steps(let steps): return steps.enumerated().map { text(of: $1, number: $0 + 1) }.joined(separator: "\n")
        case .plots(let plots): return plots.map(text).joined(separator: "\n\n")
        case .terms(let terms):
            return terms.map { "- \(Escaping.markdown($0.name)): \(Escaping.markdown($0.value))" }
                .joined(separator: "\n")
        case .fold(let fold): return text(of: fold)
        case .endOfSummary: return ""
        case .paragraph(let text, let tone): return sign(tone) + Escaping.markdown(text)
        case .list(let items): return items.map { "- " + Escaping.markdown($0) }.joined(separator: "\n")
        case .table(let table): return text(of: table)
        case .code(let text, let language): return code(text, language: language)
        }
    }

    private func text(of step: Document.Step, number: Int) -> String {
        let mark = "\(number). "
        let lineBreak = "\n" + String(repeating: " ", count: mark.count)
        let head = "**\(Escaping.markdown(step.owner))**: \(Escaping.markdown(step.sentence))"
        return ([mark + sign(step.tone) + head] + step.details.map { "- " + Escaping.markdown($0) })
            .joined(separator: lineBreak)
    }

    private func text(of plot: Document.Plot) -> String {
        let title = Escaping.markdown(plot.title)
        switch plot.shape {
        case .bars:
            let rows = plot.points.map { "| \(Escaping.markdown($0.name)) | \(Quantity.grouped($0.value)) |" }
            return (["| \(title) | |", "| --- | ---: |"] + rows).joined(separator: "\n")
        case .columns:
            return code(TextPlot(width: 100).text(of: plot), language: "text")
        }
    }

    /// The fold as an element `details`. GitHub renders the Markdown in this element if blank lines surround it.
    private func text(of fold: Document.Fold) -> String {
        let title = "<b>\(Escaping.markupInMarkdown(fold.title))</b>"
        let tag = fold.tag.isEmpty ? "" : sign(fold.tone) + Escaping.markupInMarkdown(fold.tag) + ":"
        let subtitle = Escaping.markupInMarkdown(fold.subtitle)
        let extent = fold.extent.isEmpty ? "" : Escaping.markupInMarkdown("(\(fold.extent))")
        let summary = [tag, title, subtitle, extent].filter { !$0.isEmpty }.joined(separator: " ")
        return (["<details><summary>\(summary)</summary>"] + fold.blocks.map(text) + ["</details>"])
            .joined(separator: "\n\n")
    }

    private func text(of table: Document.Table) -> String {
        var lines = ["| " + table.columns.map(Escaping.markdown).joined(separator: " | ") + " |"]
        let rule = table.columns.indices.map { column in
            table.hasNumbers(inColumn: column) ? "---:" : "---"
        }
        lines.append("| " + rule.joined(separator: " | ") + " |")
        for row in table.rows {
            lines.append("| " + row.map { sign($0.tone) + Escaping.markdown($0.text) }.joined(separator: " | ") + " |")
        }
        return lines.joined(separator: "\n")
    }

    /// A code block whose fence is longer than any sequence of backticks in the text.
    private func code(_ text: String, language: String) -> String {
        var longestRun = 2
        var run = 0
        // A fence has at least three backticks.
        for character in text {
            run = character == "`" ? run + 1 : 0
            longestRun = max(longestRun, run)
        }
        let fence = String(repeating: "`", count: longestRun + 1)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { Escaping.terminal(String($0).replacing("\t", with: "    ")) }
        return ([fence + language] + lines + [fence]).joined(separator: "\n")
    }

    /// The sign before a text of a tone, with a space.
    private func sign(_ tone: Document.Tone) -> String {
        switch tone {
        case .plain, .muted: return ""
        case .good: return "✅ "
        case .bad: return "❌ "
        case .caution: return "⚠️ "
        }
    }
}
