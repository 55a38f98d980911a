import Events
import Judging
import Recordings
import Traffic
import TransportSecurity

/// Traffic with its verdicts: those of the recordings or of the running proxy, or the verdicts of another policy that
/// was given.
public struct JudgedTraffic: Sendable {
    /// The traffic, as reports and advice read it.
    public internal(set) var content: RecordedTraffic
    /// The names of the policy and the OS under which the traffic was judged again; nil if the recorded verdicts hold.
    public let anew: (policy: String, os: String)?
    /// The policy that was given in place of the recorded ones; nil without one.
    public let givenPolicy: AppliedPolicy?
    /// The values given in place of parts of the recorded policies.
    public let overrides: RecordedPolicies.Overrides
    /// The entries with the verdicts of a policy that was given; nil for the recorded verdicts.
    private let verdicts: [JudgedEntry]?
    /// The policies of the recording or of the running proxy, with the overrides.
    private var policies: RecordedPolicies

    /// Creates the traffic of recordings.
    init(_ input: RecordedInput) {
        content = input.traffic
        anew = input.anew
        givenPolicy = input.givenPolicy
        overrides = input.overrides
        verdicts = input.verdicts
        policies = RecordedPolicies(input.traffic.policies, input.overrides)
    }

    /// The entry at an index with its verdict.
    public func judged(at index: Int) -> JudgedEntry {
        guard let verdicts else {
            return JudgedEntry(recorded: content.entries[index], in: content.facts).waiving(overrides.waivers)
        }
        return verdicts[index]
    }

    /// The entry at an index with its verdict, without findings that repeat those of the first decision on its loads.
    public func judgedWithoutRepeats(at index: Int) -> JudgedEntry {
        let judged = judged(at: index)
        guard let first = judged.entry.firstDecisionIndex else { return judged }
        return judged.withoutRepeatedFindings(of: self.judged(at: first))
    }

    /// All entries with their verdicts.
    public var all: [JudgedEntry] { verdicts ?? content.entries.indices.map(judged(at:)) }

    /// The policy that the loads of an entry are judged under; nil if it is not known. A given policy takes the place
    /// of a policy that is not recorded.
    public mutating func appliedPolicy(for entry: TrafficEntry) -> AppliedPolicy? {
        policies.appliedPolicy(for: entry) ?? givenPolicy
    }

    /// Adds a policy that came into force.
    mutating func add(_ policy: PolicyEvent) {
        content.policies[policy.id] = policy
        policies.add(policy)
    }
}
