import Documents
import InternetNames

/// The formats of a report, by their names in `--format`.
public enum ReportFormat: String, CaseIterable, Sendable {
    case text, markdown, html, json, sarif, xcode, junit, csv
    case csvHosts = "csv-hosts"

    /// The report in this format, without a line feed at the end.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - renderer: The renderer of plain text.
    ///   - location: The file that findings are located in. Only SARIF and Xcode have one.
    ///   - directory: The directory at which a relative path of the file begins; nil if it is not a file. Only Xcode
    ///     needs it.
    ///   - version: The version of the program, for SARIF.
    ///   - isVerbose: Whether text has the whole report in place of one screen, and Markdown names the hosts that pass,
    ///     and the hosts of each kind of note.
    ///   - publicSuffixes: The suffixes below which names have owners, by which hosts are grouped.
    public func text(
        of report: Report, by renderer: TextRenderer, at location: FindingLocation, from directory: String? = nil,
        version: String, isVerbose: Bool = false, publicSuffixes: PublicSuffixes
    ) -> String {
        func document(isVerbose: Bool) -> Document {
            report.document(limit: Self.rowLimit, isVerbose: isVerbose, publicSuffixes: publicSuffixes)
        }
        switch self {
        case .text:
            return renderer.text(
                of: isVerbose ? document(isVerbose: true) : report.brief(publicSuffixes: publicSuffixes))
        case .markdown: return MarkdownRenderer().text(of: document(isVerbose: isVerbose))
        case .html: return HTMLRenderer().text(of: report.document(publicSuffixes: publicSuffixes))
        case .json: return String(decoding: report.line, as: UTF8.self)
        case .sarif: return String(decoding: SARIFReport(report, at: location, version: version).line, as: UTF8.self)
        case .xcode: return XcodeReport(report, at: location, from: directory).text
        case .junit: return JUnitReport(report).text
        case .csv: return CSVReport(report).findings.withoutLastLineFeed
        case .csvHosts: return CSVReport(report).hosts.withoutLastLineFeed
        }
    }

    /// The largest number of rows of a table in text and Markdown. HTML has all rows.
    private static let rowLimit = 200

    /// Creates the format of the same name.
    public init(_ format: DocumentFormat) {
        switch format {
        case .text: self = .text
        case .markdown: self = .markdown
        case .html: self = .html
        case .json: self = .json
        }
    }

    /// The media type.
    public var contentType: String {
        switch self {
        case .text, .xcode: return "text/plain; charset=utf-8"
        case .markdown: return "text/markdown; charset=utf-8"
        case .html: return "text/html; charset=utf-8"
        case .json: return "application/json"
        case .sarif: return "application/sarif+json"
        case .junit: return "application/xml"
        case .csv, .csvHosts: return "text/csv; charset=utf-8"
        }
    }

    /// The end of the names of files in this format.
    public var fileExtension: String {
        switch self {
        case .text, .xcode: return "txt"
        case .markdown: return "md"
        case .html: return "html"
        case .json: return "json"
        case .sarif: return "sarif"
        case .junit: return "xml"
        case .csv, .csvHosts: return "csv"
        }
    }
}

extension String {
    /// The text without the line feed at its end, which printing adds again.
    fileprivate var withoutLastLineFeed: String { String(String.UnicodeScalarView(unicodeScalars.dropLast())) }
}
