import InternetNames

/// The requests of an archive that a cache, a service worker or a test answered in place of the server. Such a request
/// proves no connection, and leaves a gap if no other request of the archive loads from the server.
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
        let unloaded = counts.filter { !loaded.contains($0.key) }
        let hosts = Set(unloaded.keys.map(\.authority.host.description))
        return (unloaded.values.reduce(uncounted, +), hosts.sorted())
    }
}
