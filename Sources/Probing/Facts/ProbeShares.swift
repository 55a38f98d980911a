import InternetNames
import TransportSecurity

/// The limits on the probes of one worker: in all, and for each client.
///
/// A client that asks for servers which never answer cannot take the probes that other clients need. Clients on this
/// machine are limited like all others.
struct ProbeShares {
    /// The most probes at once.
    var limit: Int
    /// The most probes at once for one client, which is an IPv4 address or a /64 of IPv6.
    var limitForOne: Int
    private var total = 0
    private var networks: [IPAddress: Int] = [:]

    /// Shares with these limits.
    init(limit: Int, limitForOne: Int) {
        self.limit = limit
        self.limitForOne = limitForOne
    }

    /// Whether another probe may begin for some client.
    var hasRoom: Bool { total < limit }

    /// Whether another probe may begin for that client.
    func hasRoom(for client: IPAddress) -> Bool {
        hasRoom && networks[client.clientNetwork, default: 0] < limitForOne
    }

    /// Counts a probe that begins for that client.
    mutating func began(for client: IPAddress) {
        total += 1
        networks[client.clientNetwork, default: 0] += 1
    }

    /// Counts the end of a probe for that client.
    mutating func ended(for client: IPAddress) {
        total -= 1
        let left = networks[client.clientNetwork, default: 1] - 1
        networks[client.clientNetwork] = left == 0 ? nil : left
    }
}
