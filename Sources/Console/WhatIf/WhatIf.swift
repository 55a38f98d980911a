import JSONWriting
import Judging
import Traffic
import TransportSecurity

/// The answer to a what-if: the rows of the list whose verdict changes if all loads are judged under another policy or
/// OS.
public struct WhatIf: JSONWritable {
    /// The rows that change, worst first.
    public let changes: [Change]
    /// The number of rows that stay as they are.
    public let unchanged: Int
    /// The number of rows whose verdict cannot be determined under the other policy or OS.
    public let undetermined: Int
    /// The names of the other policy and OS, such as `MyApp and ios26.4`; empty if there is neither.
    private let conditions: String

    /// A row that changes.
    public struct Change: Hashable, JSONWritable, Sendable {
        /// The identifier of the row.
        public var row: String
        /// The host.
        public var host: String
        /// The verdict now.
        public var before: State
        /// The verdict under the other policy or OS.
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

    /// Judges all loads again.
    ///
    /// - Parameters:
    ///   - snapshot: The traffic.
    ///   - replay: The judge of the traffic.
    ///   - policy: The policy for all loads; nil for the policy that each load was judged under.
    ///   - os: The OS for all loads; nil for the OS that each load was judged under.
    init(_ snapshot: TrafficSnapshot, by replay: Replay, policy: WhatIfPolicy?, os: OSVersion?) {
        let judged = Self.judgedEntries(of: snapshot.judged, by: replay, policy: policy, os: os)
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

    /// The entries of the traffic with their verdicts under the other policy or OS.
    private static func judgedEntries(
        of traffic: JudgedTraffic, by replay: Replay, policy: WhatIfPolicy?, os: OSVersion?
    ) -> [JudgedEntry] {
        var appliedPolicies = WhatIfPolicies(policy: policy, os: os, traffic: traffic)
        return traffic.content.entries.map { entry in
            if let appliedPolicy = appliedPolicies.appliedPolicy(for: entry) {
                return replay.judge(entry, in: traffic.content.facts, under: appliedPolicy)
            }
            // The recorded verdict does not hold under another policy or OS.
            return policy == nil && os == nil ? JudgedEntry(recorded: entry) : undetermined(entry)
        }
    }

    /// An entry without a verdict, because its policy is not known.
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

    /// The result in one sentence, such as `Under ios26.4, 2 rows change: 2 would fail that do not now.`
    public var sentence: String {
        let under = conditions.isEmpty ? "Judged again" : "Under \(conditions.visible())"
        guard !changes.isEmpty else { return "\(under), no row changes." }
        let verdicts = changes.map { (before: $0.before.verdict, after: $0.after.verdict) }
        let fails = verdicts.count { !$0.before.isFailure && $0.after.isFailure }
        let passes = verdicts.count { $0.before.isFailure && !$0.after.isFailure && $0.after != .undetermined }
        let unknown = verdicts.count { $0.before != .undetermined && $0.after == .undetermined }
        let others = changes.count - fails - passes - unknown
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
