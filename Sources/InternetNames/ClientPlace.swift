extension IPAddress {
    /// Where clients that are bounded together come from: the address, or its /64, because a host on IPv6 has as many
    /// addresses as it likes, all in there (RFC 4291 §2.5.1).
    public var clientPlace: IPAddress {
        switch unmapped {
        case .v4: return unmapped
        case .v6(let high, _): return .v6(high: high, low: 0)
        }
    }
}
