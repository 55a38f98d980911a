/// The facts of one TLS handshake with a server.
///
/// All members are facts about the server, independent of trust store, policy and clock. A `ChainEvaluation` is the
/// result of validating the certificates.
public struct Handshake: Hashable, Codable, Sendable {
    /// The offer of the hello that the server answered.
    public var offer: Offer
    /// The version agreed on.
    public var version: TLSVersion
    /// The cipher suite agreed on.
    public var cipherSuite: CipherSuite
    /// The group of the key exchange; nil with RSA key transport or a finite field, or if the group is not known.
    public var group: NamedGroup?
    /// The scheme of the server's handshake signature (RFC 8446 §4.2.3); nil if there is none or it is not known.
    public var signatureScheme: SignatureScheme?
    /// The application protocol that the server chose (RFC 7301).
    public var applicationProtocol: String?
    /// Whether Extended Master Secret was negotiated (RFC 7627). Always true in TLS 1.3, whose key schedule has the
    /// same property.
    public var extendedMasterSecret: Bool
    /// The certificates in DER, in the order in which the server sent them, leaf first.
    public var certificates: [[UInt8]]
    /// The body of the TLS extension `signed_certificate_timestamp` (RFC 6962 §3.3), if the server sent one.
    public var certificateTimestamps: [UInt8]?
    /// The stapled OCSP response in DER (RFC 6066 §8), if the server sent one.
    public var certificateStatus: [UInt8]?
    /// Whether the server asked for a client certificate.
    public var requestsClientCertificate: Bool
    /// Whether the handshake finished. False if either side closed the connection after the certificates.
    public var isComplete: Bool
    /// Whether the proxy closed the connection after the server's first flight, because its TLS library does not
    /// implement the version or suite that the server chose (SSL 3.0, 3DES). Whether the rest would have succeeded is
    /// not known.
    public var wasEndedByUs: Bool
    /// Whether the server proved possession of the private key of its certificate. A chain is not a proof, because
    /// certificates are public.
    ///
    /// The proof is a verified signature (CertificateVerify, RFC 8446 §4.4.3, or ServerKeyExchange, RFC 5246 §7.4.3) or
    /// a complete handshake. RSA key transport gives no proof before the server's Finished, which depends on the
    /// private key (RFC 5246 §7.4.7.1).
    public var isKeyProven: Bool
    /// Intermediate certificates in DER that the server did not send, fetched from the URLs in the certificates (RFC
    /// 5280 §4.2.2.1).
    public var fetchedIssuers: [[UInt8]]
    /// The server's answer to a hello of the size that systems send from version 26 on; nil if it was not asked, or the
    /// recording does not say. Rules say nothing of it then.
    public var largeHello: LargeHelloAnswer?

    /// Creates a handshake with the given facts. By default, the key is proven exactly if the handshake is complete.
    public init(
        offer: Offer, version: TLSVersion, cipherSuite: CipherSuite, group: NamedGroup? = nil,
        signatureScheme: SignatureScheme? = nil, applicationProtocol: String? = nil,
        extendedMasterSecret: Bool = true, certificates: [[UInt8]] = [], certificateTimestamps: [UInt8]? = nil,
        certificateStatus: [UInt8]? = nil, requestsClientCertificate: Bool = false, isComplete: Bool = true,
        wasEndedByUs: Bool = false, isKeyProven: Bool? = nil, fetchedIssuers: [[UInt8]] = []
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
        self.wasEndedByUs = wasEndedByUs
        self.isKeyProven = isKeyProven ?? isComplete
        self.fetchedIssuers = fetchedIssuers
    }
}

extension Handshake {
    /// Whether the offer includes everything that was agreed on in this handshake. A server that agreed to this
    /// handshake can then also agree to a hello with that offer.
    public func fits(_ offer: Offer) -> Bool {
        offer.versions.contains(version) && offer.cipherSuites.contains(cipherSuite)
            && group.map(offer.groups.contains) ?? true
            && signatureScheme.map(offer.signatureSchemes.contains) ?? true
    }

    /// Whether the server also agrees to a hello with that offer. Servers choose the newest common version. An offer
    /// with a newer version than the server was asked for may thus lead to another handshake. A refusal is possible,
    /// too, such as for a P-521 key, which no hello with TLS 1.3 permits.
    public func provesAgreement(to offer: Offer) -> Bool {
        fits(offer) && offer.versions.upperBound <= max(version, self.offer.versions.upperBound)
    }
}

extension Handshake {
    /// The group that the system of the offer gets. The probe's own handshake may have no X25519MLKEM768.
    public var groupOfSystem: NamedGroup? {
        guard offer.groups.contains(.x25519MLKEM768), version == .tls1_3, largeHello?.choosesHybrid == true else {
            return group
        }
        return .x25519MLKEM768
    }

    /// The result of post-quantum key exchange with the system of the offer: `yes`, `no`, or `breaks` if its hello is
    /// not answered at all. Nil if the system offers none, or if the answer to its hello is not known.
    public var postQuantumKeyExchange: String? {
        guard offer.groups.contains(.x25519MLKEM768) else { return nil }
        if let largeHello, largeHello.fault != nil { return "breaks" }
        guard largeHello.map({ $0.obstacle == nil }) ?? (group == .x25519MLKEM768) else { return nil }
        return groupOfSystem == .x25519MLKEM768 ? "yes" : "no"
    }
}
