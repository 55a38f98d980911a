import InternetNames

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
        /// The addresses of clients, at most 1000.
        public internal(set) var clients: Set<String> = []

        fileprivate static let clientLimit = 1000
    }

    /// Creates a collection without connections.
    public init() {}

    /// Adds a connection of a client.
    public mutating func add(_ host: Host, from client: IPAddress) {
        hosts[host, default: Attempts()].count += 1
        guard hosts[host, default: Attempts()].clients.count < Attempts.clientLimit else { return }
        hosts[host]?.clients.insert(client.description)
    }
}
