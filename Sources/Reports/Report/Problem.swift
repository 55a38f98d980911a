import Documents
import InternetNames
import Traffic
import TransportSecurity

/// The findings of one rule at one host with the same severity and status, in all apps together. Reports count
/// problems.
struct Problem: Hashable {
    /// The findings, at least one: those that count first.
    var findings: [ReportFinding]
    /// The loads of all findings.
    var traffic: TrafficCount

    /// The host.
    var host: Host { findings[0].host }
    /// The rule.
    var rule: RuleID { findings[0].finding.rule }
    /// The first finding, which documents show for all of them.
    var finding: Finding { findings[0].finding }
    /// The severity of the problem. A violation in one app may be a warning for another.
    var severity: ReportFinding.Severity { findings[0].severity }
    /// Whether neither the baseline nor a waiver covers the problem.
    var counts: Bool { findings[0].status.counts }
    /// The significance of the problem.
    var tone: Document.Tone { findings[0].tone }
    /// The names of the apps, in order.
    var apps: [String] { Set(findings.map(\.app)).sorted() }

    /// The apps with their builds, such as `Shop 7.1, 7.2; Pay 3.0`.
    var builds: String {
        let versionsByApp = Dictionary(grouping: findings, by: \.app).mapValues { Set($0.flatMap(\.versions)).sorted() }
        let names = versionsByApp.sorted { $0.key < $1.key }.map { app, versions in
            versions.isEmpty ? app : "\(app) \(versions.listed(atMost: 5))"
        }
        return names.listed(atMost: 10, separator: "; ")
    }

    /// The IP addresses of the devices, in order.
    var devices: [String] { Set(findings.flatMap(\.devices)).sorted() }
    /// The ports of the loads.
    var ports: Set<UInt16> { Set(findings.flatMap(\.ports)) }
    /// The schemes of the loads.
    var schemes: Set<Load.Scheme> { Set(findings.flatMap(\.schemes)) }
    /// The ports as a clause; nil if there is only the usual port of the schemes.
    var portClause: String? { ports.clause(of: schemes) }
    /// Paths of loads, at most three.
    var paths: [String] { Array(findings.flatMap(\.paths).distinct.prefix(TextSample.limit)) }

    /// Groups findings, which are in the order of a report, into problems: those that count first, then by severity,
    /// then by the number of loads.
    static func problems(of findings: [ReportFinding]) -> [Problem] {
        var indices: [Key: Int] = [:]
        var problems: [Problem] = []
        for finding in findings {
            let key = Key(
                host: finding.host, rule: finding.finding.rule, severity: finding.severity,
                standing: finding.status.standing)
            if let index = indices[key] {
                problems[index].findings.append(finding)
                problems[index].traffic.add(finding.traffic)
            } else {
                indices[key] = problems.count
                problems.append(Problem(findings: [finding], traffic: finding.traffic))
            }
        }
        return problems.sorted { left, right in
            if left.rank != right.rank { return left.rank < right.rank }
            if left.traffic.loads != right.traffic.loads { return left.traffic.loads > right.traffic.loads }
            if left.host != right.host { return left.host.description < right.host.description }
            return left.rule.rawValue < right.rule.rawValue
        }
    }

    private struct Key: Hashable {
        var host: Host
        var rule: RuleID
        var severity: ReportFinding.Severity
        var standing: ReportFinding.Status.Standing
    }

    /// The position of the problem in order: those that count first, and the most severe first among them.
    private var rank: Int { (counts ? 0 : ReportFinding.Severity.allCases.count) + severity.rank }
}

extension ReportFinding.Status {
    /// The properties that the findings of one problem share.
    fileprivate enum Standing: Hashable {
        case counts, known, waived
    }

    fileprivate var standing: Standing {
        switch self {
        case .new, .expired: return .counts
        case .known: return .known
        case .waived: return .waived
        }
    }
}
