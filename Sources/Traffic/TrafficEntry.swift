import Events
import InternetNames
import TransportSecurity

/// Recorded loads with the same destination, app, policy, facts and verdict.
///
/// The members of `counts` can be used as members of the entry.
@dynamicMemberLookup
public struct TrafficEntry: Hashable, Sendable {
    /// The earliest decision of the kind, without the members that only its load had. In entries of recordings, its
    /// members `kind` and `after` hold for all loads of the entry.
    public var decision: DecisionEvent
    /// For an entry of second decisions, the index of the entry with the first decision on the same loads; else nil.
    public var firstDecisionIndex: Int?
    /// The numbers of loads.
    public var counts: LoadCounts
    /// Whether the decisions refer to facts that were not recorded, or were lost.
    public var lacksFacts = false
    /// The number of loads whose second decisions say that the client accepted the server.
    public var acceptedLoads = 0
    /// The number of loads whose second decisions say that the tunnel carried cleartext.
    public var cleartextTunnels = 0
    /// The number of loads of which only the end was recorded.
    public var missingDecisions = 0
    /// The number of loads that were let pass and whose end was not recorded.
    public var missingEnds = 0

    /// Creates an entry with no loads counted.
    public init(_ decision: DecisionEvent) {
        self.init(decision.withoutClient, counts: nil)
    }

    /// Creates an entry of a decision without the members about its client.
    ///
    /// - Parameter counts: The counts of its loads; nil for none.
    package init(_ decision: DecisionEvent, counts: LoadCounts?) {
        self.decision = decision
        self.counts = counts ?? LoadCounts(at: decision.time)
    }

    /// A member of the counts.
    public subscript<Member>(dynamicMember member: WritableKeyPath<LoadCounts, Member>) -> Member {
        get { counts[keyPath: member] }
        set { counts[keyPath: member] = newValue }
    }

    /// The number of loads.
    public var loads: Int { counts.loads }

    /// Whether the loads use cleartext; nil if no target could be parsed.
    public var isCleartext: Bool? { decision.scheme.map { !$0.isSecure } }

    /// The destination of the loads; nil if no target could be parsed.
    public var authority: Authority? {
        guard let host = decision.host, let port = decision.port else { return nil }
        return Authority(host: host, port: port)
    }

    /// Notes second decisions on these loads.
    ///
    /// - Parameters:
    ///   - second: One of the second decisions, which are alike.
    ///   - loads: The number of second decisions that were not noted before.
    public mutating func note(_ second: DecisionEvent, on loads: Int) {
        if second.accepted == true { acceptedLoads += loads }
        switch second.tunnel?.opening {
        case .cleartext, .serverSpokeFirst: cleartextTunnels += loads
        case .hello, .unreadable, nil: break
        }
    }

    /// Whether the tunnels of all loads show that the client accepted the server.
    public var isAccepted: Bool {
        decision.accepted == true || loads > 0 && acceptedLoads >= loads
    }

    /// Counts decisions that a running proxy has made since it was last asked.
    public mutating func count(_ loads: LiveBatch.Count) {
        counts.count(loads, areRepeats: firstDecisionIndex != nil)
    }

    /// Counts the ends of loads of this entry on which second decisions were made. Another entry counts those
    /// decisions.
    public mutating func countEnds(of loads: LiveBatch.Count) {
        counts.countEnds(of: loads)
    }
}
