import TransportSecurity

/// What a report is held against, besides the traffic itself.
public struct ReportOptions: Sendable {
    /// On what the verdicts rest; nil: on the recorded decisions.
    public var anew: (policy: String, os: String)?
    /// The keys of `NSExceptionDomains` of the policy that is at hand; nil without one.
    public var policyKeys: [String]?
    /// Hosts that are expected to appear, as they were written.
    public var expectedHosts: [String] = []
    /// Fingerprints of an earlier report; nil without one.
    public var baseline: Set<String>?
    /// What is overlooked for a while.
    public var waivers: [DatedWaiver] = []
    /// Now, for the expiry of waivers.
    public var time: Instant

    /// Nothing but the traffic, at that time.
    public init(time: Instant) {
        self.time = time
    }
}
