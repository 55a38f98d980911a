import Audit
import InternetNames
import TransportSecurity

/// The reason for a verdict as a clause for a list, in the words of `serve` on a terminal.
enum RowReason {
    /// The reason for the verdict on an entry; empty if nothing is to be said.
    static func text(of judged: JudgedEntry) -> String {
        switch ConsoleVerdict(judged) {
        case .blocked, .wouldBlock: return reasons(judged.violations)
        case .warning: return "left to the app: \(reasons(judged.warnings))"
        case .failed:
            return (judged.entry.decision.error?.message ?? judged.notes.first?.message ?? "").visible(limit: limit)
        case .undetermined:
            return (judged.notes.first { $0.message.hasPrefix("Undetermined") } ?? judged.notes.first)?
                .message.visible(limit: limit) ?? "nothing is known of the server's TLS"
        case .exempt: return "ATS does not apply (\(judged.policy?.reason.rawValue ?? ""))"
        case .allowed: return ""
        }
    }

    /// The reasons of at most three findings.
    private static func reasons(_ findings: [Finding]) -> String {
        var reasons: [String] = []
        for finding in findings {
            let reason = finding.briefReason.visible(limit: limit)
            if !reasons.contains(reason) { reasons.append(reason) }
        }
        let more = reasons.count > 3 ? ["\(reasons.count - 3) more"] : []
        return (reasons.prefix(3) + more).joined(separator: "; ")
    }

    private static let limit = 240
}
