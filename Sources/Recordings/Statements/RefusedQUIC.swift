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
        /// The periods of the connections of all clients by the port of the host, at most 100 ports.
        public internal(set) var ports: [UInt16: RefusalPeriods] = [:]
        /// The periods of the connections of each client to each port, at most 1000 of them.
        public internal(set) var clients: [Client: RefusalPeriods] = [:]

        /// A client, and the port of the host that it asked.
        public struct Client: Hashable, Sendable {
            /// The address of the client.
            public let address: String
            /// The port of the host.
            public let port: UInt16

            /// Creates the key of a client at a port.
            public init(_ address: String, at port: UInt16) {
                self.address = address
                self.port = port
            }
        }

        fileprivate static let portLimit = 100
        fileprivate static let clientLimit = 1000

        fileprivate mutating func add(at port: UInt16, from client: String, at time: Instant) {
            count += 1
            if ports.count < Self.portLimit || ports[port] != nil {
                ports[port, default: RefusalPeriods()].add(time)
            }
            let client = Client(client, at: port)
            if clients.count < Self.clientLimit || clients[client] != nil {
                clients[client, default: RefusalPeriods()].add(time)
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
