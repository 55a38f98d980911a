import TransportSecurity

/// A policy as all versions of a part of a system's history read it.
struct PolicyReading: Sendable {
    /// The versions.
    let part: OSSpan
    /// The policy.
    let policy: Policy
}
