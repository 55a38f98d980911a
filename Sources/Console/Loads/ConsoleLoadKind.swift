import Events
import JSONWriting
import Judging
import Traffic
import TransportSecurity

/// The properties that all loads of one kind share, for the list of single loads: the destination, the app and the
/// verdict.
struct ConsoleLoadKind {
    /// The row that the loads count in.
    private let row: ConsoleRow
    /// The decision with the worst verdict.
    private let decision: DecisionEvent
    /// The worst verdict.
    private let verdict: ConsoleVerdict
    /// The reason for the verdict as a clause; empty if there is none.
    private let reason: String
    /// The rules with findings in any decision.
    private let rules: Set<RuleID>

    /// Creates the kind from the indices of the entries that count a load's decisions; nil if these are in no row.
    init?(_ entries: [Int], in traffic: ConsoleTraffic) {
        let judged = entries.map { traffic.judged.judgedWithoutRepeats(at: $0) }
        guard let row = entries.lazy.compactMap({ traffic.table.row(ofEntry: $0) }).first,
            let worst = judged.max(by: { ConsoleVerdict($0) < ConsoleVerdict($1) })
        else {
            return nil
        }
        self.row = row
        decision = worst.entry.decision
        verdict = ConsoleVerdict(worst)
        reason = RowReason.text(of: worst)
        rules = Set(judged.flatMap { $0.violations + $0.warnings }.map(\.rule))
    }

    /// Writes the members of the kind into the object of one load.
    func writeMembers(to json: inout JSONWriter) {
        json.member("row", row.id)
        json.member("verdict", verdict)
        json.member("word", verdict.word)
        json.member("severity", verdict.severity)
        json.member("reason", reason)
        json.member("rules", RuleID.allCases.filter(rules.contains))
        json.member("host", row.key.hostText)
        json.member("port", row.key.port)
        json.member("scheme", row.key.scheme)
        json.name("app")
        json.object { json in
            json.member("name", row.key.app)
            json.member("version", decision.app?.version.map { String($0.prefix(ConsoleRow.versionLength)) })
        }
        json.member("isOtherApp", row.isOtherApp)
        json.member("policy", row.key.policy.id)
    }
}
