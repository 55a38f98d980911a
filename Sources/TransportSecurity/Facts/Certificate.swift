/// An X.509 certificate, read once into the facts that rules ask for (RFC 5280 §4).
public struct Certificate: Hashable, Codable, Sendable {
    /// The certificate in DER.
    public var der: [UInt8]
    /// The subject, as RFC 4514 writes names, control characters escaped.
    public var subject: String
    /// The issuer, in the same form.
    public var issuer: String
    /// The X.509 version, 1 to 3.
    public var version: Int
    /// The beginning of its validity.
    public var notBefore: Instant
    /// The end of its validity; the certificate is still valid at this second.
    public var notAfter: Instant
    /// Its public key.
    public var key: PublicKey
    /// The algorithm of the signature on it.
    public var signature: SignatureAlgorithm
    /// The values of `commonName` in its subject.
    public var commonNames: [String]
    /// Its subject alternative names; nil where the extension is absent.
    public var subjectAltNames: SubjectAltNames?
    /// The purposes of its extended key usage as dotted object identifiers; nil where the extension is absent.
    public var extendedKeyUsage: [String]?
    /// Whether basic constraints name it a CA; nil where the extension is absent.
    public var isAuthority: Bool?
    /// Whether its issuer is its subject and the signature on it is its own.
    public var isSelfSigned: Bool
    /// Whether it demands a stapled OCSP response: `status_request` in its TLS feature extension (RFC 7633).
    public var requiresStaple: Bool
    /// SHA-256 of the DER, 32 bytes.
    public var sha256: [UInt8]
    /// SHA-256 of the DER of its SubjectPublicKeyInfo, 32 bytes: what `NSPinnedDomains` compares.
    public var publicKeySHA256: [UInt8]

    /// A certificate with these facts.
    public init(
        der: [UInt8], subject: String, issuer: String, version: Int = 3, notBefore: Instant, notAfter: Instant,
        key: PublicKey, signature: SignatureAlgorithm, commonNames: [String] = [],
        subjectAltNames: SubjectAltNames? = nil, extendedKeyUsage: [String]? = nil, isAuthority: Bool? = nil,
        isSelfSigned: Bool = false, requiresStaple: Bool = false, sha256: [UInt8], publicKeySHA256: [UInt8]
    ) {
        self.der = der
        self.subject = subject
        self.issuer = issuer
        self.version = version
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.key = key
        self.signature = signature
        self.commonNames = commonNames
        self.subjectAltNames = subjectAltNames
        self.extendedKeyUsage = extendedKeyUsage
        self.isAuthority = isAuthority
        self.isSelfSigned = isSelfSigned
        self.requiresStaple = requiresStaple
        self.sha256 = sha256
        self.publicKeySHA256 = publicKeySHA256
    }

    /// A public key, as far as rules care.
    public enum PublicKey: Hashable, Codable, Sendable {
        /// RSA, with the length of its modulus in bits.
        case rsa(bits: Int)
        /// A key on an elliptic curve, with the size of its field in bits.
        case ellipticCurve(bits: Int)
        /// Any other kind, such as `DSA` or `ED25519`, by its name.
        case other(String)
    }

    /// A signature algorithm, by its registered name and the digest in it.
    public struct SignatureAlgorithm: Hashable, Codable, Sendable {
        /// The name, such as `sha256WithRSAEncryption`.
        public var name: String
        /// The digest; nil where the algorithm has none of its own (Ed25519) or it is not known.
        public var digest: Digest?

        /// The algorithm of that name and digest.
        public init(name: String, digest: Digest?) {
            self.name = name
            self.digest = digest
        }
    }

    /// Digests in signatures, weakest first.
    public enum Digest: String, Hashable, Codable, Sendable, CaseIterable {
        case md2 = "MD2"
        case md4 = "MD4"
        case md5 = "MD5"
        case sha1 = "SHA-1"
        case sha224 = "SHA-224"
        case sha256 = "SHA-256"
        case sha384 = "SHA-384"
        case sha512 = "SHA-512"
    }

    /// The names of a `subjectAltName` extension that a TLS client may compare (RFC 5280 §4.2.1.6).
    public struct SubjectAltNames: Hashable, Codable, Sendable {
        /// The `dNSName`s as they stand.
        public var dnsNames: [String]
        /// The `iPAddress`es, as their bytes: 4, 16, or whatever else stands there.
        public var ipAddresses: [[UInt8]]

        /// These names.
        public init(dnsNames: [String], ipAddresses: [[UInt8]] = []) {
            self.dnsNames = dnsNames
            self.ipAddresses = ipAddresses
        }
    }
}

extension Certificate.PublicKey: CustomStringConvertible {
    /// `RSA 2048`, `EC 256`, `ED25519`.
    public var description: String {
        switch self {
        case .rsa(let bits): return "RSA \(bits)"
        case .ellipticCurve(let bits): return "EC \(bits)"
        case .other(let name): return name
        }
    }
}
