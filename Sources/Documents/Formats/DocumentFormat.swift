/// The formats of results that are a document for readers, and lines of JSON for programs.
public enum DocumentFormat: String, CaseIterable, Sendable {
    case text, markdown, html, json

    /// The results in this format, without a line feed at the end.
    ///
    /// - Parameters:
    ///   - document: The results for readers.
    ///   - lines: The results as lines of JSON.
    ///   - renderer: The renderer of plain text.
    public func text(of document: Document, json lines: [[UInt8]], by renderer: TextRenderer) -> String {
        switch self {
        case .text: renderer.text(of: document)
        case .markdown: MarkdownRenderer().text(of: document)
        case .html: HTMLRenderer().text(of: document)
        case .json: lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
        }
    }
}
