import InternetNames
import TransportSecurity

/// The explanation of a refusal, as JSON for programs (`json`) or as a page for people (`page`).
struct RefusalExplanation: Sendable {
    /// The status code of the reply.
    var status: UInt16
    /// `.blocked`, or `.failed` if ATS is not the reason.
    var decision: Decision
    /// The event, in one sentence.
    var message: String
    /// The type of the error in Proxy-Status.
    var error: ProxyStatus.ProxyError?
    /// The host of the load.
    var host: Host?
    /// The verdict; `nil` if there was none.
    var verdict: Verdict?

    /// The exception under which the load would succeed; `nil` if there is none. One that only leaves a failure of
    /// trust to the app does not count.
    var sufficientException: Finding.Exception? {
        exception.flatMap { $0.overridable == true ? nil : $0 }
    }

    /// The exception under which ATS would have no objection to the load: one domain with the keys for all violations.
    /// `nil` if a violation cannot be permitted, or if the violations are about different domains.
    var exception: Finding.Exception? {
        verdict?.violations.jointException
    }
}
