import ArgumentParser
import Documents
import StandardStreams

extension DocumentFormat: ExpressibleByArgument {
    /// Prints results: the document, or for JSON the lines. Without a line, nothing is printed, not even a line feed.
    func print(_ document: Document, json lines: [[UInt8]]) {
        let text = text(of: document, json: lines, by: Terminal.renderer)
        if !text.isEmpty { Output.print(text) }
    }
}

extension ReportOutputOptions {
    /// The format of changes; nil if changes have no such format.
    var formatOfChanges: DocumentFormat? { DocumentFormat(rawValue: format.rawValue) }
}
