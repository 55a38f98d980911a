import Documents
import StandardStreams

/// Prints the changes that `report --compare`, `--against` and `--history` find: as text, Markdown or HTML, or as lines
/// of JSON.
struct ComparisonOutput {
    /// The formats in which changes can be printed.
    static let formats: [ReportOutputOptions.Format] = [.text, .markdown, .html, .json]

    private let format: ReportOutputOptions.Format

    /// Creates the output in one of `formats`.
    init(_ format: ReportOutputOptions.Format) {
        precondition(Self.formats.contains(format), "changes have no such format")
        self.format = format
    }

    /// Prints the document, or for JSON the lines.
    func print(_ document: Document, json lines: [[UInt8]]) {
        switch format {
        case .text: Output.print(Terminal.renderer.text(of: document))
        case .markdown: Output.print(MarkdownRenderer().text(of: document))
        case .html: Output.print(HTMLRenderer().text(of: document))
        case .json, .sarif, .xcode, .junit, .csv, .csvHosts:
            for line in lines { Output.print(String(decoding: line, as: UTF8.self)) }
        }
    }
}
