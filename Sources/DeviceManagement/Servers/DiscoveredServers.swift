import InternetNames

/// The servers that the management of devices needs, each with its uses.
public struct DiscoveredServers: Hashable, Sendable {
    /// The servers to judge, in the order in which they were named.
    public private(set) var servers: [Server] = []
    /// The uses to which the rules do not apply. Their servers are not judged for them.
    public private(set) var exempt: [ManagementUse] = []

    /// A server with the uses that are not exempt.
    public struct Server: Hashable, Sendable {
        /// The first URL that names the server.
        public var url: LoadURL
        /// The uses of the server, at least one.
        public var uses: [ManagementUse]
    }

    private var indexes: [Key: Int] = [:]

    private struct Key: Hashable, Sendable {
        var scheme: Load.Scheme
        var authority: Authority

        init(_ url: LoadURL) {
            (scheme, authority) = (url.scheme, url.authority)
        }
    }

    /// Creates a list without servers.
    public init() {}

    /// Adds a use. One server is listed once, whatever the paths.
    public mutating func add(_ use: ManagementUse) {
        guard !use.activity.isExempt else {
            if !exempt.contains(use) { exempt.append(use) }
            return
        }
        if let index = indexes[Key(use.url)] {
            let isKnown = servers[index].uses.contains { $0.activity == use.activity && $0.source == use.source }
            if !isKnown { servers[index].uses.append(use) }
        } else {
            indexes[Key(use.url)] = servers.count
            servers.append(Server(url: use.url, uses: [use]))
        }
    }

    /// The uses of the server of a URL; empty if there are none.
    public func uses(of url: LoadURL) -> [ManagementUse] {
        indexes[Key(url)].map { servers[$0].uses } ?? []
    }
}
