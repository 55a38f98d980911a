import TransportSecurity

extension TLSInspector {
    /// One thing that the bytes of a connection show.
    public enum Event: Hashable, Sendable {
        /// The client's hello. A second one follows a HelloRetryRequest.
        case clientHello(ClientHello)
        /// The server's hello, or its HelloRetryRequest.
        case serverHello(ServerHello)
        /// The server's certificates in DER, leaf first. Up to TLS 1.2, because TLS 1.3 encrypts them.
        case certificates([[UInt8]])
        /// The stapled OCSP response in DER. Up to TLS 1.2.
        case certificateStatus([UInt8])
        /// The server's part of the key exchange. Up to TLS 1.2.
        case serverKeyExchange(ServerKeyExchange)
        /// The server asks for a client certificate. Up to TLS 1.2.
        case certificateRequest(CertificateRequest)
        /// The handshake resumes an older session, in which the server sends no certificate.
        case resumed
        /// A session ticket, up to TLS 1.2. Empty if the server announced a ticket and issues none (RFC 5077 §3.3).
        case sessionTicket([UInt8])
        /// An alert in plaintext.
        case alert(Side, Alert)
        /// An encrypted alert. Up to TLS 1.2, because TLS 1.3 makes it look like data.
        case encryptedAlert(Side)
        /// The first application data of that side. Up to TLS 1.2.
        case applicationData(Side)
        /// The client answered the server's flight with as many bytes as a Finished has. TLS 1.3.
        case clientAnswered
        /// The client's first bytes are another protocol than TLS.
        case cleartext(CleartextProtocol)
        /// The server sent something before its client, in another protocol than TLS.
        case serverSpokeFirst(Banner)
        /// Bytes of that side violate the protocol, or cannot be read.
        case fault(Side, ProtocolFault)

        /// Whether a verdict on the connection depends on the event.
        public var affectsVerdict: Bool {
            switch self {
            case .clientHello, .serverHello, .certificates, .certificateStatus, .serverKeyExchange, .certificateRequest,
                .resumed, .cleartext, .serverSpokeFirst, .fault:
                return true
            case .sessionTicket, .alert, .encryptedAlert, .applicationData, .clientAnswered:
                return false
            }
        }
    }
}

extension HandshakeAssembler.Message {
    /// The event that this message of a server shows up to TLS 1.2; nil for a message that shows none.
    func event(_ version: TLSVersion, _ cipherSuite: CipherSuite) -> TLSInspector.Event? {
        let event: TLSInspector.Event?
        switch type {
        case .certificate: event = CertificateMessage(parsing: body).map { .certificates($0.certificates) }
        case .newSessionTicket: event = NewSessionTicketMessage.ticket(parsing: body).map { .sessionTicket($0) }
        case .certificateStatus: event = CertificateStatusMessage.response(parsing: body).map { .certificateStatus($0) }
        case .certificateRequest:
            event = CertificateRequest(parsing: body, version: version).map { .certificateRequest($0) }
        case .serverKeyExchange:
            switch ServerKeyExchange.read(body, cipherSuite: cipherSuite, version: version) {
            case .exchange(let exchange): event = .serverKeyExchange(exchange)
            case .fault(let fault): event = .fault(.server, fault)
            }
        case _: return nil
        }
        return event ?? .fault(.server, .malformed(type))
    }
}
