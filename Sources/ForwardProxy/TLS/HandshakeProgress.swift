import TransportSecurity

/// How far the TLS handshake in a tunnel is, seen from between client and server: which message each side may send
/// next, and what the end of the connection would mean.
///
/// The messages of a handshake come in an order that the RFCs fix (RFC 8446 §2 and §4, RFC 5246 §7.3, RFC 5077 §3.1),
/// and an endpoint refuses every other order. So does this type: what is not named below is refused.
///
///     state                  client may send                          server may send
///     clientHello            ClientHello                              –
///     serverHello            early data, ChangeCipherSpec (1.3)       ServerHello, HelloRetryRequest
///     secondClientHello      ClientHello, early data, CCS             ChangeCipherSpec
///     secondServerHello      early data, ChangeCipherSpec             ServerHello of TLS 1.3, ChangeCipherSpec
///     tls12                  see `TLS12Progress`
///     tls13                  see `TLS13Progress`
///
/// Either side may send an alert in every state. Until its ChangeCipherSpec, a server that has not chosen TLS 1.3 may also
/// send HelloRequest (RFC 5246 §7.4.1.1). Neither changes the state: an endpoint may ignore a warning, so nothing that
/// follows an alert can be taken for harmless. After an alert that closes the connection its sender may send further
/// alerts alone (RFC 8446 §6.1).
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

    /// The parts of a ClientHello that decide what may follow.
    private struct ClientOffer {
        var earlyData = false
        var tls13 = true
        var sessionID: [UInt8] = []
        var hasTicket = true

        init(_ hello: ClientHello?) {
            guard let hello else { return }
            earlyData = hello.offersEarlyData
            tls13 = hello.supportedVersions?.contains { $0 > 0x0303 && !$0.isGREASE } ?? false
            sessionID = hello.sessionID
            hasTicket = hello.sessionTicket?.isEmpty == false
        }

        /// Whether the client may send a record of that type before a ServerHello: early data that it offered (RFC 8446
        /// §4.2.10), and the ChangeCipherSpec that TLS 1.3 sends for middleboxes (§D.4).
        func allows(_ type: ContentType, inTLS13 isTLS13: Bool) -> Bool {
            switch type {
            case .changeCipherSpec: return isTLS13
            case .applicationData: return earlyData
            case .alert, .handshake, .heartbeat: return false
            }
        }
    }

    private var state = State.clientHello
    /// The sides that sent an alert which closes the connection.
    private var closed: Witness.Sides = []
    /// The first alert by which the client ended the connection after the server's answer, and before the server did.
    private var clientAlert: Alert?

    // MARK: - What is known

    /// Whether nothing that follows can tell more: after application data both ways up to TLS 1.2, after the client's
    /// Finished in TLS 1.3.
    var isOver: Bool {
        switch state {
        case .clientHello, .serverHello, .secondClientHello, .secondServerHello: return false
        case .tls12(let progress): return progress.isOver
        case .tls13(let progress): return progress.isOver
        }
    }

    /// Whether the server has said all that can be read of it: its flight has ended, or it has closed the connection.
    var hasSeenServerFlight: Bool {
        switch state {
        // What a server says before its client has no bearing on what the client says then.
        case .clientHello: return false
        case .serverHello, .secondClientHello, .secondServerHello: return closed.contains(.server)
        case .tls12(let progress): return progress.hasSeenServerFlight || closed.contains(.server)
        case .tls13: return true
        }
    }

    /// Whether the server has begun a flight that is not whole yet.
    var isInsideServerFlight: Bool {
        switch state {
        case .clientHello, .serverHello, .secondClientHello, .secondServerHello, .tls13: return false
        case .tls12(let progress): return !progress.hasSeenServerFlight
        }
    }

    /// Whether a ClientHello has still to come or to come again.
    var awaitsClientHello: Bool {
        switch state {
        case .clientHello, .secondClientHello: return true
        case .serverHello, .secondServerHello, .tls12, .tls13: return false
        }
    }

    /// Whether the version agreed on is TLS 1.3 or newer, where everything after the ServerHello is encrypted.
    var isTLS13: Bool {
        switch state {
        case .tls13: return true
        case .clientHello, .serverHello, .secondClientHello, .secondServerHello, .tls12: return false
        }
    }

    /// The version and cipher suite agreed on, up to TLS 1.2.
    var agreementUpToTLS12: (version: TLSVersion, cipherSuite: CipherSuite)? {
        switch state {
        case .tls12(let progress): return (progress.version, progress.cipherSuite)
        case .clientHello, .serverHello, .secondClientHello, .secondServerHello, .tls13: return nil
        }
    }

    /// What encrypts the records of that side from now on.
    func protection(of side: Witness.Side) -> RecordProtection {
        switch state {
        case .clientHello, .serverHello, .secondClientHello, .secondServerHello: return .none
        case .tls12(let progress): return progress.isEncrypted(side) ? .encrypted : .none
        case .tls13: return .tls13
        }
    }

    /// What the end of the connection means; nil where it is no refusal. `side` is the side that ended it, nil for
    /// neither.
    func refusal(closedBy side: Witness.Side?) -> ClientRefusal? {
        if let clientAlert { return ClientRefusal(evidence: .alert(clientAlert)) }
        let evidence: ClientRefusal.Evidence?
        switch state {
        case .clientHello, .serverHello, .secondClientHello, .secondServerHello: evidence = nil
        case .tls12(let progress):
            evidence = progress.refusal(closedBy: side, serverHasClosed: closed.contains(.server))
        case .tls13(let progress):
            evidence = closed.contains(.server) ? nil : progress.refusal(closedBy: side)
        }
        return evidence.map(ClientRefusal.init(evidence:))
    }

    // MARK: - What may come

    /// Why that side may not send a handshake message of that type and length now; nil where it may. What follows an
    /// alert that closes the connection was refused with the header of its record: no record holds both.
    func refusal(of type: HandshakeType, length: Int, from side: Witness.Side) -> Unparsed? {
        switch (state, side, type) {
        case (.clientHello, .client, .clientHello), (.secondClientHello, .client, .clientHello): return nil
        case (.serverHello, .server, .serverHello), (.secondServerHello, .server, .serverHello): return nil
        case (.tls12(let progress), _, _) where progress.ignores(type, from: side):
            return length == 0 ? nil : .malformed(type)
        case (.tls12(let progress), _, _): return progress.refusal(of: type, from: side)
        case (.tls13, _, _): return .unexpected(type)
        case (_, .server, .helloRequest): return length == 0 ? nil : .malformed(type)
        case (_, _, _): return .unexpected(type)
        }
    }

    /// Why that side may not send a record of that type now; nil where it may. What is in records of handshake
    /// messages and alerts in the clear is asked for one by one.
    func refusal(of type: ContentType, from side: Witness.Side) -> Unparsed? {
        if type == .alert { return nil }
        if closed.contains(Witness.Sides(side)) { return .afterClosure }
        if type == .handshake, protection(of: side) != .encrypted { return nil }
        switch (state, side) {
        case (.tls12(let progress), _):
            return progress.mayPass(type, from: side) ? nil : .unexpectedRecord(type)
        case (.tls13, _):
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

    // MARK: - What came

    /// A ClientHello passed; nil for one whose parts could not be read.
    mutating func passed(_ hello: ClientHello?) {
        switch state {
        case .secondClientHello: state = .secondServerHello(ClientOffer(hello))
        case .clientHello, .serverHello, .secondServerHello, .tls12, .tls13: state = .serverHello(ClientOffer(hello))
        }
    }

    /// A ServerHello or HelloRetryRequest passed; the reason where it has no place here.
    mutating func passed(_ hello: ServerHello) -> Unparsed? {
        guard let version = hello.version else { return .unknownVersion(hello.versionCode) }
        switch (state, hello.isHelloRetryRequest, hello.isFollowedByCiphertext) {
        case (.serverHello(let offer), true, true):
            state = .secondClientHello(offer)
        case (.serverHello(let offer), false, true), (.secondServerHello(let offer), false, true):
            state = .tls13(TLS13Progress(cipherSuite: hello.cipherSuite, offersEarlyData: offer.earlyData))
        case (.serverHello(let offer), false, false):
            let repeatsID = !hello.sessionID.isEmpty && hello.sessionID == offer.sessionID
            state = .tls12(
                TLS12Progress(
                    version: version, cipherSuite: hello.cipherSuite, mayResume: repeatsID || offer.hasTicket))
        case (_, _, _):
            return .unexpected(.serverHello)
        }
        return nil
    }

    /// Another handshake message passed.
    mutating func passed(_ type: HandshakeType, from side: Witness.Side) {
        guard case .tls12(var progress) = state else { return }
        progress.passed(type, from: side)
        state = .tls12(progress)
    }

    /// A ChangeCipherSpec passed; true where it shows that an older session is resumed.
    mutating func passedChangeCipherSpec(from side: Witness.Side) -> Bool {
        // In TLS 1.3 it is for middleboxes alone (RFC 8446 §D.4), and means nothing.
        guard case .tls12(var progress) = state else { return false }
        let isResumption = progress.passedChangeCipherSpec(from: side)
        state = .tls12(progress)
        return isResumption
    }

    /// An alert passed in plaintext.
    mutating func passed(_ alert: Alert, from side: Witness.Side) {
        switch (state, side) {
        case (.tls12, .client), (.tls13, .client):
            let isEnd = alert.level == .fatal || alert.isClosure || isTLS13
            if isEnd, !closed.contains(.server) { clientAlert = clientAlert ?? alert }
        case (_, _): break
        }
        if alert.closes(inTLS13: isTLS13) { closed.insert(Witness.Sides(side)) }
    }

    /// A record passed whose handshake message or alert is encrypted, up to TLS 1.2.
    mutating func passedEncrypted(_ type: ContentType, from side: Witness.Side) {
        guard case .tls12(var progress) = state else { return }
        progress.passedEncrypted(type, from: side)
        state = .tls12(progress)
    }

    /// A record of application data passed, or of what TLS 1.3 makes look like it; true where it is application data
    /// and the first of that side.
    mutating func passedApplicationData(from side: Witness.Side, length: Int) -> Bool {
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
