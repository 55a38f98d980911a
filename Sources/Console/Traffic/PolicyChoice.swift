import Events
import Judging
import Traffic
import TransportSecurity

/// The policies that loads are judged under: those of the recording or of the running proxy, or one that was given in
/// their place.
struct PolicyChoice: Sendable {
    private let given: AppliedPolicy?
    private var recorded: RecordedPolicies

    init(given: AppliedPolicy?, recorded: RecordedPolicies) {
        self.given = given
        self.recorded = recorded
    }

    /// The applied policy for the loads of an entry; nil if their policy is not known.
    mutating func appliedPolicy(for entry: TrafficEntry) -> AppliedPolicy? {
        recorded.appliedPolicy(for: entry) ?? given
    }

    /// Adds a policy that came into force.
    mutating func add(_ policy: PolicyEvent) {
        recorded.add(policy)
    }
}
