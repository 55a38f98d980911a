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

/// The periods for which refused connections count: the hour that begins with each of them. Hours that overlap are one
/// period.
///
/// At most 1000 periods are kept. Then a connection outside of them is left out, and a report still lists its loads as
/// not judged.
public struct RefusalPeriods: Hashable, Sendable {
    /// The periods, in order. None overlap.
    private var periods: [ClosedRange<Instant>] = []

    /// The largest number of periods.
    private static let limit = 1000
    /// The length of the period of one connection in seconds.
    private static let length: Int64 = 3600

    /// Creates a collection without periods.
    public init() {}

    /// Adds the period of a connection that was refused at a time.
    public mutating func add(_ time: Instant) {
        let (first, last) = (time, time + Self.length)
        let start = periods.firstIndex { $0.upperBound >= first } ?? periods.endIndex
        let end = periods[start...].firstIndex { $0.lowerBound > last } ?? periods.endIndex
        guard start < end else {
            if periods.count < Self.limit { periods.insert(first...last, at: start) }
            return
        }
        let merged = min(first, periods[start].lowerBound)...max(last, periods[end - 1].upperBound)
        periods.replaceSubrange(start..<end, with: [merged])
    }

    /// Whether a range of times lies in one period.
    public func cover(_ times: ClosedRange<Instant>) -> Bool {
        periods.contains { $0.lowerBound <= times.lowerBound && times.upperBound <= $0.upperBound }
    }

    /// Whether a range of times has a time in common with a period.
    public func overlap(_ times: ClosedRange<Instant>) -> Bool {
        periods.contains { $0.overlaps(times) }
    }
}
