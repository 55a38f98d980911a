import InternetNames
import OpenSSL
import TLSMessages
import TransportSecurity

/// The connections of QUIC in a capture. Each is followed until its client's hello is whole, which gives one load.
///
/// Their number and their memory have limits. Beyond a limit, the connections that began first are given up.
struct QUICConnections {
    /// All known connections.
    private var connections: [FlowKey: State] = [:]
    /// The hellos of the open connections, as far as they were read.
    private var partialHellos: [FlowKey: PartialHello] = [:]
    /// The number of connections that have begun.
    private var begunCount = 0
    private var heldByteCount = 0
    /// The number of connections that were forgotten, and whose hello was not read.
    private var forgottenCount = 0

    /// The largest number of connections whose hello is not whole.
    private static let openLimit = 4096
    /// The largest number of connections that are known.
    private static let limit = 131_072
    /// The largest number of bytes in memory.
    private static let byteLimit = 16 * 1024 * 1024

    /// The state of a connection.
    private enum State: Hashable {
        /// The hello is not whole.
        case open
        /// The hello was read.
        case read
        /// No hello was read, and none is awaited.
        case unread
    }

    /// A hello that is not whole, with its connection.
    private struct PartialHello {
        /// The number of connections that began before.
        var index: Int
        /// The name of the server's address at the beginning; nil if it is not known.
        var addressName: Host?
        var client: Endpoint
        /// The time of the first packet in milliseconds since 1970.
        var begin: Int64
        /// The protection of the client's packets.
        var protection: InitialProtection
        /// The bytes of the client's handshake.
        var crypto = CryptoStream()
    }

    /// The result of reading a datagram.
    enum Reading {
        /// A datagram of another protocol.
        case notQUIC
        /// A datagram of QUIC, with the load of its connection if the datagram completes the client's hello.
        case quic(CapturedLoad?)
    }

    /// Reads a datagram.
    ///
    /// - Parameter names: The names of addresses at this time.
    mutating func receive(
        _ datagram: UDPDatagram, in bytes: Span<UInt8>, at milliseconds: Int64, with names: AddressNames
    ) -> Reading {
        let key = FlowKey(from: datagram.source, to: datagram.destination)
        let known = connections[key]
        if known == .read { return .quic(nil) }
        guard !datagram.payload.isEmpty else { return known == nil ? .notQUIC : .quic(nil) }
        let first = bytes[datagram.payload.lowerBound]
        // A long header has both upper bits set, a short one only the second (RFC 9000 §17). Only the port tells that a
        // datagram with a short header may be one of QUIC.
        let mayBeQUIC = known != nil || datagram.isOfHTTPS
        let hasLongHeader = first & 0xC0 == 0xC0
        guard hasLongHeader || first & 0x40 != 0 && mayBeQUIC else {
            return known == nil ? .notQUIC : .quic(nil)
        }
        let content = bytes.bytes(in: datagram.payload)
        var offset = 0
        var isQUIC = mayBeQUIC
        var load: CapturedLoad?
        reading: while offset < content.count {
            switch InitialPacket.read(content, at: offset) {
            case .initial(let packet, let length):
                isQUIC = true
                // Once the hello of a connection is whole, later packets have no load.
                load = load ?? read(packet, of: datagram, as: key, at: milliseconds, with: names)
                offset += length
            case .other(let length?):
                offset += length
            case .other(nil), .unknownVersion, .none: break reading
            }
        }
        guard isQUIC else { return .notQUIC }
        if connections[key] == nil {
            makeRoom()
            connections[key] = .unread
        }
        return .quic(load)
    }

    /// The number of connections whose hello was not read, including those that were forgotten.
    var unreadCount: Int { forgottenCount + connections.values.count { $0 != .read } }

    /// Forgets the connections whose hello is not awaited, if too many are known.
    private mutating func makeRoom() {
        guard connections.count >= Self.limit else { return }
        forgottenCount += connections.values.count { $0 == .unread }
        connections = connections.filter { $0.value == .open }
    }

    /// Forgets the older half of the partial hellos, if there are too many.
    private mutating func forgetOldestHellos() {
        guard partialHellos.count > Self.openLimit || heldByteCount > Self.byteLimit else { return }
        let sorted = partialHellos.sorted { $0.value.index < $1.value.index }
        for (key, partial) in sorted.prefix(max(1, sorted.count / 2)) {
            heldByteCount -= partial.crypto.heldByteCount
            partialHellos[key] = nil
            connections[key] = .unread
        }
    }

    /// Reads the hello in a packet, and returns the load of its connection if the packet completes the client's hello.
    private mutating func read(
        _ packet: InitialPacket, of datagram: UDPDatagram, as key: FlowKey, at milliseconds: Int64,
        with names: AddressNames
    ) -> CapturedLoad? {
        guard var partial = partialHello(packet, of: datagram, as: key, at: milliseconds, with: names) else {
            return nil
        }
        var frames = packet.frames(by: partial.protection)
        if frames == nil, let ownProtection = packet.ownProtection, let ownFrames = packet.frames(by: ownProtection) {
            // A Retry of the server has changed the keys, and the hello is sent again.
            (partial.protection, partial.crypto, frames) = (ownProtection, CryptoStream(), ownFrames)
        }
        guard let frames else { return nil }
        partial.crypto.read(frames)
        heldByteCount -= partialHellos[key]?.crypto.heldByteCount ?? 0
        guard let hello = partial.crypto.clientHello else {
            partialHellos[key] = partial
            heldByteCount += partial.crypto.heldByteCount
            forgetOldestHellos()
            return nil
        }
        partialHellos[key] = nil
        connections[key] = .read
        return load(hello, of: partial, to: datagram.destination)
    }

    /// The hello to which a packet of the client belongs; nil for a packet of the server.
    private mutating func partialHello(
        _ packet: InitialPacket, of datagram: UDPDatagram, as key: FlowKey, at milliseconds: Int64,
        with names: AddressNames
    ) -> PartialHello? {
        switch connections[key] {
        case .open: return partialHellos[key].flatMap { $0.client == datagram.source ? $0 : nil }
        case .read: return nil
        case .unread, nil:
            guard let own = packet.ownProtection, packet.frames(by: own) != nil else { return nil }
            if connections[key] == nil { makeRoom() }
            begunCount += 1
            let partial = PartialHello(
                index: begunCount, addressName: names[datagram.destination.address], client: datagram.source,
                begin: milliseconds, protection: own)
            (partialHellos[key], connections[key]) = (partial, .open)
            return partial
        }
    }

    private func load(_ hello: ClientHello, of partial: PartialHello, to server: Endpoint) -> CapturedLoad {
        var load = CapturedLoad(
            begin: partial.begin, client: partial.client, address: server.address, scheme: .https,
            named: server.authority, lacksName: true, addressName: partial.addressName, content: .name,
            end: CapturedEnd(milliseconds: partial.begin, party: .proxy, manner: .drained))
        load.setName(hello.serverName.flatMap { Host(captured: $0) })
        return load
    }
}

extension UDPDatagram {
    /// Whether one of the ports is that of HTTPS, which HTTP/3 uses.
    fileprivate var isOfHTTPS: Bool { source.port == 443 || destination.port == 443 }
}
