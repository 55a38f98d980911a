import TransportSecurity

/// The state of a handshake of TLS 1.2 or older after its ServerHello (RFC 5246 §7.3; resumption with a ticket: RFC
/// 5077 §3.1).
///
///     full      server: Certificate [CertificateStatus] [ServerKeyExchange] [CertificateRequest] ServerHelloDone
///               client: [Certificate] ClientKeyExchange [CertificateVerify] ChangeCipherSpec Finished
///               server: [NewSessionTicket] ChangeCipherSpec Finished
///     resumed   server: [NewSessionTicket] ChangeCipherSpec Finished | client: ChangeCipherSpec Finished
///
/// The server's part of the first line is in plaintext, and a verdict depends on all of it. A resumed handshake has no
/// certificate and is allowed only where the ServerHello repeats the session ID of the ClientHello, or where the
/// ClientHello has a ticket. After its Finished a side may send any record: renegotiation is encrypted, and is not
/// read.
struct TLS12Progress {
    private enum State {
        /// The server may resume a session if the client offered one.
        case serverHello(mayResume: Bool)
        /// A NewSessionTicket follows the ServerHello: a session is resumed.
        case renewedTicket
        /// Inside the server's flight in plaintext. The last message.
        case serverFlight(FlightMessage)
        /// After ServerHelloDone. The last message of the client.
        case clientFlight(ClientMessage)
        /// After the client's ChangeCipherSpec of a full handshake.
        case clientHasChanged(Encrypted, hasTicket: Bool)
        /// After the server's ChangeCipherSpec of a resumed handshake.
        case serverHasChanged(Encrypted)
        /// After the ChangeCipherSpec of both sides.
        case bothHaveChanged(client: Encrypted, server: Encrypted)
    }

    /// The messages of the server's flight in plaintext, except ServerHelloDone.
    private enum FlightMessage {
        case certificate, certificateStatus, keyExchange, certificateRequest
    }

    /// The messages of the client's flight in plaintext.
    private enum ClientMessage {
        case none, certificate, keyExchange, certificateVerify
    }

    /// The last step of a side after its ChangeCipherSpec.
    private enum Encrypted {
        case changeCipherSpec, finished, applicationData
    }

    let version: TLSVersion
    let cipherSuite: CipherSuite
    private var state: State
    /// The side that sent the first encrypted alert. One of the client after its application data does not count.
    private var firstEncryptedAlert: TLSInspector.Side?

    /// The handshake after a ServerHello of that version and suite. `mayResume` is whether the ServerHello may answer a
    /// session that the client offered: it repeats the session ID, or the client sent a ticket.
    init(version: TLSVersion, cipherSuite: CipherSuite, mayResume: Bool) {
        self.version = version
        self.cipherSuite = cipherSuite
        state = .serverHello(mayResume: mayResume)
    }

    /// Whether application data passed both ways.
    var isOver: Bool {
        if case .bothHaveChanged(client: .applicationData, server: .applicationData) = state { return true }
        return false
    }

    /// Whether a side has not sent its Finished.
    var isUnfinished: Bool { !hasFinished(.client) || !hasFinished(.server) }

    /// Whether the client has sent application data, and the server none.
    var isUnanswered: Bool {
        encrypted(.client) == .applicationData && encrypted(.server) != .applicationData
    }

    /// Whether the server's first encrypted alert came before one of the client.
    var hasServerClosed: Bool { firstEncryptedAlert == .server }

    /// Whether the server's flight in plaintext has ended.
    var hasSeenServerFlight: Bool {
        switch state {
        case .serverHello, .renewedTicket, .serverFlight: return false
        case .clientFlight, .clientHasChanged, .serverHasChanged, .bothHaveChanged: return true
        }
    }

    /// Whether the records of that side are encrypted.
    func isEncrypted(_ side: TLSInspector.Side) -> Bool { encrypted(side) != nil }

    /// The evidence of a refusal in the end of the connection by that side, or by neither, while the server has not
    /// closed it with an alert.
    func refusal(closedBy side: TLSInspector.Side?) -> ClientRefusal.Evidence? {
        switch firstEncryptedAlert {
        case .client: return .encryptedAlert
        case .server: return nil
        case nil: break
        }
        guard side == .client, hasSeenServerFlight else { return nil }
        if !hasFinished(.client) { return .closedAfterServerFlight }
        return encrypted(.client) == .finished && encrypted(.server) == .finished ? .closedAfterHandshake : nil
    }

    // MARK: - Allowed messages

    /// Whether an endpoint ignores that message: a HelloRequest during a handshake (RFC 5246 §7.4.1.1).
    func ignores(_ type: HandshakeType, from side: TLSInspector.Side) -> Bool {
        side == .server && type == .helloRequest && !isEncrypted(.server)
    }

    /// The reason why the side may not send that message in plaintext now; nil where it may.
    func refusal(of type: HandshakeType, from side: TLSInspector.Side) -> ProtocolFault? {
        switch side {
        case .client: return mayClientSend(type) ? nil : .unexpected(type)
        case .server: return refusalOfServer(type)
        }
    }

    private func mayClientSend(_ type: HandshakeType) -> Bool {
        guard case .clientFlight(let last) = state else { return false }
        switch type {
        case .certificate: return last == .none
        case .clientKeyExchange: return last == .none || last == .certificate
        case .certificateVerify: return last == .keyExchange
        case _: return false
        }
    }

    private func refusalOfServer(_ type: HandshakeType) -> ProtocolFault? {
        switch (state, type) {
        case (.serverHello, .certificate):
            return nil
        case (.serverHello, .serverKeyExchange), (.serverHello, .serverHelloDone):
            // Only suites that authenticate without a certificate have a flight without one (RFC 5246 §7.4.2).
            return cipherSuite.isAnonymous || cipherSuite.usesPreSharedKey ? nil : .withoutCertificate
        case (.serverHello(let mayResume), .newSessionTicket):
            return mayResume ? nil : .resumptionNotOffered
        case (.serverFlight(let last), _):
            return Self.mayFollow(last, type) ? nil : .unexpected(type)
        // A ticket comes between the client's Finished and the server's ChangeCipherSpec (RFC 5077 §3.3).
        case (.clientHasChanged(_, hasTicket: false), .newSessionTicket):
            return nil
        case (_, _):
            return .unexpected(type)
        }
    }

    /// Whether a message of that type may follow in the server's flight (RFC 5246 §7.3; CertificateStatus: RFC 6066
    /// §8).
    private static func mayFollow(_ last: FlightMessage, _ type: HandshakeType) -> Bool {
        switch type {
        case .certificateStatus: return last == .certificate
        case .serverKeyExchange: return last == .certificate || last == .certificateStatus
        case .certificateRequest: return last != .certificateRequest
        case .serverHelloDone: return true
        case _: return false
        }
    }

    /// Whether the side may send a record of that type now, except messages and alerts in plaintext.
    func mayPass(_ type: ContentType, from side: TLSInspector.Side) -> Bool {
        switch type {
        case .alert, .handshake: return true
        // Also before the other side's Finished: False Start (RFC 7918).
        case .applicationData, .heartbeat: return hasFinished(side)
        case .changeCipherSpec: return hasFinished(side) || mayChangeCipherSpec(side)
        }
    }

    private func mayChangeCipherSpec(_ side: TLSInspector.Side) -> Bool {
        switch (state, side) {
        case (.clientFlight(let last), .client): return last == .keyExchange || last == .certificateVerify
        case (.serverHello(let mayResume), .server): return mayResume
        case (.serverHasChanged, .client), (.renewedTicket, .server), (.clientHasChanged, .server): return true
        case (_, _): return false
        }
    }

    // MARK: - Passed messages

    /// A handshake message in plaintext passed, which was allowed.
    mutating func passed(_ type: HandshakeType, from side: TLSInspector.Side) {
        switch (side, type) {
        case (.client, .certificate): state = .clientFlight(.certificate)
        case (.client, .clientKeyExchange): state = .clientFlight(.keyExchange)
        case (.client, .certificateVerify): state = .clientFlight(.certificateVerify)
        case (.server, .certificate): state = .serverFlight(.certificate)
        case (.server, .certificateStatus): state = .serverFlight(.certificateStatus)
        case (.server, .serverKeyExchange): state = .serverFlight(.keyExchange)
        case (.server, .certificateRequest): state = .serverFlight(.certificateRequest)
        case (.server, .serverHelloDone): state = .clientFlight(.none)
        case (.server, .newSessionTicket):
            guard case .clientHasChanged(let client, _) = state else { return state = .renewedTicket }
            state = .clientHasChanged(client, hasTicket: true)
        case (_, _): break
        }
    }

    /// A ChangeCipherSpec passed, which was allowed. Returns whether it shows that an older session is resumed.
    mutating func passedChangeCipherSpec(from side: TLSInspector.Side) -> Bool {
        switch (state, side) {
        case (.clientFlight, .client):
            state = .clientHasChanged(.changeCipherSpec, hasTicket: false)
        case (.serverHasChanged(let server), .client):
            state = .bothHaveChanged(client: .changeCipherSpec, server: server)
        case (.clientHasChanged(let client, _), .server):
            state = .bothHaveChanged(client: client, server: .changeCipherSpec)
        case (.serverHello, .server), (.renewedTicket, .server):
            state = .serverHasChanged(.changeCipherSpec)
            return true
        case (_, _): break
        }
        return false
    }

    /// A record of an encrypted handshake message or alert passed.
    mutating func passedEncrypted(_ type: ContentType, from side: TLSInspector.Side) {
        if type == .handshake, encrypted(side) == .changeCipherSpec { setEncrypted(side, .finished) }
        let isLate = side == .client && encrypted(side) == .applicationData
        if type == .alert, !isLate { firstEncryptedAlert = firstEncryptedAlert ?? side }
    }

    /// Application data passed, which was allowed. Returns whether it is the first of that side.
    mutating func passedApplicationData(from side: TLSInspector.Side) -> Bool {
        guard encrypted(side) == .finished else { return false }
        setEncrypted(side, .applicationData)
        return true
    }

    // MARK: - One side

    /// The last step of the side after its ChangeCipherSpec; nil before.
    private func encrypted(_ side: TLSInspector.Side) -> Encrypted? {
        switch (state, side) {
        case (.clientHasChanged(let step, _), .client), (.serverHasChanged(let step), .server): return step
        case (.bothHaveChanged(let client, _), .client): return client
        case (.bothHaveChanged(_, let server), .server): return server
        case (_, _): return nil
        }
    }

    private mutating func setEncrypted(_ side: TLSInspector.Side, _ step: Encrypted) {
        switch (state, side) {
        case (.clientHasChanged(_, let hasTicket), .client): state = .clientHasChanged(step, hasTicket: hasTicket)
        case (.serverHasChanged, .server): state = .serverHasChanged(step)
        case (.bothHaveChanged(_, let server), .client): state = .bothHaveChanged(client: step, server: server)
        case (.bothHaveChanged(let client, _), .server): state = .bothHaveChanged(client: client, server: step)
        case (_, _): break
        }
    }

    private func hasFinished(_ side: TLSInspector.Side) -> Bool {
        switch encrypted(side) {
        case .finished, .applicationData: return true
        case .changeCipherSpec, nil: return false
        }
    }
}
