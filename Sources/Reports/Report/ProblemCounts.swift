import InternetNames

/// The numbers of problems in a report, which all formats show. A problem is the findings of one rule at one host.
public struct ProblemCounts: Hashable, Sendable {
    /// The number of violations that are neither in the baseline nor waived.
    public var violations = 0
    /// The number of problems for which a load fails unless the app accepts the server, neither in the baseline nor
    /// waived.
    public var failsUnlessAccepted = 0
    /// The number of warnings that are neither in the baseline nor waived.
    public var warnings = 0
    /// The number of problems in the baseline.
    public var inBaseline = 0
    /// The number of problems that a waiver covers.
    public var waived = 0
    /// The hosts with a violation that is neither in the baseline nor waived.
    public var violatedHosts: Set<Host> = []
    /// The hosts with a problem for which a load fails unless the app accepts the server.
    public var unacceptedHosts: Set<Host> = []
    /// The hosts with a problem that makes the report fail.
    public var failingHosts: Set<Host> = []

    /// The number of problems that make the report fail.
    public var failing: Int { violations + failsUnlessAccepted }

    /// Counts problems.
    init(_ problems: some Sequence<Problem>) {
        for problem in problems {
            // All findings of a problem have the same standing.
            switch problem.findings[0].status {
            case .known: inBaseline += 1
            case .waived: waived += 1
            case .new, .expired: count(problem)
            }
        }
    }

    private mutating func count(_ problem: Problem) {
        switch problem.severity {
        case .violation:
            violations += 1
            violatedHosts.insert(problem.host)
            failingHosts.insert(problem.host)
        case .failsUnlessAccepted:
            failsUnlessAccepted += 1
            unacceptedHosts.insert(problem.host)
            failingHosts.insert(problem.host)
        case .warning:
            warnings += 1
        }
    }
}

extension Report {
    /// The numbers of all problems.
    public var counts: ProblemCounts { ProblemCounts(Problem.problems(of: findings)) }

    /// The numbers of the problems of each app with findings, by its name.
    public var countsByApp: [String: ProblemCounts] {
        Dictionary(grouping: findings, by: \.app).mapValues { ProblemCounts(Problem.problems(of: $0)) }
    }
}
