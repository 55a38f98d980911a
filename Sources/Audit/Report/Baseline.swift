/// An earlier report in JSON, as far as a later one is held against it.
public struct Baseline: Decodable, Sendable {
    /// The fingerprints of what counted then. What a waiver overlooked then is not known: it counts once that is gone.
    public let fingerprints: Set<String>

    /// Reads the report; an error where it has no findings.
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
