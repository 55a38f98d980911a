import InternetNames
import TransportSecurity

/// The connections of QUIC that a gateway refused, by their hosts. A refused connection does not count as a load,
/// because its client then loads over TCP or not at all.
public struct RefusedQUIC: Hashable, Sendable {
    /// The connections to each host.
    public private(set) var hosts: [Host: Attempts] = [:]
    /// Whether the traffic was chosen by a property that a refused connection does not have, such as the app. The
    /// connections may then be those of other apps.
    public var mayBeOfOthers = false

    /// The connections to one host.
    public struct Attempts: Hashable, Sendable {
        /// The number of connections.
        public internal(set) var count = 0
        /// The ports of the host, at most 100.
        public internal(set) var ports: Set<UInt16> = []
        /// The first and the last connection of each client by its address, at most 1000 clients.
        public internal(set) var clients: [String: ClosedRange<Instant>] = [:]

        fileprivate static let portLimit = 100
        fileprivate static let clientLimit = 1000

        fileprivate mutating func add(at port: UInt16, from client: String, at time: Instant) {
            count += 1
            if ports.count < Self.portLimit { ports.insert(port) }
            if let known = clients[client] {
                clients[client] = min(known.lowerBound, time)...max(known.upperBound, time)
            } else if clients.count < Self.clientLimit {
                clients[client] = time...time
            }
        }
    }

    /// Creates a collection without connections.
    public init() {}

    /// Adds a connection of a client.
    public mutating func add(_ authority: Authority, from client: IPAddress, at time: Instant) {
        hosts[authority.host, default: Attempts()].add(at: authority.port, from: client.description, at: time)
    }
}
