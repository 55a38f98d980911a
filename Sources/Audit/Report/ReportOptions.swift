import TransportSecurity

/// The inputs of a report besides the traffic.
public struct ReportOptions: Sendable {
    /// The policy and OS under which the traffic was judged again; nil if the recorded decisions are used.
    public var anew: (policy: String, os: String)?
    /// The keys of `NSExceptionDomains` in the policy; nil if no policy is available.
    public var policyKeys: [String]?
    /// The hosts that are expected to occur, as written by the user.
    public var expectedHosts: [String] = []
    /// The fingerprints of an earlier report; nil if there is none.
    public var baseline: Set<String>?
    /// The waivers.
    public var waivers: [DatedWaiver] = []
    /// The current time, for the expiry of waivers.
    public var time: Instant

    /// Creates options without policy, expectations, baseline and waivers.
    public init(time: Instant) {
        self.time = time
    }
}
