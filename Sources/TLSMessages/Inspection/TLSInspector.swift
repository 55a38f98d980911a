import TransportSecurity

/// Reads what client and server say to each other inside a tunnel, as far as TLS lets an onlooker, without decrypting.
///
/// It is fed with the bytes of both sides in the order in which they pass, in pieces of any size; how they are cut
/// changes nothing of what it finds. It judges nothing and holds nothing up: a caller that wants to judge before the
/// bytes go on asks `needsMore(from:)` after each piece and keeps the bytes back meanwhile.
///
/// Each side has a reader of its own: first the opening (does it speak TLS at all?), then records, their handshake
/// messages and alerts. `HandshakeProgress` says which of them may come next. Whatever it does not name, and whatever
/// cannot be read, becomes the event `unparsed`, never silence: an enforcing caller refuses it, so that nothing which an
/// endpoint takes for a handshake passes unread. From then on that side is *blind*; the other one is still
/// read. A message whose body alone is malformed does not make its side blind.
///
/// Of the bytes it keeps only those of one incomplete message a side, up to the sizes that implementations accept: a
/// ClientHello of 128 KiB (OpenSSL's `CLIENT_HELLO_MAX_LENGTH`), messages of a server of 100 KiB (its
/// `SSL_MAX_CERT_LIST_DEFAULT`). TLS that begins after cleartext (STARTTLS) is not followed.
public struct TLSInspector {
    /// Whose bytes they are.
    public enum Side: Hashable, Sendable, CaseIterable {
        /// The client, who opened the tunnel.
        case client
        /// The server, at its other end.
        case server
    }

    /// How many bytes of one side `needsMore(from:)` lets pile up at the most, but for the piece that exceeds it: a
    /// whole ClientHello or certificate message of the largest size, and what comes with it.
    public static let heldBackLimit = 160 * 1024
    /// The longest ClientHello that is read, in bytes.
    static let clientHelloLimit = 131_396
    /// The longest message of a server that is read, in bytes.
    static let serverMessageLimit = 100 * 1024

    private var progress = HandshakeProgress()
    private var client = SideReader(.client, keeping: [.clientHello], limit: clientHelloLimit)
    private var server = SideReader(
        .server,
        keeping: [
            .serverHello, .certificate, .certificateStatus, .serverKeyExchange, .certificateRequest, .newSessionTicket,
        ],
        limit: serverMessageLimit)
    /// The caller's array, while there is something to observe.
    private var events: [Event] = []
    private var isOver = false

    /// A inspector who has seen nothing yet.
    public init() {}

    /// Whether whatever follows can be relayed unread: after the first data both ways up to TLS 1.2, after the client's
    /// answer in 1.3, and where there is no TLS to read.
    public var isDone: Bool {
        isOver || progress.isOver || server.isOpaque || (client.isOpaque && progress.hasSeenServerFlight)
    }

    /// Whether a handshake was read to its end. With `isDone` and without this, the bytes are no TLS, or
    /// could not be read.
    public var isHandshakeOver: Bool { progress.isOver }

    /// Whether all was read that there is to judge: the server's flight up to ServerHelloDone, in TLS 1.3 its
    /// ServerHello, or the alert by which it gave up.
    public var hasSeenServerFlight: Bool { isDone || progress.hasSeenServerFlight }

    /// Whether the client's hello has still to come, or to come again.
    public var awaitsClientHello: Bool { !isDone && !client.isOpaque && progress.awaitsClientHello }

    /// Whether the bytes of that side so far are an unfinished part of what can be judged: half an opening, half a
    /// record's header, half a message that is read, a server's flight without its end. Neither a silent side nor a slow
    /// one ends this; the caller's timeout must.
    public func needsMore(from side: Side) -> Bool {
        guard !isDone else { return false }
        switch side {
        case .client: return client.isInsideUnit
        case .server: return server.isInsideUnit || progress.isInsideServerFlight && !progress.hasSeenServerFlight
        }
    }

    /// The memory held for incomplete messages, in bytes; never above twice the limits of messages.
    public var bufferedByteCount: Int { client.bufferedByteCount + server.bufferedByteCount }

    /// Takes note of bytes that one side sent, and appends what they show, in order.
    public mutating func observe(_ side: Side, _ bytes: Span<UInt8>, appendingTo events: inout [Event]) {
        swap(&self.events, &events)
        defer { swap(&self.events, &events) }
        var offset = 0
        while !isDone, let element = next(of: side, in: bytes, at: &offset) {
            passed(element, from: side)
            switch side {
            case .client: client.markEnd(isHeldBack: needsMore(from: .client))
            case .server: server.markEnd(isHeldBack: needsMore(from: .server))
            }
            if heldBackIsTooLong(side) { giveUp(side, because: .flightTooLong) }
        }
    }

    /// Takes note that one side will send nothing more, and appends what was left unfinished.
    public mutating func observeEnd(of side: Side, appendingTo events: inout [Event]) {
        guard !isDone else { return }
        swap(&self.events, &events)
        defer { swap(&self.events, &events) }
        switch side {
        case .client where client.isUnfinished: giveUp(.client, because: .truncated)
        case .server where server.isUnfinished: giveUp(.server, because: .truncated)
        case .client, .server: break
        }
    }

    /// What the end of the tunnel says of the client's opinion of the server; nil where it says nothing. `side` is
    /// who closed or reset the connection, nil for neither of them.
    ///
    /// A client that finishes the handshake first and looks at the certificate afterwards (GnuTLS does) is not
    /// recognised in TLS 1.3: its alert looks like any other record.
    public func refusal(closedBy side: Side?) -> ClientRefusal? {
        progress.refusal(closedBy: side)
    }

    // MARK: One side's bytes

    private mutating func next(of side: Side, in bytes: Span<UInt8>, at offset: inout Int) -> SideReader.Element? {
        let protection = progress.protection(of: side)
        switch side {
        case .client: return client.next(in: bytes, at: &offset, protection: protection)
        case .server: return server.next(in: bytes, at: &offset, protection: protection)
        }
    }

    /// Asked at the ends of records and messages alone, so that the answer does not depend on how bytes were cut.
    private func heldBackIsTooLong(_ side: Side) -> Bool {
        switch side {
        case .client: return client.heldBackByteCount > Self.heldBackLimit
        case .server: return server.heldBackByteCount > Self.heldBackLimit
        }
    }

    // MARK: What it shows

    private mutating func passed(_ element: SideReader.Element, from side: Side) {
        switch element {
        case .cleartext(let cleartext): end(with: .cleartext(cleartext))
        case .banner(let banner): passed(banner)
        case .ssl2Hello(let body): passedSSL2Hello(body)
        case .recordHeader(let type): check(progress.refusal(of: type, from: side), of: side)
        case .messageHeader(let type, let length):
            check(progress.refusal(of: type, length: length, from: side), of: side)
        case .message(let message): passed(message, from: side)
        case .alert(let alert): passed(alert, from: side)
        case .changeCipherSpec: if progress.passedChangeCipherSpec(from: side) { events.append(.resumed) }
        case .encrypted(let type): passedEncrypted(type, from: side)
        case .applicationData(let length): passedApplicationData(length, from: side)
        case .recordEnd: break
        case .fault(let reason): giveUp(side, because: reason)
        }
    }

    private mutating func passed(_ banner: Banner) {
        if client.byteCount == 0 {
            end(with: .serverSpokeFirst(banner))
        } else {
            giveUp(.server, because: .notTLS)
        }
    }

    private mutating func passedSSL2Hello(_ body: [UInt8]) {
        passed(ClientHello(parsingSSL2: body))
    }

    private mutating func passed(_ message: HandshakeAssembler.Message, from side: Side) {
        if let reason = progress.refusal(of: message.type, length: message.length, from: side) {
            return giveUp(side, because: reason)
        }
        switch (side, message.type) {
        case (.client, .clientHello): passed(ClientHello(parsing: message.body))
        case (.server, .serverHello): passedServerHello(message.body)
        case (.client, _): progress.passed(message.type, from: .client)
        case (.server, _): passedOfServer(message)
        }
    }

    /// A hello that cannot be read does not keep the server's answer from being read.
    private mutating func passed(_ hello: ClientHello?) {
        events.append(hello.map(Event.clientHello) ?? .fault(.client, .malformed(.clientHello)))
        if let hello, let type = hello.malformedVerdictExtension {
            events.append(.fault(.client, .malformedExtension(.clientHello, type)))
        }
        progress.passed(hello)
    }

    private mutating func passedServerHello(_ body: [UInt8]) {
        guard let hello = ServerHello(parsing: body) else { return giveUp(.server, because: .malformed(.serverHello)) }
        if let type = hello.malformedVerdictExtension {
            return giveUp(.server, because: .malformedExtension(.serverHello, type))
        }
        let reason = progress.passed(hello)
        switch reason {
        case nil, .unknownVersion: events.append(.serverHello(hello))
        case .some: break
        }
        if let reason { return giveUp(.server, because: reason) }
        if hello.preSharedKey != nil, hello.isFollowedByCiphertext { events.append(.resumed) }
    }

    private mutating func passedOfServer(_ message: HandshakeAssembler.Message) {
        progress.passed(message.type, from: .server)
        guard let (version, cipherSuite) = progress.agreementUpToTLS12 else { return }
        switch message.type {
        case .certificate:
            tell(CertificateMessage(parsing: message.body).map { .certificates($0.certificates) }, message.type)
        case .newSessionTicket:
            tell(NewSessionTicketMessage.ticket(parsing: message.body).map(Event.sessionTicket), message.type)
        case .certificateStatus:
            tell(CertificateStatusMessage.response(parsing: message.body).map(Event.certificateStatus), message.type)
        case .certificateRequest:
            let request = CertificateRequest(parsing: message.body, version: version)
            tell(request.map(Event.certificateRequest), message.type)
        case .serverKeyExchange:
            switch ServerKeyExchange.read(message.body, cipherSuite: cipherSuite, version: version) {
            case .exchange(let exchange): events.append(.serverKeyExchange(exchange))
            case .fault(let reason): events.append(.fault(.server, reason))
            }
        case _:
            break
        }
    }

    private mutating func tell(_ event: Event?, _ type: HandshakeType) {
        events.append(event ?? .fault(.server, .malformed(type)))
    }

    private mutating func check(_ reason: ProtocolFault?, of side: Side) {
        if let reason { giveUp(side, because: reason) }
    }

    private mutating func passed(_ alert: Alert, from side: Side) {
        events.append(.alert(side, alert))
        progress.passed(alert, from: side)
    }

    private mutating func passedEncrypted(_ type: ContentType, from side: Side) {
        if type == .alert { events.append(.encryptedAlert(side)) }
        progress.passedEncrypted(type, from: side)
    }

    private mutating func passedApplicationData(_ length: Int, from side: Side) {
        let wasOver = progress.isOver
        if progress.passedApplicationData(from: side, length: length) { events.append(.applicationData(side)) }
        if progress.isTLS13, progress.isOver, !wasOver { events.append(.clientAnswered) }
    }

    private mutating func giveUp(_ side: Side, because reason: ProtocolFault) {
        events.append(.fault(side, reason))
        switch side {
        case .client: client.becomeOpaque()
        case .server: server.becomeOpaque()
        }
    }

    private mutating func end(with event: Event) {
        events.append(event)
        isOver = true
        client.becomeOpaque()
        server.becomeOpaque()
    }
}
