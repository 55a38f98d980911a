/// An earlier report in JSON, for comparison with a later one.
public struct Baseline: Decodable, Hashable, Sendable {
    /// The severities of the findings that counted, by their fingerprints. Waived findings are excluded, so that they
    /// count once the waiver is removed.
    public let severities: [String: ReportFinding.Severity]

    /// The fingerprints of the findings.
    public var fingerprints: Set<String> { Set(severities.keys) }

    /// Creates a baseline of findings with their severities.
    public init(_ severities: [String: ReportFinding.Severity]) {
        self.severities = severities
    }

    /// Creates the baseline of a report.
    public init(_ findings: [ReportFinding]) {
        self.init(
            Dictionary(
                findings.filter { $0.status == .new || $0.status == .known }.map { ($0.fingerprint, $0.severity) },
                uniquingKeysWith: { $0.rank < $1.rank ? $0 : $1 }))
    }

    /// Decodes the report. Throws an error for anything but a report in the form of `report.schema.json`.
    public init(from decoder: any Decoder) throws {
        let report = try Report(from: decoder)
        guard report.schema == Audit.Report.schemaVersion else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "the schema is \(report.schema)"))
        }
        self.init(
            Dictionary(
                try report.findings.filter { $0.status == "new" || $0.status == "known" }
                    .map { ($0.fingerprint, try $0.known()) },
                uniquingKeysWith: { $0.rank < $1.rank ? $0 : $1 }))
    }

    /// The members that every report has, and nothing else of this program.
    private struct Report: Decodable {
        var schema: Int
        var failing: Bool
        var basis: Basis
        var sources: [Source]
        var findings: [Finding]
    }

    private struct Basis: Decodable {
        var kind: String
    }

    private struct Source: Decodable {
        var name: String
    }

    private struct Finding: Decodable {
        var fingerprint: String
        var status: String
        var severity: String

        func known() throws -> ReportFinding.Severity {
            guard let known = ReportFinding.Severity(rawValue: severity) else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: [], debugDescription: "the severity is \(severity)"))
            }
            return known
        }
    }
}
