import JSONWriting
import Judging
import TransportSecurity

/// The loads of a row that have the same verdict. A page that shows only the loads since a time needs this: it leaves
/// out the verdicts whose last load is before that time.
public struct RowOutcome: Hashable, Sendable {
    /// The verdict.
    public let verdict: ConsoleVerdict
    /// The reason for the verdict of the first of the loads, as a clause; empty if there is none.
    public let reason: String
    /// The rules with findings in the loads.
    public private(set) var rules: Set<RuleID>
    /// The time of the last of the loads.
    public private(set) var last: Instant

    /// Creates the outcome of an entry.
    init(_ judged: JudgedEntry, verdict: ConsoleVerdict) {
        self.verdict = verdict
        reason = RowReason.text(of: judged)
        rules = Self.rules(of: judged)
        last = judged.entry.last
    }

    /// Adds loads with the same verdict.
    mutating func add(_ judged: JudgedEntry) {
        rules.formUnion(Self.rules(of: judged))
        extend(to: judged.entry.last)
    }

    /// Notes that the last load is not before a time.
    mutating func extend(to time: Instant) {
        last = max(last, time)
    }

    /// The rules with violations or warnings.
    private static func rules(of judged: JudgedEntry) -> Set<RuleID> {
        Set((judged.violations + judged.warnings).map(\.rule))
    }
}

extension RowOutcome: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("verdict", verdict)
            json.member("word", verdict.word)
            json.member("severity", verdict.severity)
            json.member("reason", reason)
            json.member("rules", RuleID.allCases.filter(rules.contains))
            json.member("lastSeen", last)
        }
    }
}
