import CCertificateLibrary
import COpenSSL
import TransportSecurity

/// A certificate that OpenSSL has parsed; owns a reference to an `X509`.
final class ParsedCertificate {
    /// The `X509`.
    let pointer: OpaquePointer
    /// What rules ask of it.
    let facts: Certificate
    /// What path validation asks of it besides.
    let constraints: IssuerConstraints
    /// Whose key its signature was last found to be of. What was good stays so, and one intermediate, signed by one root,
    /// serves many servers.
    private var knownIssuer: [UInt8]?

    /// Reads a certificate, to its last byte, in a library context of OpenSSL, which tests alone choose.
    convenience init(
        der: [UInt8], in library: OpaquePointer? = certificate_library_context()
    ) throws(OpenSSLError) {
        OpenSSLError.emptyQueue()
        let (parsed, rest) = der.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            var parsed = X509_new_ex(library, nil)
            // Frees what it cannot fill.
            if parsed != nil { d2i_X509(&parsed, &position, buffer.count) }
            return (parsed, buffer.count - (position.map { $0 - (buffer.baseAddress ?? $0) } ?? 0))
        }
        guard let parsed else { throw OpenSSLError.takeQueue() }
        defer { X509_free(parsed) }
        guard rest == 0 else { throw OpenSSLError(text: "there are \(rest) bytes after its end") }
        try self.init(sharing: parsed, der: der)
    }

    /// A certificate that OpenSSL has parsed already, and that others may own, too.
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

    /// SHA-256 of the DER: its identity.
    var identity: [UInt8] { facts.sha256 }

    /// Whether it names its own subject as its issuer.
    var isSelfIssued: Bool { X509_NAME_cmp(X509_get_subject_name(pointer), X509_get_issuer_name(pointer)) == 0 }

    /// A hash of the subject, the same for names that RFC 5280 §7.1 calls equal.
    var subjectHash: UInt { X509_subject_name_hash(pointer) }

    /// The same hash of the issuer.
    var issuerHash: UInt { X509_issuer_name_hash(pointer) }

    /// Whether this certificate's issuer is that one's subject, by name alone.
    func names(issuer: ParsedCertificate) -> Bool {
        X509_NAME_cmp(X509_get_issuer_name(pointer), X509_get_subject_name(issuer.pointer)) == 0
    }

    /// How well two key identifiers fit (RFC 5280 §4.2.1.1), best first.
    enum KeyIdentifierMatch: CaseIterable {
        case equal
        /// At least one certificate states none, or an empty one.
        case notStated
        case different
    }

    /// How well the issuer's key identifier fits the one that this certificate states for its issuer.
    func keyIdentifierMatch(with issuer: ParsedCertificate) -> KeyIdentifierMatch {
        guard let wanted = X509_get0_authority_key_id(pointer), let own = X509_get0_subject_key_id(issuer.pointer),
            ASN1_STRING_length(wanted) > 0, ASN1_STRING_length(own) > 0
        else { return .notStated }
        return ASN1_OCTET_STRING_cmp(wanted, own) == 0 ? .equal : .different
    }

    /// What the check of a signature said.
    enum Signature {
        case good
        case bad
        /// OpenSSL knows no such algorithm or cannot use the key, or checking would take too long with it.
        case uncheckable
    }

    /// Checks the signature on this certificate with the issuer's key. No security level has a say.
    func signature(by issuer: ParsedCertificate) -> Signature {
        if knownIssuer == issuer.identity { return .good }
        OpenSSLError.emptyQueue()
        defer { OpenSSLError.emptyQueue() }
        guard let key = X509_get0_pubkey(issuer.pointer), VerificationKey.isUsable(key) else { return .uncheckable }
        let result = X509_verify(pointer, key)
        if result == 1 {
            knownIssuer = issuer.identity
            return .good
        }
        return facts.signature.isCheckable ? .bad : .uncheckable
    }

    /// The work of checking one signature with this certificate's key, in checks with an ordinary key.
    ///
    /// For RSA it grows with the square of the length of the modulus, and with the length of the public exponent, both
    /// of which a hostile certificate chooses. OpenSSL takes no modulus of more than 16384 bits.
    var workOfVerification: Int {
        switch facts.key {
        case .ellipticCurve, .other: return 1
        case .rsa(let bits):
            let multiple = max(1, (bits + 4095) / 4096)
            let exponentBits = VerificationKey.exponentBits(of: X509_get0_pubkey(pointer))
            return multiple * multiple * max(1, (exponentBits + 63) / 64)
        }
    }

    /// Whether it was within its validity then.
    func isValid(at instant: Instant) -> Bool {
        facts.notBefore <= instant && instant.seconds <= facts.notAfter.seconds
    }
}

extension Certificate.SignatureAlgorithm {
    /// Whether this OpenSSL can check signatures of the kind: MD2 and MD4 are gone from its default provider.
    fileprivate var isCheckable: Bool {
        OBJ_txt2nid(name) != NID_undef && digest != .md2 && digest != .md4
    }
}
