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
    /// The events of applied policies, by the identity of the object. There is one for each policy and OS.
    private var events: [ObjectIdentifier: PolicyEvent?] = [:]
    /// The applied policies in `events`, which are kept because an identity is unique only while its object exists.
    private var appliedPolicies: [AppliedPolicy] = []

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
        if let known = events[ObjectIdentifier(appliedPolicy)] { return known }
        let copy = appliedPolicy.recorded()
        let event = copy.digest.map { PolicyEvent(copy, id: $0, at: recordedEvent?.time ?? judged.entry.last) }
        appliedPolicies.append(appliedPolicy)
        events[ObjectIdentifier(appliedPolicy)] = .some(event)
        return event
    }
}
