import InternetNames
import Traffic
import TransportSecurity

/// The findings of an earlier report in JSON (`--baseline`), which do not count in a later report.
public struct Baseline: Decodable, Hashable, Sendable {
    /// The severities of the findings that counted, by their fingerprints. Waived findings are excluded: they count
    /// once the waiver is removed.
    public let severities: [String: ReportFinding.Severity]
    /// The exceptions under which the loads with the findings succeed, by the fingerprints of the findings.
    private var exceptions: [String: TransportSecurity.Finding.Exception] = [:]
    /// The ports of the findings, by their fingerprints.
    private(set) var ports: [String: Set<UInt16>] = [:]
    /// The hosts with judged loads of judged apps.
    private(set) var judgedHosts: Set<Host> = []

    /// Creates a baseline of findings with their severities.
    public init(_ severities: [String: ReportFinding.Severity]) {
        self.severities = severities
    }

    /// Creates the baseline of a report.
    public init(_ findings: [ReportFinding]) {
        let counted = findings.filter { $0.status == .new || $0.status == .known }
        self.init(Dictionary(counted.map { ($0.fingerprint, $0.severity) }, uniquingKeysWith: Self.worse))
        for finding in findings where exceptions[finding.fingerprint] == nil {
            exceptions[finding.fingerprint] = finding.finding.exception
        }
    }

    /// Decodes a report in the form of `report.schema.json`. Throws an error for any other JSON.
    public init(from decoder: any Decoder) throws {
        let report = try DecodedReport(from: decoder)
        guard report.schema == Report.schemaVersion else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "the schema is \(report.schema)"))
        }
        let counted = report.findings.filter { $0.status == "new" || $0.status == "known" }
        let severities = try counted.map { ($0.fingerprint, try $0.decodedSeverity()) }
        self.init(Dictionary(severities, uniquingKeysWith: Self.worse))
        for finding in report.findings {
            ports[finding.fingerprint, default: []].formUnion(finding.ports ?? [])
            if exceptions[finding.fingerprint] == nil {
                exceptions[finding.fingerprint] = finding.finding?.exception
            }
        }
        judgedHosts = Set((report.hosts ?? []).filter(\.isJudged).compactMap { Host($0.host) })
    }

    /// The fingerprints of the findings.
    public var fingerprints: Set<String> { Set(severities.keys) }

    /// Whether a finding is not worse than in the baseline: neither in its severity nor in the exception that it needs.
    func covers(_ finding: Finding, severity: ReportFinding.Severity, at host: Host, in app: String) -> Bool {
        let fingerprint = FindingFingerprint(rule: finding.rule, host: host, app: app).text
        guard let severityBefore = severities[fingerprint], severityBefore.rank <= severity.rank else { return false }
        guard severity == .violation, let exceptionBefore = exceptions[fingerprint] else { return true }
        guard let exceptionNow = finding.exception else { return false }
        // A key that only one of the exceptions has may come from a policy: an exception repeats the relaxations of the
        // policy's own entry.
        return exceptionBefore.keys.allSatisfy { key, valueBefore in
            guard let valueNow = exceptionNow.keys[key] else { return true }
            return PropertyValue.laxer(valueBefore, valueNow, of: key) == valueBefore
        }
    }

    private static func worse(
        _ left: ReportFinding.Severity, _ right: ReportFinding.Severity
    ) -> ReportFinding.Severity {
        left.rank < right.rank ? left : right
    }
}

/// The members of a report that a baseline needs. JSON without them is not a report.
private struct DecodedReport: Decodable {
    var schema: Int
    var failing: Bool
    var basis: DecodedBasis
    var sources: [DecodedSource]
    var findings: [DecodedFinding]
    var hosts: [DecodedHost]?
}

private struct DecodedBasis: Decodable {
    var kind: String
}

private struct DecodedSource: Decodable {
    var name: String
}

private struct DecodedFinding: Decodable {
    var fingerprint: String
    var status: String
    var severity: String
    var ports: [UInt16]?
    var finding: Details?

    struct Details: Decodable { var exception: Finding.Exception? }

    func decodedSeverity() throws -> ReportFinding.Severity {
        guard let decoded = ReportFinding.Severity(rawValue: severity) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "the severity is \(severity)"))
        }
        return decoded
    }
}

private struct DecodedHost: Decodable {
    var host: String
    var traffic: Traffic
    var decisions: [String: Int]
    var undeterminedLoads, claimedByClients, blockedWhenRecorded: Int?
    var policy: [String]

    struct Traffic: Decodable { var loads: Int }

    /// Whether at least one load was judged, by the same condition as `HostSummary.isJudged`, and belongs to an app
    /// that is judged.
    var isJudged: Bool {
        let failed = decisions[Decision.failed.rawValue, default: 0]
        let open = (undeterminedLoads ?? 0) + (claimedByClients ?? 0) + (blockedWhenRecorded ?? 0)
        return failed + open < traffic.loads && policy != [Requirements.Reason.otherApp.rawValue]
    }
}
