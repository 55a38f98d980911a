import InternetNames
import Recordings

/// The coverage of a recording and the gaps in it.
public struct Coverage: Hashable, Sendable {
    /// Keys of the policy whose hosts were never seen, as the policy spells them.
    public var policyKeysNeverSeen: [String] = []
    /// Expected hosts without a judged load.
    public var missingHosts = MissingHosts()
    /// Hosts that were addressed by IP address.
    public var addresses: [Host] = []
    /// The number of loads that failed because of the network and were not judged.
    public var failedLoads = 0
    /// The number of loads of apps that are not judged.
    public var otherAppLoads = 0
    /// The number of loads that are not judged because the client says that it is a browser.
    public var claimedLoads = 0
    /// The number of loads that cannot be judged from the recording.
    public var undeterminedLoads = 0
    /// The number of loads that ended as if the device itself had refused the server.
    public var clientRefusals = 0
    /// The number of loads in cleartext.
    public var cleartextLoads = 0
    /// The number of loads that went through an upstream proxy.
    public var upstreamLoads = 0
    /// The number of loads that failed at an upstream proxy. Such loads count in `failedLoads`, and not in
    /// `upstreamLoads`.
    public var upstreamProxyFailedLoads = 0
    /// The most frequent failure at an upstream proxy, in one sentence with the fix; nil if no load failed there.
    public var upstreamProxyFailure: String?
    /// The number of loads that were redirected to the proxy.
    public var transparentLoads = 0
    /// The share of the known hosts that was judged in every load, and the reasons why it is not larger.
    public var hostCoverage = HostCoverage(HostGaps(), notLoaded: [], services: ServiceStore())
    /// The hosts of QUIC connections that a gateway refused.
    public var refusedQUIC = RefusedHosts()
    /// Statements for readers, in one or two sentences each, most important first.
    public var statements: [String] = []
}
