import InternetNames
import Judging
import Reports
import TransportSecurity

/// Writes the reason for a verdict as a clause for the list, in the words of `serve` on a terminal, such as
/// `the policy asks for TLS 1.2, the server offers TLS 1.0`.
enum RowReason {
    /// The reason for the verdict on an entry; empty if there is none.
    static func text(of judged: JudgedEntry) -> String {
        switch ConsoleVerdict(judged) {
        case .blocked, .wouldBlock: return reasons(judged.violations)
        case .failsUnlessAccepted: return "fails unless the app accepts it: \(reasons(judged.warnings))"
        case .warning: return "the app accepted it: \(reasons(judged.warnings))"
        case .notJudged: return "the client says that it is a browser; --api URLSession judges it"
        case .failed:
            return (judged.entry.decision.error?.message ?? judged.notes.first?.message ?? "").visible(limit: limit)
        case .undetermined: return reasonForNoVerdict(judged).visible(limit: limit)
        case .exempt: return "ATS does not apply (\(judged.policy?.reason.rawValue ?? ""))"
        case .allowed: return ""
        }
    }

    /// The reason why there is no verdict. A missing root is named before other reasons, because a person can give it
    /// with `--ca-file`.
    private static func reasonForNoVerdict(_ judged: JudgedEntry) -> String {
        if judged.isSuccessHidden { return "the tunnel hides its server or content, or its handshake did not complete" }
        guard !judged.lacksPolicy else { return "the policy of the loads is not known; choose one" }
        let root = judged.lacksRoot ? judged.notes.last { $0.rule == .certificateTrust } : nil
        let note = root ?? judged.notes.first { NoteKind($0) == .undetermined } ?? judged.notes.first
        return note?.message ?? "nothing is known of the server's TLS"
    }

    private static func reasons(_ findings: [Finding]) -> String {
        findings.briefReasons { $0.visible(limit: limit) }
    }

    /// The largest number of characters of one reason.
    private static let limit = 240
}
