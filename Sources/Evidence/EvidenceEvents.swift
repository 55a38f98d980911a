import Events
import InternetNames
import Judging
import Recordings
import Traffic
import TransportSecurity

/// The events about one server in an evidence bundle.
///
/// The events have all facts about the server, and not only those of the shown verdict. Judging them under another
/// policy or OS therefore gives the same verdicts as judging the recording.
public struct EvidenceEvents: Sendable {
    /// The policies that decisions refer to, each once.
    public private(set) var policies: [PolicyEvent] = []
    /// The trust stores that facts refer to, each once.
    public private(set) var trusts: [TrustEvent] = []
    /// The facts about the server, each once; first those that were judged first.
    public private(set) var facts: [FactsEvent] = []
    /// The answers of the DNS about the server.
    public private(set) var services: [ServiceEvent] = []
    /// The decisions, one for each kind of load. A second decision on a load comes after the first one.
    public private(set) var decisions: [DecisionEvent] = []
    /// The identifiers of the loads of first decisions.
    private var identifiers: [DecisionEvent: TextOrValue<EventID>] = [:]
    /// All of these identifiers.
    private var takenIdentifiers: Set<TextOrValue<EventID>> = []
    /// The last number that was appended to each recorded identifier.
    private var lastNumbers: [TextOrValue<EventID>: Int] = [:]
    /// The destinations whose facts were added.
    private var authorities: Set<Authority> = []

    /// Creates a collection without events.
    public init() {}

    /// The events, a line each. An event to which others refer comes first.
    public var lines: [[UInt8]] {
        policies.map(\.line) + trusts.map(\.line) + facts.map(\.line) + services.map(\.line) + decisions.map(\.line)
    }

    /// Adds a decision with the facts that were found for it, and with the policy that it was made under, if that is
    /// recorded.
    public mutating func add(_ decision: DecisionEvent, facts: [FactsEvent], under policy: PolicyEvent?) {
        addFirst(decision.withPolicy(add(policy)))
        for event in facts { add(event) }
    }

    /// Adds an entry of recorded traffic with its verdict.
    ///
    /// - Parameters:
    ///   - judged: The entry.
    ///   - first: If the entry counts second decisions, the entry of the first decisions on the same loads.
    ///   - traffic: The traffic that the entry is part of.
    ///   - policy: The policy of the verdict; nil if it is not recorded.
    public mutating func add(
        _ judged: JudgedEntry, after first: JudgedEntry?, from traffic: RecordedTraffic, under policy: PolicyEvent?
    ) {
        let digest = add(policy)
        var decision = judged.decisionEvent.withPolicy(digest)
        if let first {
            // The other entry may keep only the earliest of the loads that this entry counts. The first decision is
            // therefore repeated under the identifier of this load.
            var firstDecision = first.decisionEvent
            if first.policy?.digest == judged.policy?.digest { firstDecision = firstDecision.withPolicy(digest) }
            firstDecision.id = decision.id
            decision.id = addFirst(firstDecision)
            decisions.append(decision)
        } else {
            addFirst(decision)
        }
        addFacts(of: judged.entry, from: traffic)
    }
}

extension EvidenceEvents {
    /// Adds a first decision, unless the events have it. Returns the identifier of its load.
    ///
    /// Equal decisions on a tunnel may be the only ones on some loads and the second ones on others. Both then have the
    /// identifier of the earliest of these loads. If another first decision has this identifier, a number is appended.
    @discardableResult
    private mutating func addFirst(_ decision: DecisionEvent) -> TextOrValue<EventID> {
        if let identifier = identifiers[decision] { return identifier }
        var added = decision
        var number = lastNumbers[decision.id, default: 1]
        while !takenIdentifiers.insert(added.id).inserted {
            number += 1
            added.id = .text("\(decision.id)/\(number)")
        }
        lastNumbers[decision.id] = number
        identifiers[decision] = added.id
        decisions.append(added)
        return added.id
    }

    /// Adds a policy, unless it is there. Returns its identifier.
    private mutating func add(_ policy: PolicyEvent?) -> String? {
        guard let policy else { return nil }
        if !policies.contains(where: { $0.id == policy.id }) { policies.append(policy) }
        return policy.id
    }

    /// Adds facts, unless they are there.
    private mutating func add(_ event: FactsEvent) {
        if !facts.contains(where: { $0.id == event.id }) { facts.append(event) }
    }

    /// Adds the facts that the entry names, and all others about its destination.
    private mutating func addFacts(of entry: TrafficEntry, from traffic: RecordedTraffic) {
        let namedFacts = entry.decision.facts.flatMap { traffic.facts[$0] }
        guard let authority = entry.authority else { return }
        if authorities.insert(authority).inserted {
            var serverFacts = traffic.facts[authority]
            // The facts that were judged come first.
            if let namedFacts, let index = serverFacts.firstIndex(where: { $0.id == namedFacts.id }) {
                serverFacts.insert(serverFacts.remove(at: index), at: 0)
            }
            if !serverFacts.isEmpty {
                serverFacts[0].roots += traffic.facts.roots(of: authority).missing(in: serverFacts)
            }
            for event in serverFacts { add(event) }
            if let service = traffic.services[authority] { services.append(service) }
        }
        if let namedFacts { add(namedFacts) }
        for trust in facts.compactMap(traffic.facts.trust) where !trusts.contains(where: { $0.id == trust.id }) {
            trusts.append(trust)
        }
    }
}

extension RecordedRoots {
    /// The roots that none of the facts has. Facts that were recorded several times keep the roots of only one of these
    /// times.
    fileprivate func missing(in facts: [FactsEvent]) -> [FactsEvent.Root] {
        let knownRoots = Set(facts.flatMap(\.roots))
        let allRoots =
            system.map { FactsEvent.Root(anchor: .system, certificate: $0) }
            + user.map { FactsEvent.Root(anchor: .user, certificate: $0) }
        return allRoots.filter { !knownRoots.contains($0) }.sorted {
            $0.certificate.lexicographicallyPrecedes($1.certificate)
        }
    }
}

extension JudgedEntry {
    /// The decision on the last load of the entry, with its verdict. Loads are judged anew at the time of the last one.
    fileprivate var decisionEvent: DecisionEvent {
        var event = entry.decision
        event.time = entry.last
        event.decision = decision
        (event.violations, event.warnings, event.notes) = (violations, warnings, notes)
        event.policy = policy.map { CachedJSON(uncached: $0) } ?? event.policy
        return event
    }
}

extension DecisionEvent {
    /// The event with the identifier of its policy; unchanged if that is not known.
    fileprivate func withPolicy(_ digest: String?) -> DecisionEvent {
        guard let digest, let policy else { return self }
        var event = self
        event.policy = policy.changed { $0.digest = digest }
        return event
    }
}
