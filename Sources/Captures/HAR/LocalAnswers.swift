import InternetNames

/// The requests of an archive that were answered in place of their servers. Such a request proves no connection, and
/// leaves a gap if no other request loads from the server.
struct LocalAnswers {
    /// The number of requests.
    private(set) var count = 0
    private var counts: [Server: Int] = [:]
    private var loaded: Set<Server> = []
    /// The number of requests beyond the limit.
    private var uncounted = 0

    /// The largest number of servers of each kind that are kept.
    private static let limit = 65_536

    /// A server as requests name it.
    struct Server: Hashable {
        var isSecure: Bool
        var authority: Authority
    }

    /// Notes a request that was answered in place of a server.
    mutating func note(_ server: Server) {
        count += 1
        guard counts[server] != nil || counts.count < Self.limit else {
            uncounted += 1
            return
        }
        counts[server, default: 0] += 1
    }

    /// Notes a load from a server.
    mutating func noteLoad(from server: Server) {
        if loaded.count < Self.limit { loaded.insert(server) }
    }

    /// The requests to servers from which nothing was loaded, and the hosts of these in order.
    var unproven: (requests: Int, hosts: [String]) {
        let left = counts.filter { !loaded.contains($0.key) }
        return (left.values.reduce(uncounted, +), Set(left.keys.map(\.authority.host.description)).sorted())
    }
}
