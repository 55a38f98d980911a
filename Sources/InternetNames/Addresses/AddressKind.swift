/// The purpose of an address according to the IANA registries of special-purpose addresses (RFC 6890).
///
/// The cases are in order of their reach, from the machine itself to the whole Internet.
public enum AddressKind: Int, CaseIterable, Hashable, Sendable {
    /// No host, or "this host" (RFC 6890: `0.0.0.0/8`, `::`). Most systems connect to loopback instead.
    case unspecified
    /// The machine itself: `127.0.0.0/8`, `::1`.
    case loopback
    /// The hosts on one link (RFC 3927, RFC 4291 §2.5.6): `169.254.0.0/16`, `fe80::/10`.
    case linkLocal
    /// The service that gives credentials and settings to virtual machines in a cloud. The usual address
    /// `169.254.169.254` is `linkLocal`; this case is for addresses outside all other special ranges.
    case cloudMetadata
    /// A group of hosts (RFC 5771, RFC 4291 §2.7): `224.0.0.0/4`, `ff00::/8`.
    case multicast
    /// An address that is not assigned to hosts, such as `240.0.0.0/4` (RFC 1112 §4) or `192.0.0.0/24` for protocols.
    case reserved
    /// Addresses for measurements of network equipment (RFC 2544, RFC 5180): `198.18.0.0/15`, `2001:2::/48`.
    case benchmarking
    /// Addresses for examples in documents (RFC 5737, RFC 3849, RFC 9637).
    case documentation
    /// The hosts of one site (RFC 1918, RFC 4193, RFC 3879).
    case `private`
    /// Addresses between a provider and its customers (RFC 6598): `100.64.0.0/10`.
    case shared
    /// Any other address.
    case `public`
}

extension IPAddress {
    /// The kind of the address. An address with embedded IPv4 addresses may be delivered to these. The kind is
    /// therefore the one with the shortest reach among its own kind and theirs.
    public var kind: AddressKind {
        switch self {
        case .v4(let value):
            return Self.kind(v4: value)
        case .v6(let high, let low):
            let embeddedKinds = embeddedAddresses.map(\.kind)
            let ownKind = Self.kind(v6: high, low, embedsIPv4: !embeddedKinds.isEmpty)
            return embeddedKinds.reduce(ownKind) { $1.rawValue < $0.rawValue ? $1 : $0 }
        }
    }

    private static func kind(v4 value: UInt32) -> AddressKind {
        switch value {
        case 0xA83F_8110, 0x6464_64C8: return .cloudMetadata  // 168.63.129.16 (Azure), 100.100.100.200 (Alibaba Cloud)
        case 0xC000_00C0: return .cloudMetadata  // 192.0.0.192 (Oracle Cloud)
        case 0x0000_0000...0x00FF_FFFF: return .unspecified
        case 0x0A00_0000...0x0AFF_FFFF: return .private
        case 0x6440_0000...0x647F_FFFF: return .shared
        case 0x7F00_0000...0x7FFF_FFFF: return .loopback
        case 0xA9FE_0000...0xA9FE_FFFF: return .linkLocal
        case 0xAC10_0000...0xAC1F_FFFF: return .private
        case 0xC000_0000...0xC000_00FF: return .reserved
        case 0xC000_0200...0xC000_02FF: return .documentation
        case 0xC058_6300...0xC058_63FF: return .reserved  // 192.88.99.0/24, once 6to4 relays (RFC 7526)
        case 0xC0A8_0000...0xC0A8_FFFF: return .private
        case 0xC612_0000...0xC613_FFFF: return .benchmarking
        case 0xC633_6400...0xC633_64FF: return .documentation
        case 0xCB00_7100...0xCB00_71FF: return .documentation
        case 0xE000_0000...0xEFFF_FFFF: return .multicast
        case 0xF000_0000...0xFFFF_FFFF: return .reserved
        case _: return .public
        }
    }

    /// The kind of an IPv6 address.
    ///
    /// - Parameter embedsIPv4: Whether the address has embedded IPv4 addresses. Their kind then decides where the
    ///   prefix has no meaning of its own.
    private static func kind(v6 high: UInt64, _ low: UInt64, embedsIPv4: Bool) -> AddressKind {
        switch (high, low) {
        case (0, 0): return .unspecified
        case (0, 1): return .loopback
        case (0xFD00_0EC2_0000_0000, 0x254), (0xFD20_00CE_0000_0000, 0x254): return .cloudMetadata  // AWS, Google Cloud
        case _: break
        }
        switch high {
        case 0xFE80_0000_0000_0000...0xFEBF_FFFF_FFFF_FFFF: return .linkLocal
        case 0xFEC0_0000_0000_0000...0xFEFF_FFFF_FFFF_FFFF: return .private
        case 0xFC00_0000_0000_0000...0xFDFF_FFFF_FFFF_FFFF: return .private
        case 0xFF00_0000_0000_0000...UInt64.max: return .multicast
        case 0x2001_0DB8_0000_0000...0x2001_0DB8_FFFF_FFFF: return .documentation
        case 0x3FFF_0000_0000_0000...0x3FFF_0FFF_FFFF_FFFF: return .documentation
        case 0x2001_0002_0000_0000...0x2001_0002_0000_FFFF: return .benchmarking
        case 0x2000_0000_0000_0000...0x3FFF_FFFF_FFFF_FFFF: return .public
        case _: return embedsIPv4 ? .public : .reserved
        }
    }
}

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
