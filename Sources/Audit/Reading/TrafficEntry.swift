import InternetNames
import Recording
import TransportSecurity

/// All recorded loads of one kind: same destination, app, policy, facts and verdict.
public struct TrafficEntry: Hashable, Sendable {
    /// The decision on the first of them, without what only that load had.
    public var decision: DecisionEvent
    /// How many decisions there were.
    public var decisions = 0
    /// How many of them were second decisions on a load that another entry counts already.
    public var repeats = 0
    /// How many bytes the clients sent.
    public var bytesFromClient: Int64 = 0
    /// How many bytes the servers sent.
    public var bytesFromServer: Int64 = 0
    /// How many bytes the clients sent in loads that another entry counts.
    public var repeatedBytesFromClient: Int64 = 0
    /// How many bytes the servers sent in those.
    public var repeatedBytesFromServer: Int64 = 0
    /// When the first was decided on.
    public var first: Instant
    /// When the last was.
    public var last: Instant
    /// How many of them ended as if the device itself had refused the server.
    public var clientRefusals = 0

    /// Loads of that kind, none counted yet.
    public init(_ decision: DecisionEvent) {
        self.decision = decision
        self.decision.client = nil
        self.decision.user = nil
        self.decision.path = nil
        // Facts hold the certificates of servers; which one a tunnel showed, its decision alone tells.
        self.decision.tls = decision.tls?.changed { tls in
            tls.certificates = tls.source == .tunnel ? Array(tls.certificates.prefix(1)) : []
        }
        first = decision.time
        last = decision.time
    }

    /// How many loads there were.
    public var loads: Int { decisions - repeats }
}

extension TrafficEntry {
    /// Whether the loads go in cleartext; nil where no target could be read.
    public var isCleartext: Bool? { decision.scheme.map { !$0.isSecure } }

    /// Where the loads go; nil where no target could be read.
    public var authority: Authority? {
        guard let host = decision.host, let port = decision.port else { return nil }
        return Authority(host: host, port: port)
    }
}
