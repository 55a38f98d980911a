import InternetNames

/// An address and a port of a packet.
struct Endpoint: Hashable, Comparable {
    /// The address as the packet has it.
    let packetAddress: PacketAddress
    /// The port.
    let port: UInt16

    /// Creates the end of a connection.
    init(_ address: PacketAddress, port: UInt16) {
        packetAddress = address
        self.port = port
    }

    /// The address.
    var address: IPAddress { IPAddress.v6(high: packetAddress.high, low: packetAddress.low).unmapped }

    /// The address and the port, for events.
    var authority: Authority { Authority(host: .address(address), port: port) }

    static func < (left: Endpoint, right: Endpoint) -> Bool {
        left.packetAddress == right.packetAddress ? left.port < right.port : left.packetAddress < right.packetAddress
    }
}

/// An address of a packet in 16 bytes, IPv4 as an IPv4-mapped address (RFC 4291 §2.5.5.2).
struct PacketAddress: Hashable, Comparable {
    /// The first eight bytes.
    let high: UInt64
    /// The last eight bytes.
    let low: UInt64

    /// Creates an address of IPv6.
    init(high: UInt64, low: UInt64) {
        (self.high, self.low) = (high, low)
    }

    /// Creates an address of IPv4.
    init(ipv4 address: UInt32) {
        self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(address))
    }

    static func < (left: PacketAddress, right: PacketAddress) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }
}

/// The two ends of a connection, in one order for both directions.
struct FlowKey: Hashable {
    let lower: Endpoint
    let upper: Endpoint

    /// The key of packets from one end to the other.
    init(from source: Endpoint, to destination: Endpoint) {
        (lower, upper) = source < destination ? (source, destination) : (destination, source)
    }
}
