import Documents
import InternetNames
import Recordings
import Traffic
import TransportSecurity

/// The findings of an earlier report, which do not count in a later one.
public struct Baseline: Decodable, Hashable, Sendable {
    /// The severities of the findings that counted, by their fingerprints. Waived findings are excluded: they count
    /// once the waiver is removed.
    public let severities: [String: ReportFinding.Severity]

    /// The fingerprints of the findings.
    public var fingerprints: Set<String> { Set(severities.keys) }

    /// The exceptions that permitted the loads, by the fingerprints of the findings.
    private var exceptions: [String: TransportSecurity.Finding.Exception] = [:]
    /// The ports of the findings, by their fingerprints.
    private var ports: [String: Set<UInt16>] = [:]
    /// The hosts with judged loads of judged apps.
    private var judgedHosts: Set<Host> = []

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
        exceptions = Dictionary(
            findings.compactMap { found in found.finding.exception.map { (found.fingerprint, $0) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// Whether a finding is not worse than in the baseline: neither in its severity nor in the exception that it needs.
    func covers(
        _ finding: TransportSecurity.Finding, severity: ReportFinding.Severity, at host: Host, in app: String
    ) -> Bool {
        let fingerprint = ReportFinding.fingerprint(of: ReportFinding.problem(of: finding.rule, at: host), in: app)
        guard let known = severities[fingerprint], known.rank <= severity.rank else { return false }
        guard severity == .violation, let before = exceptions[fingerprint] else { return true }
        guard let now = finding.exception else { return false }
        // A key that only one of the exceptions has may come from a policy: an exception repeats the relaxations of the
        // policy's own entry.
        return before.keys.allSatisfy { key, value in
            now.keys[key].map { PropertyValue.laxer(value, $0, of: key) == value } ?? true
        }
    }

    /// Decodes a report in the form of `report.schema.json`. Throws an error for any other JSON.
    public init(from decoder: any Decoder) throws {
        let report = try Report(from: decoder)
        guard report.schema == Reports.Report.schemaVersion else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "the schema is \(report.schema)"))
        }
        self.init(
            Dictionary(
                try report.findings.filter { $0.status == "new" || $0.status == "known" }
                    .map { ($0.fingerprint, try $0.known()) },
                uniquingKeysWith: { $0.rank < $1.rank ? $0 : $1 }))
        ports = Dictionary(
            report.findings.map { ($0.fingerprint, Set($0.ports ?? [])) }, uniquingKeysWith: { $0.union($1) })
        exceptions = Dictionary(
            report.findings.compactMap { found in found.finding?.exception.map { (found.fingerprint, $0) } },
            uniquingKeysWith: { first, _ in first })
        judgedHosts = Set((report.hosts ?? []).filter(\.isJudged).compactMap { Host($0.host) })
    }

    /// The members of a report that a baseline needs. JSON without them is not a report.
    private struct Report: Decodable {
        var schema: Int
        var failing: Bool
        var basis: Basis
        var sources: [Source]
        var findings: [Finding]
        var hosts: [HostTraffic]?
    }

    private struct HostTraffic: Decodable {
        var host: String
        var traffic: Traffic
        var decisions: [String: Int]
        var undeterminedLoads, claimedByClients, blockedWhenRecorded: Int?
        var policy: [String]

        struct Traffic: Decodable { var loads: Int }

        /// Whether at least one load was judged, as `HostSummary.isJudged` has it.
        var isJudged: Bool {
            let open = (undeterminedLoads ?? 0) + (claimedByClients ?? 0) + (blockedWhenRecorded ?? 0)
            return decisions[Decision.failed.rawValue, default: 0] + open < traffic.loads
                && policy != [Requirements.Reason.otherApp.rawValue]
        }
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
        var ports: [UInt16]?
        var finding: Details?

        struct Details: Decodable { var exception: TransportSecurity.Finding.Exception? }

        func known() throws -> ReportFinding.Severity {
            guard let known = ReportFinding.Severity(rawValue: severity) else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: [], debugDescription: "the severity is \(severity)"))
            }
            return known
        }
    }
}

extension Baseline {
    /// The findings and hosts of the baseline that a recording does not exercise, as gaps, and the findings that are
    /// gone.
    ///
    /// - Parameters:
    ///   - present: The fingerprints of the recording's findings.
    ///   - hosts: The hosts that the recording judges.
    func compared(
        with present: Set<String>, on hosts: Set<Host>, exercised: ExercisedLoads, choosing filter: RecordingFilter
    ) -> (gaps: [ReportGap], resolved: [String]) {
        var gone: [String] = []
        var unexercised: [String] = []
        var named: Set<Host> = []
        for fingerprint in fingerprints.subtracting(present).sorted() {
            guard let (rule, host, app) = ReportFinding.parts(of: fingerprint) else {
                unexercised.append(fingerprint)
                continue
            }
            if exercised.exercises(rule, at: host, ports: ports[fingerprint] ?? [], by: app) {
                gone.append(fingerprint)
            } else if filter.chooses(app: app, host) {
                unexercised.append(fingerprint)
                named.insert(host)
            }
        }
        let missing = judgedHosts.subtracting(hosts).subtracting(named).filter { filter.chooses(app: nil, $0) }
            .map(\.description).sorted()
        var gaps: [ReportGap] = []
        let fix = "Record loads of them again, or take a newer report as the baseline."
        if !unexercised.isEmpty {
            let count = unexercised.count
            gaps.append(
                ReportGap(
                    kind: .baseline, count: count,
                    sentence: "\(Quantity.of(count, "finding")) of the baseline \(count == 1 ? "was" : "were") not "
                        + "exercised, and may still be there: \(unexercised.listed(atMost: 5)).",
                    fix: fix))
        }
        if !missing.isEmpty {
            gaps.append(
                ReportGap(
                    kind: .baseline, count: missing.count,
                    sentence: "\(Quantity.of(missing.count, "host")) of the baseline "
                        + "\(missing.count == 1 ? "is" : "are") not judged any more: \(missing.listed(atMost: 5)).",
                    fix: fix))
        }
        return (gaps, gone)
    }
}
