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
        let findings = (verdict.violations + verdict.warnings).filter {
            $0.rule != .certificateValidity && !told.contains($0.rule)
        }
        told.formUnion(findings.map(\.rule))
        return findings
    }
}

extension OSVersion {
    /// The newer versions of the same system with other rules or another trust store, oldest first.
    var successors: [OSVersion] {
        var reached = stage
        return (Self.released[family] ?? []).filter { newer in
            guard newer.version > version, newer.stage > reached else { return false }
            reached = newer.stage
            return true
        }
    }

    /// The number of changes of the rules up to this version.
    private var stage: Int { Self.changes.count { $0 <= equivalentIOS } }

    /// The versions of iOS that changed the rules for servers, and those with another trust store.
    private static let changes: [Version] = [
        Version(major: 9, minor: 3), Version(major: 10), Version(major: 11), Version(major: 12),
        Version(major: 12, minor: 1), Version(major: 12, minor: 2), Version(major: 13), Version(major: 13, minor: 4),
        Version(major: 14), Version(major: 15), Version(major: 15, minor: 4), Version(major: 16), Version(major: 17),
        Version(major: 18), Version(major: 18, minor: 4), Version(major: 26), Version(major: 26, minor: 4),
        Version(major: 27),
    ]

    /// The versions of each system that can have a change, oldest first.
    private static let released: [Family: [OSVersion]] = Dictionary(
        uniqueKeysWithValues: Family.allCases.map { family in
            let versions = (0...newest.version.major).flatMap { major in
                // The largest minor number of a system that counts is that of OS X 10.15.
                (0...15).compactMap { OSVersion("\(family.rawValue)\(major).\($0)") }
            }
            return (family, versions)
        })
}
