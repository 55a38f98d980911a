import InternetNames
import OpenSSL
import TLSMessages
import TransportSecurity

/// The connections of QUIC in a capture, as far as the client's hello. Their number has a limit.
struct QUICConnections {
    private var connections: [FlowKey: Connection] = [:]

    /// The largest number of connections whose hello is not whole.
    private static let openLimit = 4096
    /// The largest number of connections that are known.
    private static let limit = 131_072
    private var openCount = 0

    private enum Connection {
        /// The hello is not whole.
        case open(Opening)
        /// The hello was read.
        case read
        /// Nothing of it can be read, or not yet.
        case unread
    }

    /// A connection whose hello is not whole.
    private struct Opening {
        var client: Endpoint
        var begin: Int64
        var protection: InitialProtection
        var crypto = CryptoStream()
    }

    /// Reads a datagram. Returns false if it is none of QUIC, and hands over the load once the hello is whole.
    mutating func receive(
        _ datagram: UDPDatagram, in bytes: Span<UInt8>, at milliseconds: Int64, each: (CapturedLoad) -> Void
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
                open(packet, of: datagram, as: key, at: milliseconds, each: each)
                offset += length
            case .other(let length?):
                offset += length
            case .other(nil), .unknownVersion, .none: break reading
            }
        }
        if isQUIC, connections[key] == nil, connections.count < Self.limit { connections[key] = .unread }
        return isQUIC
    }

    /// The number of connections whose hello was not read.
    var unreadCount: Int {
        connections.values.count { connection in
            switch connection {
            case .open, .unread: true
            case .read: false
            }
        }
    }

    private mutating func open(
        _ packet: InitialPacket, of datagram: UDPDatagram, as key: FlowKey, at milliseconds: Int64,
        each: (CapturedLoad) -> Void
    ) {
        guard var opening = opening(packet, of: datagram, as: key, at: milliseconds) else { return }
        var frames = packet.frames(by: opening.protection)
        if frames == nil, let own = packet.ownProtection, let found = packet.frames(by: own) {
            // A Retry of the server has changed the keys, and the hello is sent again.
            (opening.protection, opening.crypto, frames) = (own, CryptoStream(), found)
        }
        guard let frames else { return }
        opening.crypto.read(frames)
        guard let hello = opening.crypto.clientHello else {
            connections[key] = .open(opening)
            return
        }
        connections[key] = .read
        openCount -= 1
        each(load(hello, of: opening, to: datagram.destination))
    }

    /// The state of the connection to which a packet of the client belongs; nil for a packet of the server.
    private mutating func opening(
        _ packet: InitialPacket, of datagram: UDPDatagram, as key: FlowKey, at milliseconds: Int64
    ) -> Opening? {
        switch connections[key] {
        case .open(let opening): return opening.client == datagram.source ? opening : nil
        case .read: return nil
        case .unread, nil:
            guard openCount < Self.openLimit, connections.count < Self.limit, let own = packet.ownProtection,
                packet.frames(by: own) != nil
            else { return nil }
            openCount += 1
            let opening = Opening(client: datagram.source, begin: milliseconds, protection: own)
            connections[key] = .open(opening)
            return opening
        }
    }

    private func load(_ hello: ClientHello, of opening: Opening, to server: Endpoint) -> CapturedLoad {
        var load = CapturedLoad(
            begin: opening.begin, client: opening.client, address: server.address, scheme: .https,
            named: server.authority, lacksName: true, content: .name,
            end: CapturedEnd(milliseconds: opening.begin, party: .proxy, manner: .drained))
        load.name(hello.serverName.flatMap { Host($0.text) })
        return load
    }
}

extension UDPDatagram {
    /// Whether one of the ports is that of HTTPS, which HTTP/3 uses.
    fileprivate var isOfHTTPS: Bool { source.port == 443 || destination.port == 443 }
}
