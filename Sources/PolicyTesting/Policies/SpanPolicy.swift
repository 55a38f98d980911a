import TransportSecurity

/// A policy as all versions of a span read it.
struct SpanPolicy: Sendable {
    /// The versions.
    let span: OSSpan
    /// The policy.
    let policy: Policy
}
