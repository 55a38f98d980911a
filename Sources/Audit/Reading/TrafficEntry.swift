import InternetNames
import Recording
import TransportSecurity

/// Recorded loads with the same destination, app, policy, facts and verdict.
public struct TrafficEntry: Hashable, Sendable {
    /// The first decision, without the members that only this load had.
    public var decision: DecisionEvent
    /// The number of decisions.
    public var decisions = 0
    /// The number of decisions that were second decisions on loads of other entries.
    public var repeats = 0
    /// The number of bytes from clients.
    public var bytesFromClient: Int64 = 0
    /// The number of bytes from servers.
    public var bytesFromServer: Int64 = 0
    /// The number of bytes from clients in loads that other entries count.
    public var repeatedBytesFromClient: Int64 = 0
    /// The number of bytes from servers in loads that other entries count.
    public var repeatedBytesFromServer: Int64 = 0
    /// The time of the first decision.
    public var first: Instant
    /// The time of the last decision.
    public var last: Instant
    /// The number of loads that ended as if the device itself had refused the server.
    public var clientRefusals = 0

    /// Creates an entry with no loads counted.
    public init(_ decision: DecisionEvent) {
        self.decision = decision
        self.decision.client = nil
        self.decision.user = nil
        self.decision.path = nil
        // The facts have the certificates of servers, but only the decision tells which one a tunnel showed.
        self.decision.tls = decision.tls?.changed { tls in
            tls.certificates = tls.source == .tunnel ? Array(tls.certificates.prefix(1)) : []
        }
        first = decision.time
        last = decision.time
    }

    /// The number of loads.
    public var loads: Int { decisions - repeats }
}

extension TrafficEntry {
    /// Whether the loads use cleartext; nil if no target could be parsed.
    public var isCleartext: Bool? { decision.scheme.map { !$0.isSecure } }

    /// The destination of the loads; nil if no target could be parsed.
    public var authority: Authority? {
        guard let host = decision.host, let port = decision.port else { return nil }
        return Authority(host: host, port: port)
    }
}
