import TLSMessages
import TransportSecurity

/// The facts in a server's handshake messages, read one by one as they arrive.
///
/// The facts of a handshake are read from the messages themselves. OpenSSL tells nothing about a handshake that failed,
/// and the facts up to the failure are needed. OpenSSL checks whether the messages are genuine and well-formed. A part
/// that cannot be read here is skipped.
struct HandshakeTranscript {
    /// More certificates than this are not kept. OpenSSL itself refuses more than 100 KiB of them.
    static let maximumCertificates = 100

    private var hello: ServerHello?
    private var group: NamedGroup?
    private var signatureScheme: SignatureScheme?
    private var applicationProtocol: String?
    private var certificates: [[UInt8]] = []
    private var certificateTimestamps: [UInt8]?
    private var certificateStatus: [UInt8]?
    /// Whether the server asked for a client certificate.
    private(set) var requestsClientCertificate = false
    /// Whether a message arrived in which the server signed values of this handshake.
    private var hasSignature = false

    /// Whether the server's certificates arrived.
    var hasCertificates: Bool {
        !certificates.isEmpty
    }

    /// The facts so far; nil before a ServerHello of a known version.
    ///
    /// A signature that arrived counts as verified, which is right only while OpenSSL has found no fault with the
    /// messages.
    func handshake(answering offer: Offer, isComplete: Bool) -> Handshake? {
        guard let hello, let version = hello.version else { return nil }
        return Handshake(
            offer: offer, version: version, cipherSuite: hello.cipherSuite, group: group,
            signatureScheme: signatureScheme, applicationProtocol: applicationProtocol,
            extendedMasterSecret: version == .tls1_3 || hello.extensionTypes.contains(.extendedMasterSecret),
            certificates: certificates, certificateTimestamps: certificateTimestamps,
            certificateStatus: certificateStatus, requestsClientCertificate: requestsClientCertificate,
            isComplete: isComplete, isKeyProven: isComplete || hasSignature)
    }

    /// Reads one whole handshake message of the server (RFC 8446 §4, RFC 5246 §7.4), its four-byte header included.
    mutating func receive(message bytes: [UInt8]) {
        guard let message = HandshakeMessage(bytes) else { return }
        switch message.type {
        case .serverHello: readServerHello(message.body)
        case .encryptedExtensions:
            applicationProtocol = EncryptedExtensions(readablePartOf: message.body).applicationProtocol
        case .certificate: readCertificate(message.body)
        case .serverKeyExchange: readServerKeyExchange(message.body)
        case .certificateRequest: requestsClientCertificate = true
        case .certificateVerify:
            hasSignature = true
            signatureScheme = CertificateVerify(readablePartOf: message.body).signatureScheme
        case .certificateStatus:
            certificateStatus = CertificateStatusMessage.response(inReadablePartOf: message.body)
        case _: break
        }
    }

    /// A HelloRetryRequest has the same form; the ServerHello that follows it replaces its values.
    private mutating func readServerHello(_ body: ArraySlice<UInt8>) {
        guard let hello = ServerHello(readablePartOf: body) else { return }
        self.hello = hello
        group = hello.group
        applicationProtocol = hello.applicationProtocol
        certificateTimestamps = hello.certificateTimestamps
    }

    private mutating func readCertificate(_ body: ArraySlice<UInt8>) {
        let version = hello?.version
        guard
            let message = CertificateMessage(
                readablePartOf: body, version: version, limit: Self.maximumCertificates)
        else { return }
        certificates = message.certificates
        // Up to TLS 1.2, the timestamps are in the ServerHello, and the OCSP response is in a message of its own.
        guard version == .tls1_3, !certificates.isEmpty else { return }
        certificateTimestamps = message.certificateTimestamps
        certificateStatus = message.certificateStatus
    }

    private mutating func readServerKeyExchange(_ body: ArraySlice<UInt8>) {
        guard let hello, let version = hello.version else { return }
        hasSignature = !hello.cipherSuite.isAnonymous
        let exchange = ServerKeyExchange(readablePartOf: body, cipherSuite: hello.cipherSuite, version: version)
        if let group = exchange.group { self.group = group }
        if let scheme = exchange.signatureScheme { signatureScheme = scheme }
    }
}
