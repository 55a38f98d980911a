import Events
import Judging
import ProxyServer
import TransportSecurity

/// The events with policies for an evidence bundle, to which the decisions in it refer.
struct EvidencePolicies {
    /// The recorded policies, by identifier.
    private let recorded: [String: PolicyEvent]
    /// The policies under which the traffic was judged anew; nil if it has its recorded verdicts.
    private var judging: RecordedPolicies?
    /// The applied policies with their events, by the identity of the object. There is one for each policy and OS.
    private var applied: [ObjectIdentifier: Applied] = [:]

    private struct Applied {
        /// The policy, which is kept because an identity is unique only while its object exists.
        var policy: AppliedPolicy
        /// The event; nil if the policy is too large for one.
        var event: PolicyEvent?
    }

    /// Creates the policies of recorded traffic.
    ///
    /// - Parameters:
    ///   - recorded: The recorded policies, by identifier.
    ///   - policies: The policies under which the traffic was judged anew; nil if it has its recorded verdicts.
    init(_ recorded: [String: PolicyEvent], judgedUnder policies: RecordedPolicies?) {
        self.recorded = recorded
        judging = policies
    }

    /// The event with the policy of an entry's verdict; nil if the policy is not known.
    mutating func policy(of judged: JudgedEntry) -> PolicyEvent? {
        let recordedEvent = judged.policy?.digest.flatMap { recorded[$0] }
        guard !judged.lacksPolicy, let appliedPolicy = judging?.appliedPolicy(for: judged.entry) else {
            return recordedEvent
        }
        let identity = ObjectIdentifier(appliedPolicy)
        if let known = applied[identity] { return known.event }
        let copy = appliedPolicy.recorded()
        let event = copy.digest.map { PolicyEvent(copy, id: $0, at: recordedEvent?.time ?? judged.entry.last) }
        applied[identity] = Applied(policy: appliedPolicy, event: event)
        return event
    }
}
