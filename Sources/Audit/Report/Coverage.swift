import InternetNames
import TransportSecurity

/// What a recording can and cannot vouch for.
public struct Coverage: Hashable, Sendable {
    /// Hosts that the policy names and that never appeared; keys as the policy spells them.
    public var policyKeysNeverSeen: [String] = []
    /// Hosts that were expected and never appeared.
    public var expectedHostsNeverSeen: [String] = []
    /// Hosts that were reached by their address.
    public var addresses: [Host] = []
    /// How many loads failed for reasons of the network, and were not judged.
    public var failedLoads = 0
    /// How many loads were of other apps than the one that is judged.
    public var otherAppLoads = 0
    /// How many loads the recording cannot judge.
    public var undeterminedLoads = 0
    /// How many loads ended as if the device itself had refused the server.
    public var clientRefusals = 0
    /// How many loads went in cleartext.
    public var cleartextLoads = 0
    /// Statements for a person, a sentence or two each, most important first.
    public var statements: [String] = []
}
