import TransportSecurity

/// The state of a TLS handshake as an observer between client and server sees it: which message each side may send
/// next, and whether the end of the connection is a refusal.
///
/// The RFCs fix the order of the messages (RFC 8446 §2 and §4, RFC 5246 §7.3, RFC 5077 §3.1), and endpoints refuse
/// every other order. This type refuses everything that the table does not allow.
///
///     state                  client may send                          server may send
///     clientHello            ClientHello                              –
///     serverHello            early data, ChangeCipherSpec (1.3)       ServerHello, HelloRetryRequest
///     secondClientHello      ClientHello, early data, CCS             ChangeCipherSpec
///     secondServerHello      early data, ChangeCipherSpec             ServerHello of TLS 1.3, ChangeCipherSpec
///     tls12                  see `TLS12Progress`
///     tls13                  see `TLS13Progress`
///
/// Either side may send an alert in every state. A server that has not chosen TLS 1.3 may send HelloRequest until its
/// ChangeCipherSpec (RFC 5246 §7.4.1.1). These two messages do not change the state, because an endpoint may ignore
/// them. After an alert that closes the connection, its sender may send further alerts only (RFC 8446 §6.1).
struct HandshakeProgress {
    /// The states of the table above.
    private enum State {
        case clientHello
        case serverHello(ClientOffer)
        case secondClientHello(ClientOffer)
        case secondServerHello(ClientOffer)
        case tls12(TLS12Progress)
        case tls13(TLS13Progress)
    }

    private var state = State.clientHello
    /// The sides that sent an alert which closes the connection.
    private var closed: TLSInspector.Sides = []
    /// The first alert with which the client ended the connection after the server's answer, while the server had not.
    private var clientAlert: Alert?
    /// Whether the client sends nothing more, and ended before the server closed. An alert of the server then answers
    /// that end.
    private var clientEndedFirst = false

    // MARK: - Known facts

    /// Whether later records cannot show more: after application data both ways up to TLS 1.2, after the client's
    /// Finished in TLS 1.3.
    var isOver: Bool {
        switch state {
        case .clientHello, .serverHello, .secondClientHello, .secondServerHello: return false
        case .tls12(let progress): return progress.isOver
        case .tls13(let progress): return progress.isOver
        }
    }

    /// Whether application data passed both ways after the handshake; nil if that cannot be told.
    var hasExchangedData: Bool? {
        switch state {
        case .clientHello, .serverHello, .secondClientHello, .secondServerHello: return false
        case .tls12(let progress): return progress.isOver
        case .tls13(let progress): return progress.hasExchangedData
        }
    }

    /// Whether everything readable of the server has passed: its flight has ended, or the server has closed.
    var hasSeenServerFlight: Bool {
        switch state {
        // An alert before the ClientHello does not answer it.
        case .clientHello: return false
        case .serverHello, .secondClientHello, .secondServerHello: return closed.contains(.server)
        case .tls12(let progress): return progress.hasSeenServerFlight || closed.contains(.server)
        case .tls13: return true
        }
    }

    /// Whether the server has begun a flight that has not ended, and has not closed the connection in it.
    var isInsideServerFlight: Bool {
        switch state {
        case .clientHello, .serverHello, .secondClientHello, .secondServerHello, .tls13: return false
        case .tls12(let progress): return !progress.hasSeenServerFlight && !closed.contains(.server)
        }
    }

    /// Whether the server has answered the client's hello, and the handshake is not known to be finished. False where
    /// early data hide the client's answer.
    var isUnfinished: Bool {
        switch state {
        case .clientHello, .serverHello: return false
        case .secondClientHello, .secondServerHello: return true
        case .tls12(let progress): return progress.isUnfinished
        case .tls13(let progress): return progress.isUnfinished
        }
    }

    /// Whether the client has sent application data, and the server none, up to TLS 1.2. In TLS 1.3 a server's tickets
    /// look like application data, and a client's certificate like a request.
    var isUnanswered: Bool {
        switch state {
        case .clientHello, .serverHello, .secondClientHello, .secondServerHello, .tls13: return false
        case .tls12(let progress): return progress.isUnanswered
        }
    }

    /// Whether the server has said that it closes the connection, or that it fails, before the client had ended.
    var hasServerClosed: Bool {
        guard !clientEndedFirst else { return false }
        switch state {
        case .clientHello, .serverHello, .secondClientHello, .secondServerHello, .tls13: return closed.contains(.server)
        case .tls12(let progress): return closed.contains(.server) || progress.hasServerClosed
        }
    }

    /// Whether a ClientHello comes next: the first one, or the one after a HelloRetryRequest.
    var awaitsClientHello: Bool {
        switch state {
        case .clientHello, .secondClientHello: return true
        case .serverHello, .secondServerHello, .tls12, .tls13: return false
        }
    }

    /// Whether the version is TLS 1.3 or newer, which encrypts everything after the ServerHello.
    var isTLS13: Bool {
        switch state {
        case .tls13: return true
        case .clientHello, .serverHello, .secondClientHello, .secondServerHello, .tls12: return false
        }
    }

    /// The version and cipher suite of the ServerHello, up to TLS 1.2.
    var agreementUpToTLS12: (version: TLSVersion, cipherSuite: CipherSuite)? {
        switch state {
        case .tls12(let progress): return (progress.version, progress.cipherSuite)
        case .clientHello, .serverHello, .secondClientHello, .secondServerHello, .tls13: return nil
        }
    }

    /// The protection of the records that the side sends from now on.
    func protection(of side: TLSInspector.Side) -> RecordProtection {
        switch state {
        case .clientHello, .serverHello, .secondClientHello, .secondServerHello: return .none
        case .tls12(let progress): return progress.isEncrypted(side) ? .encrypted : .none
        case .tls13: return .tls13
        }
    }

    /// The client's refusal of the server; nil where the end of the connection shows none. `side` is the side that
    /// ended it, nil if neither did.
    func refusal(closedBy side: TLSInspector.Side?) -> ClientRefusal? {
        if let clientAlert { return ClientRefusal(evidence: .alert(clientAlert)) }
        // A client whose server has closed has nothing left to refuse.
        guard clientEndedFirst || !closed.contains(.server) else { return nil }
        let evidence: ClientRefusal.Evidence?
        switch state {
        case .clientHello, .serverHello, .secondClientHello, .secondServerHello: evidence = nil
        case .tls12(let progress): evidence = progress.refusal(closedBy: side)
        case .tls13(let progress): evidence = progress.refusal(closedBy: side)
        }
        return evidence.map(ClientRefusal.init(evidence:))
    }

    // MARK: - Allowed messages

    /// The reason why the side may not send a handshake message of that type and length now; nil where it may. Messages
    /// after an alert that closes the connection were refused with the header of their record: no record holds both.
    func refusal(of type: HandshakeType, length: Int, from side: TLSInspector.Side) -> ProtocolFault? {
        switch (state, side, type) {
        case (.clientHello, .client, .clientHello), (.secondClientHello, .client, .clientHello): return nil
        case (.serverHello, .server, .serverHello), (.secondServerHello, .server, .serverHello): return nil
        case (.tls12(let progress), _, _) where progress.ignores(type, from: side):
            return length == 0 ? nil : .malformed(type)
        case (.tls12(let progress), _, _): return progress.refusal(of: type, from: side)
        case (.tls13, _, _): return .unexpected(type)
        // Its body is empty (RFC 5246 §7.4.1.1).
        case (_, .server, .helloRequest): return length == 0 ? nil : .malformed(type)
        case (_, _, _): return .unexpected(type)
        }
    }

    /// The reason why the side may not send a record of that type now; nil where it may.
    ///
    /// Messages and alerts in plaintext are checked one by one, and their records are allowed here.
    func refusal(of type: ContentType, from side: TLSInspector.Side) -> ProtocolFault? {
        if type == .alert { return nil }
        if closed.contains(TLSInspector.Sides(side)) { return .afterClosure }
        if type == .handshake, protection(of: side) != .encrypted { return nil }
        switch (state, side) {
        case (.tls12(let progress), _):
            return progress.mayPass(type, from: side) ? nil : .unexpectedRecord(type)
        case (.tls13, _):
            // The type of an encrypted record is application data (RFC 8446 §5.2). ChangeCipherSpec may be sent for the
            // sake of middleboxes (§D.4).
            return type == .heartbeat ? .unexpectedRecord(type) : nil
        case (.clientHello, _), (.serverHello, .server):
            return .unexpectedRecord(type)
        case (.serverHello(let offer), .client):
            return offer.allows(type, inTLS13: offer.tls13) ? nil : .unexpectedRecord(type)
        case (.secondClientHello(let offer), .client), (.secondServerHello(let offer), .client):
            return offer.allows(type, inTLS13: true) ? nil : .unexpectedRecord(type)
        case (.secondClientHello, .server), (.secondServerHello, .server):
            return type == .changeCipherSpec ? nil : .unexpectedRecord(type)
        }
    }

    // MARK: - Passed messages

    /// A ClientHello passed; nil for one that could not be read.
    mutating func passed(_ hello: ClientHello?) {
        switch state {
        case .secondClientHello: state = .secondServerHello(ClientOffer(hello))
        case .clientHello, .serverHello, .secondServerHello, .tls12, .tls13: state = .serverHello(ClientOffer(hello))
        }
    }

    /// A ServerHello or HelloRetryRequest passed. Returns the reason where it is not allowed.
    mutating func passed(_ hello: ServerHello) -> ProtocolFault? {
        guard let version = hello.version else { return .unknownVersion(hello.versionCode) }
        switch (state, hello.isHelloRetryRequest, hello.isFollowedByCiphertext) {
        case (.serverHello(let offer), true, true):
            state = .secondClientHello(offer)
        case (.serverHello(let offer), false, true), (.secondServerHello(let offer), false, true):
            state = .tls13(TLS13Progress(cipherSuite: hello.cipherSuite, offersEarlyData: offer.earlyData))
        case (.serverHello(let offer), false, false):
            // A server that repeats the client's session ID resumes that session (RFC 5246 §7.4.1.3).
            let repeatsID = !hello.sessionID.isEmpty && hello.sessionID == offer.sessionID
            state = .tls12(
                TLS12Progress(
                    version: version, cipherSuite: hello.cipherSuite, mayResume: repeatsID || offer.hasTicket))
        case (_, _, _):
            return .unexpected(.serverHello)
        }
        return nil
    }

    /// Another handshake message passed, which was allowed.
    mutating func passed(_ type: HandshakeType, from side: TLSInspector.Side) {
        guard case .tls12(var progress) = state else { return }
        progress.passed(type, from: side)
        state = .tls12(progress)
    }

    /// A ChangeCipherSpec passed. Returns whether it shows that an older session is resumed.
    mutating func passedChangeCipherSpec(from side: TLSInspector.Side) -> Bool {
        // In TLS 1.3 it has no meaning (RFC 8446 §D.4).
        guard case .tls12(var progress) = state else { return false }
        let isResumption = progress.passedChangeCipherSpec(from: side)
        state = .tls12(progress)
        return isResumption
    }

    /// An alert passed in plaintext.
    mutating func passed(_ alert: Alert, from side: TLSInspector.Side) {
        switch (state, side) {
        case (.tls12, .client), (.tls13, .client):
            let isEnd = alert.level == .fatal || alert.isClosure || isTLS13
            if isEnd, !closed.contains(.server) { clientAlert = clientAlert ?? alert }
        case (_, _): break
        }
        if alert.closes(inTLS13: isTLS13) { closed.insert(TLSInspector.Sides(side)) }
    }

    /// One side sends nothing more.
    mutating func ended(by side: TLSInspector.Side) {
        guard side == .client else { return }
        if !hasServerClosed { clientEndedFirst = true }
        guard case .tls13(var progress) = state else { return }
        progress.clientEnded()
        state = .tls13(progress)
    }

    /// A record of an encrypted handshake message or alert passed, up to TLS 1.2.
    mutating func passedEncrypted(_ type: ContentType, from side: TLSInspector.Side) {
        guard case .tls12(var progress) = state else { return }
        if type == .alert, side == .server, clientEndedFirst { return }
        progress.passedEncrypted(type, from: side)
        state = .tls12(progress)
    }

    /// A record of application data passed, or one of TLS 1.3 that looks like it. Returns whether it is the first
    /// application data of that side.
    mutating func passedApplicationData(from side: TLSInspector.Side, length: Int) -> Bool {
        switch state {
        case .clientHello, .serverHello, .secondClientHello, .secondServerHello:
            return false
        case .tls12(var progress):
            let isFirst = progress.passedApplicationData(from: side)
            state = .tls12(progress)
            return isFirst
        case .tls13(var progress):
            progress.passedCiphertext(from: side, length: length)
            state = .tls13(progress)
            return false
        }
    }
}
