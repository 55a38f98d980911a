extension IPAddress {
    /// The network whose clients share one limit: an IPv4 address, or the /64 of an IPv6 address. A host on IPv6 can
    /// use any address of its /64 (RFC 4291 §2.5.1).
    public var clientNetwork: IPAddress {
        switch unmapped {
        case .v4: return unmapped
        case .v6(let high, _): return .v6(high: high, low: 0)
        }
    }
}
