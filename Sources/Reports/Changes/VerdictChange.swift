import Documents
import InternetNames
import JSONWriting
import Judging
import TransportSecurity

/// Traffic of one host with its verdicts under two policies or systems: a row of `report --compare` and of
/// `policy diff`.
public struct VerdictChange: Hashable, Sendable {
    /// The host.
    public var host: Host
    /// The verdict under the first policy.
    public var before: Verdict
    /// The verdict under the second policy.
    public var after: Verdict
    /// The findings of both verdicts, one for each rule.
    public var findings: [Finding] = []
    /// The reason why the verdict under the second policy is not known, in one sentence; nil if it is known.
    public var reason: String?
    /// The traffic with the change.
    public var traffic = TrafficCount()

    /// A verdict as far as verdicts are compared: by the rules with findings, in the order of `RuleID`.
    public struct Verdict: Hashable, Sendable {
        /// The rules that are violated.
        public var violations: [RuleID]
        /// The rules by which the loads fail unless the app accepts them.
        public var unaccepted: [RuleID]
        /// The rules with warnings, which the app was seen to accept.
        public var warnings: [RuleID]
        /// Whether the verdict cannot be determined from the recording, leaves open a rule that the other verdict finds
        /// violated, or is on loads without a finding that are not known to succeed.
        public var isUndetermined: Bool
        /// The reason why loads without a finding are not known to succeed; nil if they are known to succeed.
        private var notJudged: NotJudgedReason?

        init(_ judged: JudgedEntry, notJudged: NotJudgedReason?, comparedWith other: JudgedEntry) {
            violations = RuleID.allCases.filter(Set(judged.violations.map(\.rule)).contains)
            let overridable = RuleID.allCases.filter(Set(judged.warnings.map(\.rule)).contains)
            let isAccepted = judged.severityOfWarnings == .warning
            unaccepted = isAccepted ? [] : overridable
            warnings = isAccepted ? overridable : []
            self.notJudged = violations.isEmpty && overridable.isEmpty ? notJudged : nil
            isUndetermined =
                judged.isUndetermined || judged.leavesOpen(aViolationOf: other) || self.notJudged != nil
        }

        /// The verdict in a few words.
        public var prose: String {
            if !violations.isEmpty {
                return "violates \(Self.names(violations))" + (isUndetermined ? ", otherwise undetermined" : "")
            }
            if !unaccepted.isEmpty { return "fails unless the app accepts it: \(Self.names(unaccepted))" }
            if isUndetermined { return notJudged?.rawValue ?? "undetermined" }
            return warnings.isEmpty ? "passes" : "warning, the app accepted it: \(Self.names(warnings))"
        }

        private static func names(_ rules: [RuleID]) -> String { rules.map(\.rawValue).joined(separator: ", ") }

        /// The rules by which the loads fail, if the app does not accept them where it may.
        var failing: Set<RuleID> { Set(violations + unaccepted) }
    }

    /// The changes between two verdicts on the same entries in the same order, by host.
    public static func changes(from before: [JudgedEntry], to after: [JudgedEntry]) -> [VerdictChange] {
        grouped(before: before, after: after) { before, after in before != after }
    }

    /// The violations that two verdicts on the same entries in the same order share, by host, where nothing changes.
    public static func remaining(from before: [JudgedEntry], to after: [JudgedEntry]) -> [VerdictChange] {
        grouped(before: before, after: after) { before, after in before == after && !before.failing.isEmpty }
    }

    /// The pairs of verdicts for which a condition holds, with the traffic that has them, by host.
    private static func grouped(
        before: [JudgedEntry], after: [JudgedEntry], where isIncluded: (_ before: Verdict, _ after: Verdict) -> Bool
    ) -> [VerdictChange] {
        var changes: [Key: VerdictChange] = [:]
        var traffic: [Key: AffectedTraffic] = [:]
        let (reasonsBefore, reasonsAfter) = (before.notJudgedReasons, after.notJudgedReasons)
        for (index, (old, new)) in zip(before, after).enumerated() {
            guard let host = new.entry.decision.host else { continue }
            let key = Key(
                host: host, before: Verdict(old, notJudged: reasonsBefore[index], comparedWith: new),
                after: Verdict(new, notJudged: reasonsAfter[index], comparedWith: old))
            guard isIncluded(key.before, key.after) else { continue }
            let empty = VerdictChange(host: host, before: key.before, after: key.after)
            changes[key, default: empty].addFindings(before: old, after: new)
            traffic[key, default: AffectedTraffic()].add(new.entry)
        }
        for (key, traffic) in traffic { changes[key]?.traffic = traffic.total }
        // A load can have two entries: that of its first decision, which may stay undetermined, and that of its tunnel.
        // If the verdict on the tunnel got worse, the host is listed for that, and not as undetermined as well.
        let hostsThatGotWorse = Set(changes.values.filter(\.isWorse).map(\.host))
        return changes.values.filter { $0.kind != .undetermined || !hostsThatGotWorse.contains($0.host) }
            .sorted { left, right in
                if left.isWorse != right.isWorse { return left.isWorse }
                if left.host != right.host { return left.host.description < right.host.description }
                return left.traffic.loads > right.traffic.loads
            }
    }

    /// Adds the findings of two verdicts on the same loads.
    private mutating func addFindings(before old: JudgedEntry, after new: JudgedEntry) {
        for finding in new.violations + new.warnings + old.violations + old.warnings
        where !findings.contains(where: { $0.rule == finding.rule }) {
            findings.append(finding)
        }
        if after.isUndetermined, reason == nil { reason = new.undeterminedReason(beside: old) }
    }

    /// Whether the second verdict has a violated rule, or a rule by which loads fail, that the first one has not.
    public var isWorse: Bool {
        !Set(after.violations).isSubset(of: before.violations) || !after.failing.isSubset(of: before.failing)
    }

    /// The meaning of the change.
    public var kind: Kind {
        if isWorse { return .worse }
        if before == after { return .same }
        // A load that is not judged has not become better, even if its verdict was partly open before.
        if after.isUndetermined, !before.isUndetermined || !before.failing.isEmpty { return .undetermined }
        if before.isUndetermined && !after.isUndetermined { return .better }
        return before.failing.isSubset(of: after.failing) ? .different : .better
    }

    /// The meanings of changes, worst first, by their names in machine-readable reports.
    public enum Kind: String, CaseIterable, Sendable {
        /// A rule is violated, or makes loads fail, that did not before.
        case worse
        /// The second verdict is not known, and the first one was known or had a rule that makes loads fail.
        case undetermined
        /// Fewer rules make loads fail, or the first verdict was not known and the second one is.
        case better
        /// Only the warnings, the severities, or the reason why neither verdict is known changed.
        case different
        /// The verdicts are equal.
        case same
    }

    private struct Key: Hashable {
        var host: Host
        var before: Verdict
        var after: Verdict
    }
}

extension VerdictChange: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("host", host)
            json.member("change", kind.rawValue)
            json.member("before", before)
            json.member("after", after)
            json.member("findings", findings)
            if let reason { json.member("reason", reason) }
            json.member("traffic", traffic)
        }
    }
}

extension VerdictChange.Verdict: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("violations", violations)
            json.member("failsUnlessAccepted", unaccepted)
            json.member("warnings", warnings)
            json.member("undetermined", isUndetermined)
        }
    }
}

extension VerdictChange {
    /// The messages of the findings, and the reason why the verdict is not known.
    fileprivate var explanation: String {
        (findings.map(\.message) + [reason].compactMap(\.self)).joined(separator: " ")
    }

    /// The tone of the change. An undetermined verdict is not an improvement.
    fileprivate var tone: Document.Tone {
        if isWorse { return .bad }
        guard after.failing.isEmpty else { return .plain }
        return after.isUndetermined || !after.warnings.isEmpty ? .caution : .good
    }
}

extension Document {
    /// The changed verdicts as a table for readers.
    public static func blocks(on changes: [VerdictChange]) -> [Block] {
        guard !changes.isEmpty else { return [.paragraph("No recorded load gets another verdict.", tone: .good)] }
        let rows = changes.map { change -> [Cell] in
            [
                Cell(change.host.description), Cell(change.before.prose),
                Cell(change.after.prose, tone: change.tone),
                Cell(change.explanation),
                .number(change.traffic.loads), Cell(change.traffic.last?.date ?? ""),
            ]
        }
        return [.table(Table(["Host", "Before", "After", "Why", "Loads", "Last seen"], rows: rows))]
    }
}
