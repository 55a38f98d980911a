import InternetNames

/// An address and a port of a packet.
struct Endpoint: Hashable, Comparable {
    /// The address as IPv6, with IPv4 as an IPv4-mapped address.
    let high: UInt64
    let low: UInt64
    let port: UInt16

    /// The address.
    var address: IPAddress { IPAddress.v6(high: high, low: low).unmapped }

    /// The address and the port, for events.
    var authority: Authority { Authority(host: .address(address), port: port) }

    static func < (left: Endpoint, right: Endpoint) -> Bool {
        if left.high != right.high { return left.high < right.high }
        if left.low != right.low { return left.low < right.low }
        return left.port < right.port
    }
}
