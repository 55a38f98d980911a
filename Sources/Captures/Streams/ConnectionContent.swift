import ForwardProxy
import HTTP
import InternetNames
import TLSMessages
import TransportSecurity

/// The content of a captured connection of TCP: the loads that its bytes show.
///
/// The caller hands over the bytes of both sides in order. The bytes of a side may be left out while `needs` is false.
final class ConnectionContent {
    /// The kind of content; nil before the first byte.
    private(set) var kind: Kind?
    /// The loads that are complete.
    private var finished: [CapturedLoad] = []
    /// The load that is under way; nil before the first one.
    private var open: CapturedLoad?
    /// Whether no load has begun.
    private var isFirst = true
    /// The first bytes of a client that seems to send requests, as many as `preface` has.
    private var opening: [UInt8] = []
    private var requests = RequestStream()
    private var proxyAnswer: ProxyAnswer?
    private var handshake = CapturedHandshake()
    /// The number of bytes that incomplete messages and readings may hold.
    private(set) var heldByteCount = 0
    /// The number of heads of requests behind which nothing could be read, or that name no destination.
    private(set) var unreadHeads = 0

    private let client: Endpoint
    private let server: Endpoint
    /// The name of the server's address; nil if it is not known.
    private let addressName: Host?

    /// The kinds of content.
    enum Kind: Hashable {
        /// TLS from the first byte.
        case tls
        /// Requests of HTTP in cleartext.
        case requests
        /// The preface of HTTP/2 in cleartext.
        case http2
        /// Anything else.
        case other
    }

    /// The counts of a connection at a time.
    struct Moment {
        /// The time in milliseconds since 1970.
        var milliseconds: Int64
        /// The number of bytes that the client has sent.
        var bytesFromClient: Int64
        /// The number of bytes that the server has sent.
        var bytesFromServer: Int64
    }

    /// Creates the content of a connection that begins.
    ///
    /// - Parameter addressName: The name of the server's address; nil if it is not known.
    init(from client: Endpoint, to server: Endpoint, named addressName: Host?) {
        (self.client, self.server, self.addressName) = (client, server, addressName)
    }

    /// Whether further bytes of a side can show anything.
    func needs(_ side: TLSInspector.Side) -> Bool {
        switch kind {
        case nil: true
        case .tls: !handshake.isOver
        case .requests:
            proxyAnswer == nil ? side == .client && requests.end == nil : !handshake.isOver
        case .http2, .other: false
        }
    }

    /// Whether a load or its handshake may remain unknown if no further bytes of a side come.
    func lacks(_ side: TLSInspector.Side) -> Bool {
        switch kind {
        case nil: true
        case .tls: !handshake.isRead
        case .requests:
            proxyAnswer == nil ? side == .client && requests.end == nil : !handshake.isRead
        case .http2, .other: false
        }
    }

    /// Reads the next bytes of a side.
    func receive(_ bytes: Span<UInt8>, from side: TLSInspector.Side, at moment: Moment) {
        guard !bytes.isEmpty, needs(side) else { return }
        heldByteCount += bytes.count
        let headCount = requests.count
        if kind == nil { begin(bytes, from: side, at: moment) }
        switch kind {
        case .tls: handshake.receive(bytes, from: side)
        case .requests: receiveRequests(bytes, from: side, at: moment)
        case .http2, .other, nil: break
        }
        if !needs(.client), !needs(.server) {
            heldByteCount = handshake.certificateByteCount
        } else if kind == .requests, proxyAnswer == nil, !requests.isInsideHead {
            // Bodies are not kept.
            heldByteCount = 0
        } else if requests.count != headCount {
            // A head is complete with these bytes, and earlier bytes are no longer held.
            heldByteCount = bytes.count
        }
    }

    /// Reads the end of the client's bytes, which comes before that of the server's.
    func clientEnded() {
        if kind == .tls || proxyAnswer?.isOpen == true { handshake.clientEnded() }
    }

    /// Takes the loads that are complete.
    func takeLoads() -> [CapturedLoad] {
        defer { finished.removeAll() }
        return finished
    }

    /// Completes the last load.
    ///
    /// - Parameters:
    ///   - end: The end of the connection.
    ///   - isWhole: Whether no byte that was needed is missing.
    func finish(_ end: CapturedEnd, isWhole: Bool) {
        guard var load = open else { return }
        open = nil
        load.end = end.since(load.end)
        if kind == .tls || proxyAnswer?.isOpen == true {
            switch handshake.finished(by: end, isWhole: isWhole) {
            case .nothing: if kind == .tls { return }
            case .name(let host):
                load.setName(host)
            case .handshake(let reading, let reaction):
                load.setName(handshake.serverName)
                load.content = .handshake(reading, reaction)
                load.scheme = reading.cleartextScheme ?? load.scheme
                load.end.refusal = handshake.refusal
            }
        }
        finished.append(load)
    }
}

extension ConnectionContent {
    /// The first bytes of a client that speaks HTTP/2 with prior knowledge (RFC 9113 §3.4).
    private static let preface = Array("PRI * HTTP/2.0\r\n".utf8)

    /// Finds the kind of content by the first bytes.
    private func begin(_ bytes: Span<UInt8>, from side: TLSInspector.Side, at moment: Moment) {
        let first = bytes[0]
        let isHandshakeRecord = first == 22
        // The hello of SSL 2.0 has its length in two bytes, with the upper bit set, and the type 1 behind it.
        let isOldHello = first & 0x80 != 0 && bytes.count > 2 && bytes[2] == 1
        if side == .server {
            kind = .other
        } else if isHandshakeRecord || isOldHello {
            kind = .tls
            open = newLoad(.https, at: moment, showing: .name)
        } else if Self.isMethodLetter(first) {
            kind = .requests
        } else {
            kind = .other
        }
    }

    private static func isMethodLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    /// The load that begins at a moment.
    private func newLoad(
        _ scheme: Load.Scheme, at moment: Moment, showing content: CapturedLoad.Content
    ) -> CapturedLoad {
        // The end holds the counts of the beginning until the load is complete.
        var begin = CapturedEnd(milliseconds: moment.milliseconds)
        if !isFirst {
            (begin.bytesFromClient, begin.bytesFromServer) = (moment.bytesFromClient, moment.bytesFromServer)
        }
        isFirst = false
        return CapturedLoad(
            begin: moment.milliseconds, client: client, address: server.address, scheme: scheme,
            named: server.authority, lacksName: true, addressName: addressName, content: content, end: begin)
    }

    /// Reads the requests of the client, and after a CONNECT the answer of the proxy and the handshake in the tunnel.
    private func receiveRequests(_ bytes: Span<UInt8>, from side: TLSInspector.Side, at moment: Moment) {
        var offset = 0
        if let answer = proxyAnswer {
            if side == .server, !answer.isRead { offset = readAnswer(bytes) }
            return handshake.receive(bytes.extracting(offset..<bytes.count), from: side)
        }
        if opening.count < Self.preface.count {
            opening += bytes.bytes(in: 0..<min(bytes.count, Self.preface.count - opening.count))
        }
        // The counts include these bytes, which belong to the next request and not to the previous one.
        var moment = moment
        moment.bytesFromClient -= Int64(bytes.count)
        while let head = requests.next(in: bytes, at: &offset) {
            endLoad(at: moment)
            guard let request = request(head) else {
                unreadHeads += 1
                continue
            }
            var load = newLoad(request.load.scheme, at: moment, showing: head.isConnect ? .name : .request)
            (load.named, load.lacksName) = (request.load.authority, false)
            load.route = head.isForProxy ? .upstream : .direct
            load.method = request.method.compacted
            load.path = request.load.path?.compacted
            load.app = request.userAgent.map { ClientApp(userAgent: $0.text) }
            open = load
            if head.isConnect { proxyAnswer = ProxyAnswer() }
        }
        // A client need not wait for the answer before it begins the handshake.
        if proxyAnswer != nil { return handshake.receive(bytes.extracting(offset..<bytes.count), from: side) }
        guard requests.end == .unreadable else { return }
        guard requests.count == 0, isFirst else {
            unreadHeads += 1
            return
        }
        kind = opening == Self.preface ? .http2 : .other
        if kind == .http2 { open = newLoad(.http, at: moment, showing: .request) }
    }

    /// Reads the answer to a CONNECT, and returns the offset behind it. A client that has to name itself asks again.
    private func readAnswer(_ bytes: Span<UInt8>) -> Int {
        let offset = proxyAnswer?.read(bytes) ?? 0
        guard let answer = proxyAnswer, answer.isRead, !answer.isOpen else { return offset }
        if answer.asksForPassword {
            (open, proxyAnswer, requests) = (nil, nil, RequestStream())
            handshake = CapturedHandshake()
        } else {
            handshake.abandon()
            open?.content = .refused
        }
        return bytes.count
    }

    /// The request of a head, to a proxy or to the server itself; nil if it names no destination.
    private func request(_ head: RequestHead) -> ProxyRequest? {
        if let request = ProxyRequest(head) { return request }
        return AbsoluteTarget(head, interceptedAt: server.address, port: server.port).map {
            ProxyRequest(head, for: $0)
        }
    }

    /// Completes the load of the previous request on the connection.
    private func endLoad(at moment: Moment) {
        guard var load = open else { return }
        let end = CapturedEnd(
            milliseconds: moment.milliseconds, bytesFromClient: moment.bytesFromClient,
            bytesFromServer: moment.bytesFromServer)
        load.end = end.since(load.end)
        finished.append(load)
        open = nil
    }
}
