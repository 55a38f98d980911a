import TransportSecurity

/// The refusals of a server by rules that it does not violate today.
///
/// A newer system, a change of a CT log, and the limit of a root for certificates that are issued later can refuse it.
///
/// Verdicts are pure functions: the facts of today are judged at other times and under other systems.
public struct ComingRefusals {
    private let os: OSVersion
    private let time: Instant
    /// The rules that are violated today.
    private let violated: Set<RuleID>
    private let judge: (OSVersion, Instant) -> Verdict

    /// Prepares the search.
    ///
    /// - Parameters:
    ///   - os: The system of the verdict of today.
    ///   - time: Today.
    ///   - verdict: The verdict of today.
    ///   - judge: Judges the same facts under a system at a time.
    public init(
        after verdict: Verdict, under os: OSVersion, at time: Instant, judge: @escaping (OSVersion, Instant) -> Verdict
    ) {
        self.os = os
        self.time = time
        self.judge = judge
        violated = Set((verdict.violations + verdict.warnings).map(\.rule))
    }

    /// All refusals.
    public func conditions(for chain: ChainEvaluation?, logs: TransparencyLogList?) -> [Condition] {
        bySystem + byLog(of: chain, logs) + (chain.map(byRoot) ?? [])
    }

    /// The first newer system that refuses the server, for each rule.
    private var bySystem: [Condition] {
        var told = violated
        return os.successors.flatMap { newer in
            newFindings(under: newer, at: time, besides: &told).map { finding in
                Condition(
                    .coming, name: "\(newer): \(finding.rule.rawValue)",
                    text: (violated.isEmpty
                        ? "The server passes under \(os); under \(newer) it fails: "
                        : "Under \(newer) the server also fails: ") + finding.message)
            }
        }
    }

    /// The refusals on the dates on which logs of the server's timestamps change their state.
    private func byLog(of chain: ChainEvaluation?, _ logs: TransparencyLogList?) -> [Condition] {
        guard let chain, let leaf = chain.leaf, let logs else { return [] }
        let dates = Set(chain.timestamps.compactMap { logs.logs[$0.logID]?.stateSince })
            .filter { $0 > time && $0 <= leaf.notAfter }
        var told = violated
        return dates.sorted().flatMap { date in
            newFindings(under: os, at: date, besides: &told).map { finding in
                Condition(
                    .coming, name: "\(date.date): \(finding.rule.rawValue)",
                    text: (violated.isEmpty
                        ? "The server passes until \(date.date), when a CT log changes its state: "
                        : "On \(date.date), when a CT log changes its state, the server also fails: ")
                        + finding.message)
            }
        }
    }

    /// The refusal of the next certificate, by the limit of its root.
    private func byRoot(of chain: ChainEvaluation) -> [Condition] {
        guard let limit = chain.limit, let until = limit.issuedUntil, let leaf = chain.leaf, let root = chain.path.last,
            leaf.notBefore <= until, os.equivalentIOS >= limit.since
        else { return [] }
        let passes = violated.isEmpty ? "The server passes under \(os); " : ""
        return [
            Condition(
                .coming, name: "root until \(until.date): \(RuleID.certificateTrust.rawValue)",
                text: passes
                    + "\(limit.decidedBy) accepts no certificate below the root \(root.subject) that is issued after "
                    + "\(until.date) (\(limit.source)). The next one, due by \(leaf.notAfter.date), needs another root."
            )
        ]
    }

    /// The findings by rules that are not told yet. Their rules then count as told.
    private func newFindings(
        under os: OSVersion, at date: Instant, besides told: inout Set<RuleID>
    ) -> [Finding] {
        let verdict = judge(os, date)
        // Expiry is told by the renewal window.
        let found = (verdict.violations + verdict.warnings).filter {
            $0.rule != .certificateValidity && !told.contains($0.rule)
        }
        told.formUnion(found.map(\.rule))
        return found
    }
}
