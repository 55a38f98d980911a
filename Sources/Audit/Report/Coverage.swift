import InternetNames
import TransportSecurity

/// The coverage of a recording and the gaps in it.
public struct Coverage: Hashable, Sendable {
    /// Keys of the policy whose hosts were never seen, as the policy spells them.
    public var policyKeysNeverSeen: [String] = []
    /// Expected hosts that were never seen.
    public var expectedHostsNeverSeen: [String] = []
    /// Hosts that were addressed by IP address.
    public var addresses: [Host] = []
    /// The number of loads that failed because of the network and were not judged.
    public var failedLoads = 0
    /// The number of loads of apps that are not judged.
    public var otherAppLoads = 0
    /// The number of loads that cannot be judged from the recording.
    public var undeterminedLoads = 0
    /// The number of loads that ended as if the device itself had refused the server.
    public var clientRefusals = 0
    /// The number of loads in cleartext.
    public var cleartextLoads = 0
    /// Statements for readers, in one or two sentences each, most important first.
    public var statements: [String] = []
}
