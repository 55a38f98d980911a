extension IPAddress {
    /// All IPv4 addresses that are embedded in the address. A translator or tunnel may deliver packets to one of them,
    /// so access rules must check these addresses as well.
    public var embeddedAddresses: [IPAddress] {
        guard case .v6(let high, let low) = self else { return [] }
        let last = UInt32(truncatingIfNeeded: low)
        var embedded: [UInt32] = []
        // IPv4-mapped (RFC 4291 §2.5.5.2) and IPv4-compatible (§2.5.5.1), except :: and ::1.
        if high == 0, low >> 32 == 0xFFFF || (low >> 32 == 0 && low > 1) { embedded.append(last) }
        // IPv4-translated, ::ffff:0:a.b.c.d (RFC 2765 §2.1).
        if high == 0, low >> 32 == 0xFFFF_0000 { embedded.append(last) }
        // NAT64, well-known (RFC 6052 §2.1) and local (RFC 8215). Of the local prefixes only /96 is supported.
        if high == 0x0064_FF9B_0000_0000, low >> 32 == 0 { embedded.append(last) }
        if high >> 16 == 0x0064_FF9B_0001 { embedded.append(last) }
        // 6to4 (RFC 3056 §2).
        if high >> 48 == 0x2002 { embedded.append(UInt32(truncatingIfNeeded: high >> 16)) }
        // Teredo (RFC 4380 §4): the server's address, and the client's with all bits inverted.
        if high >> 32 == 0x2001_0000 { embedded += [UInt32(truncatingIfNeeded: high), ~last] }
        // ISATAP (RFC 5214 §6.1).
        if low >> 32 & 0xFDFF_FFFF == 0x0000_5EFE { embedded.append(last) }
        return embedded.map(IPAddress.v4)
    }
}
