import JSONWriting
import Judging
import Traffic
import TransportSecurity

/// The rows whose verdict changes under another policy or system.
public struct WhatIf: JSONWritable {
    /// The rows that change, worst first.
    public let changes: [Change]
    /// The number of rows that stay as they are.
    public let unchanged: Int
    /// The number of rows whose verdict then cannot be determined.
    public let undetermined: Int
    /// The names of the other policy and system; empty without either.
    private let conditions: String

    /// A row that changes.
    public struct Change: Hashable, JSONWritable, Sendable {
        /// The identifier of the row.
        public var row: String
        /// The host.
        public var host: String
        /// The verdict now.
        public var before: State
        /// The verdict under the other policy or system.
        public var after: State

        public func write(to json: inout JSONWriter) {
            json.object { json in
                json.member("row", row)
                json.member("host", host)
                json.member("before", before)
                json.member("after", after)
            }
        }
    }

    /// A verdict with its reason.
    public struct State: Hashable, JSONWritable, Sendable {
        /// The verdict.
        public var verdict: ConsoleVerdict
        /// The reason as a clause; empty if there is none.
        public var reason: String

        public func write(to json: inout JSONWriter) {
            json.object { json in
                json.member("verdict", verdict)
                json.member("word", verdict.word)
                json.member("reason", reason)
            }
        }
    }

    /// Judges all rows again.
    ///
    /// - Parameters:
    ///   - snapshot: The traffic.
    ///   - replay: The judge of the traffic.
    ///   - policy: The policy in place of that of each load; nil for those.
    ///   - os: The judging system in place of that of each load; nil for those.
    init(_ snapshot: TrafficSnapshot, by replay: Replay, policy: WhatIfPolicy?, os: OSVersion?) {
        let traffic = snapshot.judged
        var appliedPolicies = WhatIfPolicies(policy: policy, os: os, traffic: traffic)
        let judged = traffic.content.entries.map { entry in
            if let appliedPolicy = appliedPolicies.appliedPolicy(for: entry) {
                return replay.judge(entry, in: traffic.content.facts, under: appliedPolicy)
            }
            return policy == nil && os == nil ? JudgedEntry(recorded: entry) : Self.undetermined(entry)
        }
        var changes: [Change] = []
        var undetermined = 0
        for row in snapshot.rows {
            let after = Self.state(of: row, among: judged)
            if after.verdict == .undetermined { undetermined += 1 }
            let before = State(verdict: row.verdict, reason: row.reason)
            guard after.verdict != before.verdict || after.reason != before.reason else { continue }
            changes.append(Change(row: row.id, host: row.key.hostText, before: before, after: after))
        }
        self.changes = changes.sorted { left, right in
            if left.after.verdict != right.after.verdict { return left.after.verdict > right.after.verdict }
            return (left.host, left.row) < (right.host, right.row)
        }
        unchanged = snapshot.rows.count - changes.count
        self.undetermined = undetermined
        conditions = [policy?.name, os?.description].compactMap(\.self).joined(separator: " and ")
    }

    /// An entry whose policy is not known, judged under another policy or system. The recorded verdict does not hold
    /// there.
    private static func undetermined(_ entry: TrafficEntry) -> JudgedEntry {
        var judged = JudgedEntry(recorded: entry)
        (judged.violations, judged.warnings) = ([], [])
        judged.lacksPolicy = true
        judged.isUndetermined = judged.decision != .failed
        return judged
    }

    /// The worst verdict among the entries of a row.
    ///
    /// - Parameter judged: The entries of the traffic with their verdicts.
    private static func state(of row: ConsoleRow, among judged: [JudgedEntry]) -> State {
        let entries = row.entries.map { index in
            guard let first = judged[index].entry.firstDecisionIndex else { return judged[index] }
            return judged[index].withoutRepeatedFindings(of: judged[first])
        }
        guard let worst = entries.max(by: { ConsoleVerdict($0) < ConsoleVerdict($1) }) else {
            return State(verdict: .exempt, reason: "")
        }
        return State(verdict: ConsoleVerdict(worst), reason: RowReason.text(of: worst))
    }

    /// The result in one sentence.
    public var sentence: String {
        let fails = changes.count { $0.after.verdict.isFailure && !$0.before.verdict.isFailure }
        let passes = changes.count {
            !$0.after.verdict.isFailure && $0.after.verdict != .undetermined && $0.before.verdict.isFailure
        }
        let unknown = changes.count { $0.after.verdict == .undetermined && $0.before.verdict != .undetermined }
        let others = changes.count - fails - passes - unknown
        let under = conditions.isEmpty ? "Judged again" : "Under \(conditions.visible())"
        guard !changes.isEmpty else { return "\(under), no row changes." }
        var clauses: [String] = []
        if fails > 0 { clauses.append("\(fails) would fail that \(fails == 1 ? "does" : "do") not now") }
        if passes > 0 { clauses.append("\(passes) would no longer fail") }
        if unknown > 0 { clauses.append("\(unknown) can no longer be determined") }
        if others > 0 { clauses.append("\(others) \(others == 1 ? "changes" : "change") otherwise") }
        let rows = changes.count == 1 ? "1 row changes" : "\(changes.count) rows change"
        return "\(under), \(rows): \(clauses.joined(separator: ", "))."
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("changes", changes)
            json.member("unchanged", unchanged)
            json.member("undetermined", undetermined)
            json.member("sentence", sentence)
        }
    }
}
