import CCertificateLibrary
import COpenSSL
import TransportSecurity

/// A certificate parsed by OpenSSL; owns a reference to an `X509`.
final class ParsedCertificate {
    /// The `X509`.
    let pointer: OpaquePointer
    /// The facts for rules.
    let facts: Certificate
    /// The extensions for path validation.
    let constraints: IssuerConstraints
    /// The identity of the issuer for which the signature was last verified. A valid signature stays valid, and many
    /// servers send the same intermediate certificate.
    private var knownIssuer: [UInt8]?
    /// The cost of checking one signature with this certificate's key. Cached, because OpenSSL takes longer to find the
    /// exponent of an RSA key than to build the rest of a path.
    private(set) lazy var workOfVerification = VerificationKey.cost(of: X509_get0_pubkey(pointer))

    /// Parses a certificate without trailing bytes. Only tests choose another library context.
    convenience init(
        der: [UInt8], in library: OpaquePointer? = certificate_library_context()
    ) throws(OpenSSLError) {
        let parsed = try Self.parse(der, in: library)
        defer { X509_free(parsed) }
        try self.init(sharing: parsed, der: der)
    }

    /// Parses a certificate without trailing bytes, which the caller then owns.
    static func parse(
        _ der: [UInt8], in library: OpaquePointer? = certificate_library_context()
    ) throws(OpenSSLError) -> OpaquePointer {
        OpenSSLError.emptyQueue()
        let (parsed, rest) = der.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            var parsed = X509_new_ex(library, nil)
            // On failure, `d2i_X509` frees the certificate.
            if parsed != nil { d2i_X509(&parsed, &position, buffer.count) }
            return (parsed, buffer.count - (position.map { $0 - (buffer.baseAddress ?? $0) } ?? 0))
        }
        guard let parsed else { throw OpenSSLError.takeQueue() }
        guard rest == 0 else {
            X509_free(parsed)
            throw OpenSSLError(text: "there are \(rest) bytes after its end")
        }
        return parsed
    }

    /// The cost of reading the facts of a parsed certificate: one with its own name as the issuer's is checked to be
    /// self-signed.
    static func workOfReading(_ parsed: OpaquePointer) -> Int {
        let (subject, issuer) = (X509_get_subject_name(parsed), X509_get_issuer_name(parsed))
        guard NormalizedName.bytes(of: subject) == NormalizedName.bytes(of: issuer) else { return 0 }
        return VerificationKey.cost(of: X509_get0_pubkey(parsed))
    }

    /// Shares a certificate that OpenSSL has already parsed and that others may own as well.
    init(sharing parsed: OpaquePointer, der: [UInt8]) throws(OpenSSLError) {
        OpenSSLError.emptyQueue()
        facts = try CertificateReader.facts(of: parsed, der: der)
        constraints = IssuerConstraints(of: parsed, facts: facts)
        X509_up_ref(parsed)
        pointer = parsed
        OpenSSLError.emptyQueue()
    }

    deinit {
        X509_free(pointer)
    }

    /// SHA-256 of the DER, which identifies the certificate.
    var identity: [UInt8] { facts.sha256 }

    /// The subject as Apple's evaluator compares it.
    private(set) lazy var subject = NormalizedName.bytes(of: X509_get_subject_name(pointer))

    /// The issuer as Apple's evaluator compares it.
    private(set) lazy var issuer = NormalizedName.bytes(of: X509_get_issuer_name(pointer))

    /// The extensions of the certificate about certificate policies.
    private(set) lazy var policies = PolicyExtensions(of: pointer)

    /// Whether issuer and subject have the same name.
    var isSelfIssued: Bool { subject.hasSameBytes(as: issuer) }

    /// Whether the issuer's subject is this certificate's issuer. Keys are not compared.
    func names(issuer other: ParsedCertificate) -> Bool { issuer.hasSameBytes(as: other.subject) }

    /// The degree to which two key identifiers match (RFC 5280 §4.2.1.1), best match first.
    enum KeyIdentifierMatch: CaseIterable {
        case equal
        /// At least one certificate has no key identifier, or an empty one.
        case notStated
        case different
    }

    /// The match of the issuer's key identifier with the authority key identifier of this certificate.
    func keyIdentifierMatch(with issuer: ParsedCertificate) -> KeyIdentifierMatch {
        guard let wanted = X509_get0_authority_key_id(pointer), let own = X509_get0_subject_key_id(issuer.pointer),
            ASN1_STRING_length(wanted) > 0, ASN1_STRING_length(own) > 0
        else { return .notStated }
        return ASN1_OCTET_STRING_cmp(wanted, own) == 0 ? .equal : .different
    }

    /// The result of checking a signature.
    enum Signature {
        case good
        case bad
        /// The check would take too long.
        case uncheckable
        /// Apple's evaluator does not support the algorithm, or does not support the issuer's key.
        case unknown
    }

    /// Checks the signature of this certificate with the issuer's key, independently of OpenSSL's security level.
    func signature(by issuer: ParsedCertificate) -> Signature {
        if knownIssuer == issuer.identity { return .good }
        OpenSSLError.emptyQueue()
        defer { OpenSSLError.emptyQueue() }
        guard KnownSignature.isOn(pointer), let key = X509_get0_pubkey(issuer.pointer), VerificationKey.isKnown(key)
        else { return .unknown }
        guard VerificationKey.isUsable(key) else { return .uncheckable }
        guard X509_verify(pointer, key) == 1 else { return .bad }
        knownIssuer = issuer.identity
        return .good
    }

    /// Whether the certificate is within its validity period at a time.
    func isValid(at instant: Instant) -> Bool {
        facts.notBefore <= instant && instant.seconds <= facts.notAfter.seconds
    }
}

/// The signature algorithms that Apple's evaluator verifies (SecSignatureVerificationSupport.c,
/// `SecKeyAlgorithmFromDERAlgorithmId`): RSA with PKCS #1 v1.5, and ECDSA, with MD5, SHA-1 or SHA-2.
///
/// RSASSA-PSS, SHA-3, DSA and EdDSA are not among them. ECDSA with MD5 does not exist.
enum KnownSignature {
    private static let algorithms: Set<Int32> = [
        NID_md5WithRSAEncryption, NID_sha1WithRSAEncryption, NID_sha224WithRSAEncryption, NID_sha256WithRSAEncryption,
        NID_sha384WithRSAEncryption, NID_sha512WithRSAEncryption, NID_ecdsa_with_SHA1, NID_ecdsa_with_SHA224,
        NID_ecdsa_with_SHA256, NID_ecdsa_with_SHA384, NID_ecdsa_with_SHA512,
    ]

    /// Whether the certificate's signature is of such an algorithm.
    static func isOn(_ certificate: OpaquePointer) -> Bool {
        algorithms.contains(X509_get_signature_nid(certificate))
    }
}
