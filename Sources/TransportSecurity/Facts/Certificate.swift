/// An X.509 certificate, parsed into the facts that rules use (RFC 5280 §4).
public struct Certificate: Hashable, Codable, Sendable {
    /// The certificate in DER.
    public var der: [UInt8]
    /// The subject in the form of RFC 4514, with control characters escaped.
    public var subject: String
    /// The issuer, in the same form.
    public var issuer: String
    /// The X.509 version, 1 to 3.
    public var version: Int
    /// The beginning of the validity period.
    public var notBefore: Instant
    /// The end of the validity period, inclusive.
    public var notAfter: Instant
    /// The public key.
    public var key: PublicKey
    /// The algorithm with which the certificate is signed.
    public var signature: SignatureAlgorithm
    /// The values of `commonName` in the subject.
    public var commonNames: [String]
    /// The subject alternative names; nil if the extension is absent.
    public var subjectAltNames: SubjectAltNames?
    /// The purposes of the extended key usage as dotted object identifiers; nil if the extension is absent.
    public var extendedKeyUsage: [String]?
    /// Whether basic constraints mark the certificate as a CA; nil if the extension is absent.
    public var isAuthority: Bool?
    /// Whether issuer and subject are the same, and the certificate's own key verifies its signature.
    public var isSelfSigned: Bool
    /// Whether the certificate requires a stapled OCSP response: `status_request` in the TLS feature extension (RFC
    /// 7633).
    public var requiresStaple: Bool
    /// The `http` and other addresses of the issuer's certificate, as written in the authority information access (RFC
    /// 5280 §4.2.2.1), at most four; nil if there is none.
    public var issuerLocations: [String]?
    /// Whether the authority information access has the URI of an OCSP responder (RFC 5280 §4.2.2.1).
    public var namesResponder: Bool
    /// SHA-256 of the DER, 32 bytes.
    public var sha256: [UInt8]
    /// SHA-256 of the DER of the SubjectPublicKeyInfo, 32 bytes; the value that `NSPinnedDomains` compares.
    public var publicKeySHA256: [UInt8]

    /// Creates a certificate with the given facts.
    public init(
        der: [UInt8], subject: String, issuer: String, version: Int = 3, notBefore: Instant, notAfter: Instant,
        key: PublicKey, signature: SignatureAlgorithm, commonNames: [String] = [],
        subjectAltNames: SubjectAltNames? = nil, extendedKeyUsage: [String]? = nil, isAuthority: Bool? = nil,
        isSelfSigned: Bool = false, requiresStaple: Bool = false, issuerLocations: [String]? = nil,
        namesResponder: Bool = true, sha256: [UInt8], publicKeySHA256: [UInt8]
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
        self.issuerLocations = issuerLocations
        self.namesResponder = namesResponder
        self.sha256 = sha256
        self.publicKeySHA256 = publicKeySHA256
    }

    /// The kind and size of a public key.
    public enum PublicKey: Hashable, Codable, Sendable {
        /// RSA, with the length of its modulus in bits.
        case rsa(bits: Int)
        /// A key on an elliptic curve, with the size of its field in bits.
        case ellipticCurve(bits: Int)
        /// Any other kind of key, by its name, such as `DSA` or `ED25519`.
        case other(String)
    }

    /// A signature algorithm, by its registered name and its digest.
    public struct SignatureAlgorithm: Hashable, Codable, Sendable {
        /// The name, such as `sha256WithRSAEncryption`.
        public var name: String
        /// The digest; nil if the algorithm has none of its own (Ed25519) or the digest is not known.
        public var digest: Digest?

        /// Creates a signature algorithm with the given name and digest.
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
        /// The `dNSName`s, unchanged, of the first 8,192 names. Empty if one of the names is malformed, as for Apple's
        /// parser; so are the addresses then.
        public var dnsNames: [String]
        /// The bytes of the `iPAddress`es, 4 or 16 each.
        public var ipAddresses: [[UInt8]]
        /// The fault for which no name counts; nil if the extension is well-formed.
        public var fault: Fault?

        /// Creates a list of the given names.
        public init(dnsNames: [String], ipAddresses: [[UInt8]] = [], fault: Fault? = nil) {
            self.dnsNames = dnsNames
            self.ipAddresses = ipAddresses
            self.fault = fault
        }

        /// The faults for which Apple's parser ignores all names of the extension.
        public enum Fault: Hashable, Codable, Sendable {
            /// The extension occurs twice or cannot be parsed.
            case unreadable
            /// A `dNSName` is not UTF-8.
            case dnsName
            /// An `iPAddress` has this number of octets, which is neither 4 nor 16.
            case ipAddress(octets: Int)
        }
    }
}

extension Certificate.PublicKey: CustomStringConvertible {
    /// A short form, such as `RSA 2048`, `EC 256` or `ED25519`.
    public var description: String {
        switch self {
        case .rsa(let bits): return "RSA \(bits)"
        case .ellipticCurve(let bits): return "EC \(bits)"
        case .other(let name): return name
        }
    }
}
