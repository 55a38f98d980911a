/// An earlier report in JSON, for comparison with a later one.
public struct Baseline: Decodable, Sendable {
    /// The fingerprints of the findings that counted. Waived findings are excluded, so that they count once the waiver
    /// is removed.
    public let fingerprints: Set<String>

    /// Decodes the report. Throws an error if it has no findings member.
    public init(from decoder: any Decoder) throws {
        let report = try Report(from: decoder)
        fingerprints = Set(
            report.findings.filter { $0.status == "new" || $0.status == "known" }.map(\.fingerprint))
    }

    private struct Report: Decodable {
        var findings: [Finding]
    }

    private struct Finding: Decodable {
        var fingerprint: String
        var status: String
    }
}
