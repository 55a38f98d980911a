import TransportSecurity

/// How far a handshake of TLS 1.2 or older is after its ServerHello (RFC 5246 §7.3, with resumption by RFC 5077 §3.1).
///
///     full      server: Certificate [CertificateStatus] [ServerKeyExchange] [CertificateRequest] ServerHelloDone
///               client: [Certificate] ClientKeyExchange [CertificateVerify] ChangeCipherSpec Finished
///               server: [NewSessionTicket] ChangeCipherSpec Finished
///     resumed   server: [NewSessionTicket] ChangeCipherSpec Finished | client: ChangeCipherSpec Finished
///
/// The server's part of the first line is in the clear, and a verdict needs it whole. A resumption shows no certificate.
/// It is accepted only if the ServerHello repeats the session ID of the ClientHello, or the ClientHello has a ticket.
/// After its Finished a side may send any record: renegotiation is encrypted, and is not read.
struct TLS12Progress {
    /// The last message of the server.
    private enum ServerStep: Int, Comparable {
        case hello, renewedTicket, certificate, certificateStatus, keyExchange, certificateRequest, helloDone,
            sessionTicket
        case changeCipherSpec, finished

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The last message of the client.
    private enum ClientStep: Int, Comparable {
        case hello, certificate, keyExchange, certificateVerify, changeCipherSpec, finished

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    let version: TLSVersion
    let cipherSuite: CipherSuite
    private let mayResume: Bool
    private var server = ServerStep.hello
    private var client = ClientStep.hello
    private var isResumed = false
    private var dataSent: TLSInspector.Sides = []
    private var hasEncryptedServerAlert = false
    private var hasEncryptedClientAlert = false

    /// The handshake after a ServerHello of that version and suite. `mayResume` says whether the ServerHello may mean a
    /// session of the client's: it has the client's session ID, or the client sent a ticket.
    init(version: TLSVersion, cipherSuite: CipherSuite, mayResume: Bool) {
        self.version = version
        self.cipherSuite = cipherSuite
        self.mayResume = mayResume
    }

    /// Whether application data went both ways.
    var isOver: Bool { dataSent == [.client, .server] }

    /// Whether the server's flight in the clear has ended.
    var hasSeenServerFlight: Bool { isResumed || server >= .helloDone }

    /// Whether the records of that side are encrypted.
    func isEncrypted(_ side: TLSInspector.Side) -> Bool {
        switch side {
        case .client: return client >= .changeCipherSpec
        case .server: return server >= .changeCipherSpec
        }
    }

    /// What the end of the connection by that side, or neither, is evidence of.
    func refusal(closedBy side: TLSInspector.Side?, serverHasClosed: Bool) -> ClientRefusal.Evidence? {
        if hasEncryptedClientAlert, !serverHasClosed { return .encryptedAlert }
        guard side == .client, hasSeenServerFlight, client < .finished, !hasEncryptedServerAlert, !serverHasClosed
        else { return nil }
        return .closedAfterServerFlight
    }

    // MARK: - What may come

    /// Whether an endpoint passes over that message: a HelloRequest during a handshake (RFC 5246 §7.4.1.1).
    func ignores(_ type: HandshakeType, from side: TLSInspector.Side) -> Bool {
        side == .server && type == .helloRequest && server < .changeCipherSpec
    }

    /// Why that side may not send that message in the clear now; nil where it may.
    func refusal(of type: HandshakeType, from side: TLSInspector.Side) -> ProtocolFault? {
        switch side {
        case .client: return mayClientSend(type) ? nil : .unexpected(type)
        case .server: return refusalOfServer(type)
        }
    }

    private func mayClientSend(_ type: HandshakeType) -> Bool {
        guard server >= .helloDone, !isResumed else { return false }
        switch type {
        case .certificate: return client == .hello
        case .clientKeyExchange: return client <= .certificate
        case .certificateVerify: return client == .keyExchange
        case _: return false
        }
    }

    private func refusalOfServer(_ type: HandshakeType) -> ProtocolFault? {
        switch (type, server) {
        case (.certificate, .hello), (.certificateStatus, .certificate),
            (.serverKeyExchange, .certificate), (.serverKeyExchange, .certificateStatus),
            (.certificateRequest, .certificate), (.certificateRequest, .certificateStatus),
            (.certificateRequest, .keyExchange),
            (.serverHelloDone, .certificate), (.serverHelloDone, .certificateStatus),
            (.serverHelloDone, .keyExchange), (.serverHelloDone, .certificateRequest):
            return nil
        case (.serverKeyExchange, .hello), (.serverHelloDone, .hello):
            // Only suites that authenticate without a certificate have a flight without one.
            return cipherSuite.isAnonymous || cipherSuite.usesPreSharedKey ? nil : .withoutCertificate
        case (.newSessionTicket, .hello):
            return mayResume ? nil : .resumptionNotOffered
        case (.newSessionTicket, .helloDone):
            return client >= .changeCipherSpec ? nil : .unexpected(type)
        case (_, _):
            return .unexpected(type)
        }
    }

    /// Whether that side may send a record of that type now, other than of messages and alerts in the clear.
    func mayPass(_ type: ContentType, from side: TLSInspector.Side) -> Bool {
        let hasFinished = side == .client ? client == .finished : server == .finished
        switch type {
        case .alert, .handshake: return true
        case .applicationData, .heartbeat: return hasFinished
        case .changeCipherSpec: return hasFinished || mayChangeCipherSpec(side)
        }
    }

    private func mayChangeCipherSpec(_ side: TLSInspector.Side) -> Bool {
        switch side {
        case .client:
            return client == .keyExchange || client == .certificateVerify || (client == .hello && isResumed)
        case .server:
            if server <= .renewedTicket { return mayResume }
            return (server == .helloDone || server == .sessionTicket) && client >= .changeCipherSpec
        }
    }

    // MARK: - What came

    /// A handshake message in the clear passed that was allowed.
    mutating func passed(_ type: HandshakeType, from side: TLSInspector.Side) {
        switch (side, type) {
        case (.client, .certificate): client = .certificate
        case (.client, .clientKeyExchange): client = .keyExchange
        case (.client, .certificateVerify): client = .certificateVerify
        case (.server, .certificate): server = .certificate
        case (.server, .certificateStatus): server = .certificateStatus
        case (.server, .serverKeyExchange): server = .keyExchange
        case (.server, .certificateRequest): server = .certificateRequest
        case (.server, .serverHelloDone): server = .helloDone
        case (.server, .newSessionTicket): server = server == .hello ? .renewedTicket : .sessionTicket
        case (_, _): break
        }
    }

    /// A ChangeCipherSpec passed; true where it shows that an older session is resumed.
    mutating func passedChangeCipherSpec(from side: TLSInspector.Side) -> Bool {
        switch side {
        case .client:
            client = max(client, .changeCipherSpec)
            return false
        case .server:
            guard server < .changeCipherSpec else { return false }
            isResumed = server <= .renewedTicket
            server = .changeCipherSpec
            return isResumed
        }
    }

    /// An encrypted handshake message or alert passed.
    mutating func passedEncrypted(_ type: ContentType, from side: TLSInspector.Side) {
        switch (type, side) {
        case (.handshake, .client): client = .finished
        case (.handshake, .server): server = .finished
        case (.alert, .client):
            hasEncryptedClientAlert =
                hasEncryptedClientAlert || (!dataSent.contains(.client) && !hasEncryptedServerAlert)
        case (.alert, .server): hasEncryptedServerAlert = true
        case (_, _): break
        }
    }

    /// Application data passed; true where it is the first of that side.
    mutating func passedApplicationData(from side: TLSInspector.Side) -> Bool {
        dataSent.insert(TLSInspector.Sides(side)).inserted
    }
}
