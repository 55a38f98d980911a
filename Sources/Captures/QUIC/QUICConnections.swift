import InternetNames
import OpenSSL
import TLSMessages
import TransportSecurity

/// The connections of QUIC in a capture, as far as the client's hello. Their number and their memory
/// have limits. The connections that began first end where a limit is exceeded.
struct QUICConnections {
    private var connections: [FlowKey: Connection] = [:]
    /// The connections whose hello is not whole.
    private var openings: [FlowKey: Opening] = [:]
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

    private enum Connection: Hashable {
        /// The hello is not whole.
        case open
        /// The hello was read.
        case read
        /// Nothing of it can be read, or not yet.
        case unread
    }

    /// A connection whose hello is not whole.
    private struct Opening {
        /// The number of connections that began before.
        var index: Int
        /// The name of the server's address at the beginning; nil if it is not known.
        var addressName: Host?
        var client: Endpoint
        var begin: Int64
        var protection: InitialProtection
        var crypto = CryptoStream()
    }

    /// Reads a datagram. Returns false if it is none of QUIC, and hands over the load once the hello is whole.
    ///
    /// - Parameter names: The names of addresses at this time.
    mutating func receive(
        _ datagram: UDPDatagram, in bytes: Span<UInt8>, at milliseconds: Int64, with names: AddressNames,
        each: (CapturedLoad) -> Void
    ) -> Bool {
        let key = FlowKey(from: datagram.source, to: datagram.destination)
        let known = connections[key]
        if case .read = known { return true }
        guard !datagram.payload.isEmpty else { return known != nil }
        let first = bytes[datagram.payload.lowerBound]
        // Without a long header, only the port tells that a datagram may be one of QUIC.
        guard first & 0xC0 == 0xC0 || first & 0x40 != 0 && (known != nil || datagram.isOfHTTPS) else {
            return known != nil
        }
        let content = bytes.bytes(in: datagram.payload)
        var offset = 0
        var isQUIC = known != nil || datagram.isOfHTTPS
        reading: while offset < content.count {
            switch InitialPacket.read(content, at: offset) {
            case .initial(let packet, let length):
                isQUIC = true
                open(packet, of: datagram, as: key, at: milliseconds, with: names, each: each)
                offset += length
            case .other(let length?):
                offset += length
            case .other(nil), .unknownVersion, .none: break reading
            }
        }
        if isQUIC, connections[key] == nil {
            makeRoom()
            connections[key] = .unread
        }
        return isQUIC
    }

    /// The number of connections whose hello was not read.
    var unreadCount: Int { forgottenCount + connections.values.count { $0 != .read } }

    /// Forgets the connections whose hello is not awaited, if too many are known.
    private mutating func makeRoom() {
        guard connections.count >= Self.limit else { return }
        forgottenCount += connections.values.count { $0 == .unread }
        connections = connections.filter { $0.value == .open }
    }

    /// Ends the half of the connections that began first, if too many wait for their hello.
    private mutating func endFirst() {
        guard openings.count > Self.openLimit || heldByteCount > Self.byteLimit else { return }
        let sorted = openings.sorted { $0.value.index < $1.value.index }
        for (key, opening) in sorted.prefix(max(1, sorted.count / 2)) {
            heldByteCount -= opening.crypto.heldByteCount
            openings[key] = nil
            connections[key] = .unread
        }
    }

    private mutating func open(
        _ packet: InitialPacket, of datagram: UDPDatagram, as key: FlowKey, at milliseconds: Int64,
        with names: AddressNames, each: (CapturedLoad) -> Void
    ) {
        guard var opening = opening(packet, of: datagram, as: key, at: milliseconds, with: names) else { return }
        var frames = packet.frames(by: opening.protection)
        if frames == nil, let own = packet.ownProtection, let found = packet.frames(by: own) {
            // A Retry of the server has changed the keys, and the hello is sent again.
            (opening.protection, opening.crypto, frames) = (own, CryptoStream(), found)
        }
        guard let frames else { return }
        opening.crypto.read(frames)
        heldByteCount -= openings[key]?.crypto.heldByteCount ?? 0
        guard let hello = opening.crypto.clientHello else {
            openings[key] = opening
            heldByteCount += opening.crypto.heldByteCount
            return endFirst()
        }
        openings[key] = nil
        connections[key] = .read
        each(load(hello, of: opening, to: datagram.destination))
    }

    /// The state of the connection to which a packet of the client belongs; nil for a packet of the server.
    private mutating func opening(
        _ packet: InitialPacket, of datagram: UDPDatagram, as key: FlowKey, at milliseconds: Int64,
        with names: AddressNames
    ) -> Opening? {
        switch connections[key] {
        case .open: return openings[key].flatMap { $0.client == datagram.source ? $0 : nil }
        case .read: return nil
        case .unread, nil:
            guard let own = packet.ownProtection, packet.frames(by: own) != nil else { return nil }
            if connections[key] == nil { makeRoom() }
            begunCount += 1
            let opening = Opening(
                index: begunCount, addressName: names[datagram.destination.address], client: datagram.source,
                begin: milliseconds, protection: own)
            (openings[key], connections[key]) = (opening, .open)
            return opening
        }
    }

    private func load(_ hello: ClientHello, of opening: Opening, to server: Endpoint) -> CapturedLoad {
        var load = CapturedLoad(
            begin: opening.begin, client: opening.client, address: server.address, scheme: .https,
            named: server.authority, lacksName: true, addressName: opening.addressName, content: .name,
            end: CapturedEnd(milliseconds: opening.begin, party: .proxy, manner: .drained))
        load.name(hello.serverName.flatMap { Host($0.text) })
        return load
    }
}

extension UDPDatagram {
    /// Whether one of the ports is that of HTTPS, which HTTP/3 uses.
    fileprivate var isOfHTTPS: Bool { source.port == 443 || destination.port == 443 }
}
