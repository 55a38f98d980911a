import Documents
import JSONWriting
import Judging
import TransportSecurity

/// The result of `report --compare`: the changes that another policy or OS makes to the verdicts on recorded traffic.
public struct VerdictComparison: Sendable {
    /// The source of the verdicts after the change.
    public var basis: Report.Basis
    /// The changed verdicts, those that got worse first.
    public var changes: [VerdictChange]
    /// The violations that are the same before and after.
    public var remaining: [VerdictChange]
    /// The gaps after the change.
    public var gaps: [ReportGap]
    /// Whether a verdict that was known before is not known after the change.
    public var losesVerdicts: Bool

    /// Compares verdicts on the same entries in the same order.
    ///
    /// Findings that a waiver or a baseline covers in the report are left out on both sides.
    ///
    /// - Parameter report: The report on the verdicts after the change.
    public init(from before: [JudgedEntry], to after: [JudgedEntry], report: Report) {
        let excused = Set(report.findings.filter { !$0.status.counts }.map(\.fingerprint))
        let (old, new) = Self.comparable(before: before, after: after, without: excused)
        basis = report.basis
        changes = VerdictChange.changes(from: old, to: new)
        remaining = VerdictChange.remaining(from: old, to: new)
        gaps = report.gaps
        losesVerdicts = zip(old, new).contains { Self.isVerdictLost(before: $0, after: $1) }
    }

    /// Whether the verdict on loads was known before, and is not after the change.
    private static func isVerdictLost(before: JudgedEntry, after: JudgedEntry) -> Bool {
        if after.isUndetermined, !before.isUndetermined { return true }
        return after.leavesOpen(aViolationOf: before) || after.lacksRoot || after.lacksPolicy
    }

    /// The verdicts without the excused findings, and without repeated ones. A finding in a tunnel is repeated if the
    /// first decision on the same loads has it.
    ///
    /// A finding that is repeated in only one of the two verdicts is kept in both. Otherwise, its removal would look
    /// like a change.
    private static func comparable(
        before: [JudgedEntry], after: [JudgedEntry], without excused: Set<String>
    ) -> (old: [JudgedEntry], new: [JudgedEntry]) {
        var (old, new) = (before.withoutRepeatedFindings(), after.withoutRepeatedFindings())
        for index in old.indices where new.indices.contains(index) {
            old[index].restoreFindings(of: before[index], byRulesFoundIn: new[index])
            new[index].restoreFindings(of: after[index], byRulesFoundIn: old[index])
        }
        return (old.map { $0.without(excused) }, new.map { $0.without(excused) })
    }

    /// The exit status: 1 if a verdict got worse, 2 if none did but not everything was judged, else 0. Violations that
    /// existed before do not count.
    public var status: Int32 {
        if changes.contains(where: \.isWorse) { return 1 }
        return losesVerdicts || !gaps.isEmpty ? 2 : 0
    }

    /// The outcome in one sentence.
    public var outcome: String {
        let parts = VerdictChange.Kind.allCases.compactMap { kind -> String? in
            let count = Set(changes.filter { $0.kind == kind }.map(\.host)).count
            guard count > 0, let verb = kind.verb(isOne: count == 1) else { return nil }
            return "\(Quantity.of(count, "host")) \(verb)"
        }
        let result = parts.isEmpty ? "No recorded load gets another verdict" : parts.joined(separator: ", ")
        return result + (gaps.isEmpty ? "." : ", but not everything was judged.")
    }

    /// The comparison as a document for readers.
    public var document: Document {
        var document = Document(title: "What changes under another policy")
        document.blocks = [.paragraph(outcome, tone: Document.Tone(status: status)), .paragraph(basis.sentence)]
        if !gaps.isEmpty { document.blocks.append(.list(gaps.map { "\($0.sentence) \($0.fix)" })) }
        for kind in VerdictChange.Kind.allCases {
            let rows = changes.filter { $0.kind == kind }
            if !rows.isEmpty { document.blocks += [.heading(kind.heading)] + Document.blocks(on: rows) }
        }
        if !remaining.isEmpty {
            document.blocks += [.heading(VerdictChange.Kind.same.heading)] + Document.blocks(on: remaining)
        }
        return document
    }

    /// The comparison as lines of JSON: one object for each change, then one for each violation that remains.
    public var lines: [[UInt8]] { (changes + remaining).map(\.line) }
}

extension JudgedEntry {
    /// Puts back those findings, removed as repeated, whose rules the other entry still has findings of.
    ///
    /// - Parameter full: The entry before its repeated findings were removed.
    fileprivate mutating func restoreFindings(of full: JudgedEntry, byRulesFoundIn other: JudgedEntry) {
        let rules = Set((other.violations + other.warnings).map(\.rule))
        violations = full.violations.filter { violations.contains($0) || rules.contains($0.rule) }
        warnings = full.warnings.filter { warnings.contains($0) || rules.contains($0.rule) }
    }

    /// The entry without the findings that have these fingerprints.
    fileprivate func without(_ fingerprints: Set<String>) -> JudgedEntry {
        guard let host = entry.decision.host, !fingerprints.isEmpty else { return self }
        func isExcused(_ finding: Finding) -> Bool {
            fingerprints.contains(FindingFingerprint(rule: finding.rule, host: host, app: appName).text)
        }
        var judged = self
        judged.violations.removeAll(where: isExcused)
        judged.warnings.removeAll(where: isExcused)
        return judged
    }
}

extension Document.Tone {
    /// The tone of a comparison with an exit status: 1 if something got worse, 2 if not everything was judged, else 0.
    init(status: Int32) {
        if status == 1 {
            self = .bad
        } else {
            self = status == 2 ? .caution : .good
        }
    }
}

extension VerdictChange.Kind {
    fileprivate var heading: String {
        switch self {
        case .worse: return "Worse"
        case .undetermined: return "Not known after the change"
        case .better: return "Better"
        case .different: return "Different"
        case .same: return "Violated before and after"
        }
    }

    /// The effect of such a change on hosts, as a verb; nil if nothing changes.
    fileprivate func verb(isOne: Bool) -> String? {
        switch self {
        case .worse: return isOne ? "gets worse" : "get worse"
        case .undetermined: return isOne ? "has no known verdict any more" : "have no known verdict any more"
        case .better: return isOne ? "gets better" : "get better"
        case .different: return isOne ? "changes in its findings" : "change in their findings"
        case .same: return nil
        }
    }
}
