import InternetNames
import TransportSecurity

/// How many probes a worker has under way, in all and for the clients of each place, so that one client that
/// asks for servers which never answer leaves room for the others.
///
/// Clients on this machine are one place like any other: a share is a number, and nobody else's use takes from it.
struct ProbeShares {
    /// How many may be under way at once.
    var limit: Int
    /// How many of them for one address, or one /64 of IPv6.
    var limitForOne: Int
    private var total = 0
    private var places: [IPAddress: Int] = [:]

    /// Shares of that many probes.
    init(limit: Int, limitForOne: Int) {
        self.limit = limit
        self.limitForOne = limitForOne
    }

    /// Whether one more may begin for somebody.
    var hasRoom: Bool { total < limit }

    /// Whether one more may begin for that client.
    func hasRoom(for client: IPAddress) -> Bool {
        hasRoom && places[client.clientPlace, default: 0] < limitForOne
    }

    /// A probe has begun for that client.
    mutating func began(for client: IPAddress) {
        total += 1
        places[client.clientPlace, default: 0] += 1
    }

    /// A probe that had begun for that client has ended.
    mutating func ended(for client: IPAddress) {
        total -= 1
        let left = places[client.clientPlace, default: 1] - 1
        places[client.clientPlace] = left == 0 ? nil : left
    }
}
