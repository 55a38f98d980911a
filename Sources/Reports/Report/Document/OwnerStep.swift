import Documents
import InternetNames
import Recordings
import TransportSecurity

/// A change that the owner of hosts can make, with the problems that it removes. A report lists these changes as steps.
struct OwnerStep: Hashable {
    /// The registrable domain of the hosts, or the address of the host.
    var owner: String
    /// The change in one sentence.
    var fix: String
    /// The problems, most severe first.
    var problems: [Problem]

    /// The steps for problems that count, most important first: those about violations, then those about the most
    /// loads. The problems must be in the order of `Problem.problems`.
    static func steps(for problems: [Problem], owner: (Host) -> String) -> [OwnerStep] {
        var indices: [Key: Int] = [:]
        var steps: [OwnerStep] = []
        for problem in problems where problem.counts {
            let key = Key(owner: owner(problem.host), fix: problem.findings[0].fix)
            if let index = indices[key] {
                steps[index].problems.append(problem)
            } else {
                indices[key] = steps.count
                steps.append(OwnerStep(owner: key.owner, fix: key.fix, problems: [problem]))
            }
        }
        return steps.sorted { left, right in
            if left.rank != right.rank { return left.rank < right.rank }
            if left.loads != right.loads { return left.loads > right.loads }
            return (left.owner, left.fix) < (right.owner, right.fix)
        }
    }

    /// The number of loads with one of the problems. A load with several problems counts for each.
    var loads: Int { problems.reduce(0) { $0 + $1.traffic.loads } }

    /// The step for readers.
    ///
    /// - Parameter namesApps: Whether the loads belong to apps. An app without a name is said not to be known.
    func step(namesApps: Bool) -> Document.Step {
        let hosts = problems.map { $0.host.named(at: $0.ports, of: $0.schemes) }.distinct
        let rules = problems.map(\.rule.rawValue).distinct
        let names = namesApps ? problems.flatMap(\.apps).distinct.sorted() : []
        let apps = names.map { $0 == RecordingFilter.unknownName ? "app not known" : $0 }
        return Document.Step(
            owner, sentence: fix,
            details: [
                hosts.listed(atMost: 3) + " (" + rules.listed(atMost: 3) + ")",
                [Quantity.of(loads, "load"), apps.listed(atMost: 3)].filter { !$0.isEmpty }.joined(separator: ", "),
            ], tone: problems[0].tone)
    }

    /// The steps that are not shown, in one sentence: how many, and the kinds of their problems.
    static func sentence(on steps: some Collection<OwnerStep>) -> String {
        let problems = steps.flatMap(\.problems)
        let kinds = ReportFinding.Severity.allCases.compactMap { severity -> String? in
            let matching = problems.filter { $0.severity == severity }
            guard !matching.isEmpty else { return nil }
            let count =
                severity == .failsUnlessAccepted
                ? "\(Quantity.of(matching.count, "failure")) of trust that only the app can accept"
                : "\(Quantity.grouped(matching.count)) \(severity.phrase(of: matching.count))"
            return "\(count) (\(ruleCounts(of: matching)))"
        }
        return "\(Quantity.of(steps.count, "more change")) for \(kinds.joined(separator: ", "))."
    }

    /// The rules of problems with their numbers, most frequent first, such as `tls.version ×3, cleartext`.
    private static func ruleCounts(of problems: [Problem]) -> String {
        let counts = Dictionary(grouping: problems, by: \.rule).mapValues(\.count)
        let sorted = counts.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
        return sorted.map { rule, count in
            count == 1 ? rule.rawValue : "\(rule.rawValue) ×\(Quantity.grouped(count))"
        }.joined(separator: ", ")
    }

    private struct Key: Hashable {
        var owner: String
        var fix: String
    }

    private var rank: Int { problems[0].severity.rank }
}
