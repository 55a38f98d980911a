/// What one TLS handshake with a server showed, as it came off the wire.
///
/// Everything here is a fact of the server; nothing depends on whom we trust, on a policy or on the clock.
/// What our trust store makes of the certificates is a `ChainEvaluation`.
public struct Handshake: Hashable, Codable, Sendable {
    /// The hello that was answered.
    public var offer: Offer
    /// The version agreed on.
    public var version: TLSVersion
    /// The cipher suite agreed on.
    public var cipherSuite: CipherSuite
    /// The group of the key exchange; nil where RSA key transport or a finite field was used, or it is not known.
    public var group: NamedGroup?
    /// The scheme of the server's handshake signature (RFC 8446 §4.2.3); nil where there is none or it is not known.
    public var signatureScheme: SignatureScheme?
    /// The application protocol that the server chose (RFC 7301).
    public var applicationProtocol: String?
    /// Whether Extended Master Secret was agreed on (RFC 7627); always true in TLS 1.3, which has its strength.
    public var extendedMasterSecret: Bool
    /// The certificates as sent, leaf first, in DER.
    public var certificates: [[UInt8]]
    /// The body of the TLS extension `signed_certificate_timestamp` (RFC 6962 §3.3), if the server sent one.
    public var certificateTimestamps: [UInt8]?
    /// The stapled OCSP response in DER (RFC 6066 §8), if the server sent one.
    public var certificateStatus: [UInt8]?
    /// Whether the server asked for a client certificate.
    public var requestsClientCertificate: Bool
    /// Whether the handshake was finished. False where the server broke off after its certificates were seen, and
    /// where we did.
    public var isComplete: Bool
    /// Whether it was us who hung up after the server's first flight, because our TLS library has not got what the
    /// server chose (3DES, SSL 3.0). Whether the rest would have succeeded is not known.
    public var isLeftByUs: Bool
    /// Whether the server proved that it holds the private key of its certificate. Anybody can send a copy of a chain.
    ///
    /// The proof is a signature that was verified, CertificateVerify (RFC 8446 §4.4.3) or that of ServerKeyExchange
    /// (RFC 5246 §7.4.3), or the end of a whole handshake. With RSA key transport there is no proof before the server's
    /// Finished, which takes the key to compute (RFC 5246 §7.4.7.1).
    public var isKeyProven: Bool
    /// Intermediate certificates that the server left out and that were fetched from where its certificates say
    /// (RFC 5280 §4.2.2.1), in DER.
    public var fetchedIssuers: [[UInt8]]

    /// A handshake with these facts. Where nothing is said of the proof of the key, a complete handshake brought it.
    public init(
        offer: Offer, version: TLSVersion, cipherSuite: CipherSuite, group: NamedGroup? = nil,
        signatureScheme: SignatureScheme? = nil, applicationProtocol: String? = nil,
        extendedMasterSecret: Bool = true, certificates: [[UInt8]] = [], certificateTimestamps: [UInt8]? = nil,
        certificateStatus: [UInt8]? = nil, requestsClientCertificate: Bool = false, isComplete: Bool = true,
        isLeftByUs: Bool = false, isKeyProven: Bool? = nil, fetchedIssuers: [[UInt8]] = []
    ) {
        self.offer = offer
        self.version = version
        self.cipherSuite = cipherSuite
        self.group = group
        self.signatureScheme = signatureScheme
        self.applicationProtocol = applicationProtocol
        self.extendedMasterSecret = extendedMasterSecret
        self.certificates = certificates
        self.certificateTimestamps = certificateTimestamps
        self.certificateStatus = certificateStatus
        self.requestsClientCertificate = requestsClientCertificate
        self.isComplete = isComplete
        self.isLeftByUs = isLeftByUs
        self.isKeyProven = isKeyProven ?? isComplete
        self.fetchedIssuers = fetchedIssuers
    }
}
