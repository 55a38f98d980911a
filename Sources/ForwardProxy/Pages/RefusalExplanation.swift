import InternetNames
import TransportSecurity

/// The explanation of a refusal, as JSON for programs (`json`) or as a page for people (`page`).
struct RefusalExplanation: Sendable {
    /// The status code of the reply.
    var status: UInt16
    /// `.blocked`, or `.failed` if ATS is not the reason.
    var decision: Decision
    /// What happened, in one sentence.
    var message: String
    /// The type of the error in Proxy-Status.
    var error: ProxyStatus.ProxyError?
    /// The host of the load.
    var host: Host?
    /// The verdict; `nil` if there was none.
    var verdict: Verdict?

    /// The exception that would permit all violations together: one domain with the keys of all. `nil` if a violation
    /// cannot be permitted, or if the violations are about different domains.
    var remedy: Finding.Remedy? {
        guard let violations = verdict?.violations, var merged = violations.first?.exception else { return nil }
        for violation in violations.dropFirst() {
            guard let other = violation.exception, other.domain == merged.domain else { return nil }
            merged.keys.merge(other.keys, uniquingKeysWith: Self.laxer)
            if other.overridable == true { merged.overridable = true }
        }
        return merged
    }

    /// The value for a key that two remedies set: the lower version, or the value that permits more.
    private static func laxer(_ left: Finding.Remedy.Value, _ right: Finding.Remedy.Value) -> Finding.Remedy.Value {
        switch (left, right) {
        case (.string(let one), .string(let other)): return .string(min(one, other))
        case (.boolean, .boolean), (.string, .boolean), (.boolean, .string): return left
        }
    }
}
