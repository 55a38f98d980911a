import TransportSecurity

/// Reads the messages of client and server in a TLS handshake, as far as an observer can without decrypting.
///
/// A caller hands over the bytes of both sides in the order in which they pass, in pieces of any size. The result does
/// not depend on how the bytes are cut. The inspector neither judges nor delays anything: a caller that must judge a
/// message before it passes asks `needsMore(from:)` after each piece, and holds the bytes back while it returns true.
///
/// Each side has a `SideReader`, which first tells the protocol and then reads records, handshake messages and alerts.
/// `HandshakeProgress` decides which of them may come next. An element that it does not allow, and bytes that cannot be
/// read, become the event `fault`. A caller that enforces TLS refuses it, because no endpoint may receive a handshake
/// that was not read. After a fault the side is *opaque*: nothing more is read of it. The other side is still read. A
/// message with a well-formed header and a malformed body is a fault that does not make its side opaque, unless it is a
/// ServerHello.
///
/// The inspector keeps the bytes of one incomplete message a side, up to the sizes that implementations accept. These
/// are 128 KiB for a ClientHello (OpenSSL's `CLIENT_HELLO_MAX_LENGTH`) and 100 KiB for a message of a server (its
/// `SSL_MAX_CERT_LIST_DEFAULT`). TLS that begins after cleartext (STARTTLS) is not followed.
public struct TLSInspector {
    /// One of the two endpoints of a connection.
    public enum Side: Hashable, Sendable, CaseIterable {
        /// The endpoint that opened the connection.
        case client
        /// The endpoint that accepted it.
        case server
    }

    /// The largest number of bytes of one side that pass before `needsMore(from:)` returns false or the side becomes
    /// opaque, not counting the piece that exceeds it. A ClientHello or certificate message of the largest size fits.
    public static let heldBackLimit = 160 * 1024
    /// The longest ClientHello that is read, in bytes.
    static let clientHelloLimit = 131_396
    /// The longest message of a server that is read, in bytes.
    static let serverMessageLimit = 100 * 1024

    private var progress = HandshakeProgress()
    private var client = SideReader(.client)
    private var server = SideReader(.server)
    /// The caller's array during a call, otherwise empty.
    private var events: [Event] = []

    /// An inspector of a connection in which nothing has passed.
    public init() {}

    /// Whether no later event can matter. The caller may then relay the bytes unread. True after application data both
    /// ways up to TLS 1.2, after the client's answer in TLS 1.3, and where no TLS can be read.
    public var isDone: Bool {
        progress.isOver || server.isOpaque || (client.isOpaque && progress.hasSeenServerFlight)
    }

    /// Whether a handshake was read to its end. If `isDone` is true and this is false, the bytes are not TLS or could
    /// not be read.
    public var isHandshakeOver: Bool { progress.isOver }

    /// Whether the server has answered the client's hello, both sides can be read, and the handshake is not finished. A
    /// connection that ends now ends in its handshake.
    public var isHandshakeUnfinished: Bool { isReadable && progress.isUnfinished }

    /// Whether both sides can be read, and the client has sent application data, and the server none, up to TLS 1.2.
    public var isUnanswered: Bool { isReadable && progress.isUnanswered }

    /// Whether the server has said with an alert that it closes the connection, or that it fails, before the client had
    /// ended.
    public var hasServerClosed: Bool { progress.hasServerClosed }

    private var isReadable: Bool { !client.isOpaque && !server.isOpaque }

    /// Whether application data passed both ways after the handshake: the client has accepted the server. In TLS 1.3,
    /// where everything is encrypted, the sizes and the order of the records tell; see `TLS13Progress`.
    public var hasExchangedData: Bool { progress.hasExchangedData == true }

    /// Whether later records can still show that data are exchanged.
    public var awaitsExchangedData: Bool {
        progress.hasExchangedData == false && !client.isOpaque && !server.isOpaque
    }

    /// Whether everything was read that a verdict depends on: the server's flight up to ServerHelloDone, the
    /// ServerHello of TLS 1.3, or the alert with which the server closed.
    public var hasSeenServerFlight: Bool { isDone || progress.hasSeenServerFlight }

    /// Whether the client's first hello, or the one after a HelloRetryRequest, has not arrived.
    public var awaitsClientHello: Bool { !isDone && !client.isOpaque && progress.awaitsClientHello }

    /// Whether the bytes of that side so far end inside a unit that must be judged as a whole. Units are the first
    /// bytes, which tell the protocol, the header of a record, a message that is read, and the server's flight. The
    /// caller must set a time limit, because a silent side never ends the unit.
    public func needsMore(from side: Side) -> Bool {
        guard !isDone else { return false }
        switch side {
        case .client: return client.isInsideUnit
        case .server: return server.isInsideUnit || progress.isInsideServerFlight
        }
    }

    /// The memory for incomplete messages, in bytes; at most twice the limits of messages.
    public var bufferedByteCount: Int { client.bufferedByteCount + server.bufferedByteCount }

    /// Reads bytes that one side sent, and appends the events that they show, in order.
    public mutating func observe(_ side: Side, _ bytes: Span<UInt8>, appendingTo events: inout [Event]) {
        swap(&self.events, &events)
        defer { swap(&self.events, &events) }
        var offset = 0
        guard !isDone else { return follow(side, bytes, from: &offset) }
        while let element = next(of: side, in: bytes, at: &offset) {
            if case .recordHeader(let type) = element {
                check(progress.refusal(of: type, from: side), of: side)
                continue
            }
            passed(element, from: side)
            guard !isDone else { return follow(side, bytes, from: &offset) }
            endElement(of: side)
        }
    }

    /// Reads on after the client's answer of TLS 1.3, only to see the exchange of data. Nothing that is read here is an
    /// event. Bytes that cannot be read end the reading.
    private mutating func follow(_ side: Side, _ bytes: Span<UInt8>, from offset: inout Int) {
        while awaitsExchangedData, let element = next(of: side, in: bytes, at: &offset) {
            switch element {
            case .applicationData(let length): _ = progress.passedApplicationData(from: side, length: length)
            case .recordHeader, .recordEnd, .changeCipherSpec: break
            case .cleartext, .banner, .ssl2Hello, .messageHeader, .message, .alert, .encrypted, .fault:
                client.becomeOpaque()
                server.becomeOpaque()
            }
        }
    }

    /// Notes that one side sends nothing more, and appends a fault if the bytes ended inside a unit. An alert of the
    /// server that follows the client's end answers it.
    public mutating func observeEnd(of side: Side, appendingTo events: inout [Event]) {
        progress.ended(by: side)
        guard !isDone else { return }
        swap(&self.events, &events)
        defer { swap(&self.events, &events) }
        switch side {
        case .client where client.isUnfinished: giveUp(.client, because: .truncated)
        case .server where server.isUnfinished: giveUp(.server, because: .truncated)
        case .client, .server: break
        }
    }

    /// The client's refusal of the server, if the end of the connection shows one. `side` is the side that closed or
    /// reset the connection, nil if neither did.
    public func refusal(closedBy side: Side?) -> ClientRefusal? {
        let refusal = progress.refusal(closedBy: side)
        // Records that cannot be read may have had a request.
        return refusal?.evidence == .closedAfterHandshake && !isReadable ? nil : refusal
    }

    // MARK: - One side's bytes

    private mutating func next(of side: Side, in bytes: Span<UInt8>, at offset: inout Int) -> SideReader.Element? {
        let protection = progress.protection(of: side)
        switch side {
        case .client: return client.next(in: bytes, at: &offset, protection: protection)
        case .server: return server.next(in: bytes, at: &offset, protection: protection)
        }
    }

    /// Checks the limit of bytes held back, only at the ends of elements: the result must not depend on how the bytes
    /// are cut. The header of a record counts with its content.
    private mutating func endElement(of side: Side) {
        let heldBackByteCount: Int
        switch side {
        case .client:
            if !client.isInsideUnit { client.releaseHeldBack() }
            heldBackByteCount = client.heldBackByteCount
        case .server:
            if !server.isInsideUnit, !progress.isInsideServerFlight { server.releaseHeldBack() }
            heldBackByteCount = server.heldBackByteCount
        }
        if heldBackByteCount > Self.heldBackLimit { giveUp(side, because: .flightTooLong) }
    }

    /// Ends the reading of one side.
    private mutating func giveUp(_ side: Side, because fault: ProtocolFault) {
        events.append(.fault(side, fault))
        switch side {
        case .client: client.becomeOpaque()
        case .server: server.becomeOpaque()
        }
    }

    /// Ends the reading of both sides: the connection is not TLS.
    private mutating func end(with event: Event) {
        events.append(event)
        client.becomeOpaque()
        server.becomeOpaque()
    }

    // MARK: - Elements

    private mutating func passed(_ element: SideReader.Element, from side: Side) {
        switch element {
        case .cleartext(let cleartext): end(with: .cleartext(cleartext))
        case .banner(let banner): passed(banner)
        case .ssl2Hello(let body): passed(ClientHello(parsingSSL2: body))
        case .messageHeader(let type, let length):
            check(progress.refusal(of: type, length: length, from: side), of: side)
        case .message(let message): passed(message, from: side)
        case .alert(let alert):
            events.append(.alert(side, alert))
            progress.passed(alert, from: side)
        case .changeCipherSpec: if progress.passedChangeCipherSpec(from: side) { events.append(.resumed) }
        case .encrypted(let type):
            if type == .alert { events.append(.encryptedAlert(side)) }
            progress.passedEncrypted(type, from: side)
        case .applicationData(let length): passedApplicationData(length, from: side)
        // `observe` checks the header of a record itself.
        case .recordHeader, .recordEnd: break
        case .fault(let fault): giveUp(side, because: fault)
        }
    }

    private mutating func check(_ fault: ProtocolFault?, of side: Side) {
        if let fault { giveUp(side, because: fault) }
    }

    private mutating func passed(_ banner: Banner) {
        if client.hasBegun {
            giveUp(.server, because: .notTLS)
        } else {
            end(with: .serverSpokeFirst(banner))
        }
    }

    private mutating func passed(_ message: HandshakeAssembler.Message, from side: Side) {
        if let fault = progress.refusal(of: message.type, length: message.length, from: side) {
            return giveUp(side, because: fault)
        }
        switch (side, message.type) {
        case (.client, .clientHello): passed(ClientHello(parsing: message.body))
        case (.server, .serverHello): passedServerHello(message.body)
        case (.client, _): progress.passed(message.type, from: .client)
        case (.server, _): passedOfServer(message)
        }
    }

    /// A malformed ClientHello does not end the reading of either side: the server's answer is still read.
    private mutating func passed(_ hello: consuming ClientHello?) {
        progress.passed(hello)
        let type = hello?.malformedVerdictExtension
        // The hello is moved into the event, because copying it is expensive.
        events.append(hello.map(Event.clientHello) ?? .fault(.client, .malformed(.clientHello)))
        if let type { events.append(.fault(.client, .malformedExtension(.clientHello, type))) }
    }

    /// After a malformed ServerHello nothing that follows can be read.
    private mutating func passedServerHello(_ body: [UInt8]) {
        guard let hello = ServerHello(parsing: body) else { return giveUp(.server, because: .malformed(.serverHello)) }
        if let type = hello.malformedVerdictExtension {
            return giveUp(.server, because: .malformedExtension(.serverHello, type))
        }
        let fault = progress.passed(hello)
        switch fault {
        case nil, .unknownVersion: events.append(.serverHello(hello))
        case .some: break
        }
        if let fault { return giveUp(.server, because: fault) }
        if hello.preSharedKey != nil, hello.isFollowedByCiphertext { events.append(.resumed) }
    }

    private mutating func passedOfServer(_ message: HandshakeAssembler.Message) {
        progress.passed(message.type, from: .server)
        guard let (version, cipherSuite) = progress.agreementUpToTLS12 else { return }
        if let event = message.event(version, cipherSuite) { events.append(event) }
    }

    private mutating func passedApplicationData(_ length: Int, from side: Side) {
        let wasOver = progress.isOver
        if progress.passedApplicationData(from: side, length: length) { events.append(.applicationData(side)) }
        if progress.isTLS13, progress.isOver, !wasOver { events.append(.clientAnswered) }
    }
}
