import InternetNames
import TransportSecurity

/// Why a request was refused, for a program (`json`) or for a person (`page`).
struct RefusalExplanation: Sendable {
    /// The status code of the reply.
    var status: UInt16
    /// `.blocked`, or `.failed` where ATS was not the reason.
    var decision: Decision
    /// What happened, in one sentence.
    var message: String
    /// The type of the error, as Proxy-Status names it.
    var error: ProxyStatus.ProxyError?
    /// Whom the load addressed.
    var host: Host?
    /// All that was found, where something was judged.
    var verdict: Verdict?

    /// An exception that would permit all violations together: one domain, the keys of all. Nil where one of them
    /// cannot be permitted, or they are about different domains.
    var remedy: Finding.Remedy? {
        guard let violations = verdict?.violations, var merged = violations.first?.exception else { return nil }
        for violation in violations.dropFirst() {
            guard let other = violation.exception, other.domain == merged.domain else { return nil }
            merged.keys.merge(other.keys, uniquingKeysWith: Self.laxer)
            if other.overridable == true { merged.overridable = true }
        }
        return merged
    }

    /// Where two remedies set one key differently: the lower version, and the value that permits more.
    private static func laxer(_ left: Finding.Remedy.Value, _ right: Finding.Remedy.Value) -> Finding.Remedy.Value {
        switch (left, right) {
        case (.string(let one), .string(let other)): return .string(min(one, other))
        case (.boolean, .boolean), (.string, .boolean), (.boolean, .string): return left
        }
    }
}
