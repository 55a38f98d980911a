extension TLSInspector {
    /// One thing that the bytes of a tunnel show.
    public enum Event: Hashable, Sendable {
        /// The client's hello; a second one follows a HelloRetryRequest.
        case clientHello(ClientHello)
        /// The server's choice, or its HelloRetryRequest.
        case serverHello(ServerHello)
        /// The server's certificates in DER, leaf first. Up to TLS 1.2; later ones are encrypted.
        case certificates([[UInt8]])
        /// The stapled OCSP response in DER. Up to TLS 1.2.
        case certificateStatus([UInt8])
        /// The server's side of the key exchange. Up to TLS 1.2.
        case serverKeyExchange(ServerKeyExchange)
        /// The server asks for a client certificate. Up to TLS 1.2.
        case certificateRequest(CertificateRequest)
        /// An older session is resumed, so that no certificate is shown.
        case resumed
        /// The ticket of a session that may be resumed; empty where the server changed its mind. Up to TLS 1.2.
        case sessionTicket([UInt8])
        /// An alert in plaintext.
        case alert(Side, Alert)
        /// An alert that is encrypted. Up to TLS 1.2; later ones cannot be told from data.
        case encryptedAlert(Side)
        /// That side's first application data. Up to TLS 1.2.
        case applicationData(Side)
        /// The client answered the server's flight with as much as a Finished has. TLS 1.3.
        case clientAnswered
        /// The client's first bytes are no TLS.
        case cleartext(CleartextProtocol)
        /// The server spoke before its client, and not TLS.
        case serverSpokeFirst(Banner)
        /// Bytes of that side could not be read.
        case fault(Side, ProtocolFault)

        /// Whether a verdict rests on it.
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
