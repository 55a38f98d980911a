import Events
import Judging
import ProxyServer
import TransportSecurity

/// The policies of an evidence bundle, as the events that decisions refer to.
struct EvidencePolicies {
    private let recorded: [String: PolicyEvent]
    private var judging: RecordedPolicies?
    /// The policies under which traffic was judged anew. There is one for each policy and OS.
    private var events: [ObjectIdentifier: PolicyEvent?] = [:]
    /// The applied policies whose identifiers are in use.
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

    /// The policy that an entry has its verdict under; nil if it is not known.
    mutating func policy(of judged: JudgedEntry) -> PolicyEvent? {
        let own = judged.policy?.digest.flatMap { recorded[$0] }
        guard !judged.lacksPolicy, let appliedPolicy = judging?.appliedPolicy(for: judged.entry) else { return own }
        if let known = events[ObjectIdentifier(appliedPolicy)] { return known }
        let copy = appliedPolicy.recorded()
        let event = copy.digest.map { PolicyEvent(copy, id: $0, at: own?.time ?? judged.entry.last) }
        appliedPolicies.append(appliedPolicy)
        events[ObjectIdentifier(appliedPolicy)] = .some(event)
        return event
    }
}
