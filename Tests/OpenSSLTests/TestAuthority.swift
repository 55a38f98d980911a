import COpenSSL
import TransportSecurity

/// The content of a certificate to create.
struct TestCertificate {
    /// The common name in the subject; empty for an empty subject.
    var commonName: String
    var notBefore = Instant(year: 2026, month: 10, day: 1)
    var notAfter = Instant(year: 2026, month: 12, day: 31)
    var version = 3
    var serial = 1
    /// The magnitude of a serial number that is too large for `serial`.
    var longSerial: [UInt8]?
    /// The digest of the signature, with OpenSSL's name.
    var digest = "SHA256"
    var includesKeyIdentifiers = true
    var extensions: [TestExtension] = []

    /// A server's certificate for a host.
    static func leaf(_ host: String, _ further: TestExtension...) -> TestCertificate {
        TestCertificate(
            commonName: host,
            extensions: [.named(NID_subject_alt_name, "DNS:\(host)"), .named(NID_ext_key_usage, "serverAuth")] + further
        )
    }

    /// A CA's certificate with a path length constraint.
    static func authority(
        _ name: String, _ constraint: String = "critical,CA:TRUE", _ further: TestExtension...
    ) -> TestCertificate {
        TestCertificate(
            commonName: name, notBefore: Instant(year: 2020, month: 1, day: 1),
            notAfter: Instant(year: 2040, month: 1, day: 1),
            extensions: [
                .named(NID_basic_constraints, constraint), .named(NID_key_usage, "critical,keyCertSign,cRLSign"),
            ]
                + further)
    }
}

/// An extension of a certificate to create.
enum TestExtension {
    /// In the notation of OpenSSL's configuration files: `NID_subject_alt_name`, `DNS:example.com`.
    case named(Int32, String)
    /// Any other: its dotted identifier and the DER inside.
    case raw(String, isCritical: Bool, [UInt8])
}

/// An unexpected failure of OpenSSL in a test.
struct TestAuthorityError: Error {
    var text: String
}

/// A private key; owns an `EVP_PKEY`.
final class TestKey {
    let pointer: OpaquePointer

    init(rsaBits: Int32) throws {
        pointer = try Self.generate(NID_rsaEncryption) { EVP_PKEY_CTX_set_rsa_keygen_bits($0, rsaBits) }
    }

    init(curve: Int32 = NID_X9_62_prime256v1) throws {
        pointer = try Self.generate(NID_X9_62_id_ecPublicKey) { EVP_PKEY_CTX_set_ec_paramgen_curve_nid($0, curve) }
    }

    init(ed25519: Void) throws {
        pointer = try Self.generate(NID_ED25519) { _ in 1 }
    }

    /// Creates a key of any kind with the necessary settings.
    init(kind: Int32, configure: (OpaquePointer) -> Int32 = { _ in 1 }) throws {
        pointer = try Self.generate(kind, configure)
    }

    deinit {
        EVP_PKEY_free(pointer)
    }

    /// The key's SubjectPublicKeyInfo in DER.
    var publicKeyInfo: [UInt8] {
        var encoded: UnsafeMutablePointer<UInt8>?
        let count = i2d_PUBKEY(pointer, &encoded)
        return takeEncoded(encoded, count)
    }

    /// A signature with SHA-256 over the bytes.
    func sign(_ bytes: [UInt8]) throws -> [UInt8] {
        let context = try required(EVP_MD_CTX_new())
        defer { EVP_MD_CTX_free(context) }
        try succeed(EVP_DigestSignInit(context, nil, EVP_sha256(), nil, pointer))
        var count = 0
        try succeed(EVP_DigestSign(context, nil, &count, bytes, bytes.count))
        var signature = [UInt8](repeating: 0, count: count)
        try succeed(EVP_DigestSign(context, &signature, &count, bytes, bytes.count))
        return Array(signature.prefix(count))
    }

    private static func generate(_ kind: Int32, _ configure: (OpaquePointer) -> Int32) throws -> OpaquePointer {
        let context = try required(EVP_PKEY_CTX_new_id(kind, nil))
        defer { EVP_PKEY_CTX_free(context) }
        try succeed(EVP_PKEY_keygen_init(context))
        try succeed(configure(context))
        var key: OpaquePointer?
        try succeed(EVP_PKEY_keygen(context, &key))
        return try required(key)
    }
}

/// A certificate with its private key, which serves tests as a CA or a server; owns an `X509`.
final class TestIdentity {
    let key: TestKey
    let certificate: OpaquePointer

    /// Creates a certificate from its description, signed by the issuer or by itself.
    ///
    /// - Parameter forgedWith: another key to sign with than the issuer's.
    init(
        _ description: TestCertificate, key: TestKey? = nil, issuer: TestIdentity? = nil, forgedWith: TestKey? = nil
    ) throws {
        self.key = try key ?? TestKey()
        certificate = try required(X509_new())
        try fill(description, issuer: issuer)
        try sign(with: forgedWith ?? issuer?.key ?? self.key, digest: description.digest)
    }

    deinit {
        X509_free(certificate)
    }

    /// A certificate that this one issues.
    func issue(_ description: TestCertificate, key: TestKey? = nil) throws -> TestIdentity {
        try TestIdentity(description, key: key, issuer: self)
    }

    /// The certificate in DER.
    var der: [UInt8] {
        var encoded: UnsafeMutablePointer<UInt8>?
        let count = i2d_X509(certificate, &encoded)
        return takeEncoded(encoded, count)
    }

    /// The signed part of the certificate in DER.
    var bodyToBeSigned: [UInt8] {
        var encoded: UnsafeMutablePointer<UInt8>?
        let count = i2d_re_X509_tbs(certificate, &encoded)
        return takeEncoded(encoded, count)
    }

    /// Adds an extension and signs again.
    func add(_ further: TestExtension, signedBy issuer: TestIdentity) throws {
        try add(further, issuer: issuer)
        try sign(with: issuer.key, digest: "SHA256")
    }

    private func fill(_ description: TestCertificate, issuer: TestIdentity?) throws {
        try succeed(X509_set_version(certificate, description.version - 1))
        try setSerialNumber(description)
        let name = X509_get_subject_name(certificate)
        if !description.commonName.isEmpty {
            try succeed(
                X509_NAME_add_entry_by_NID(
                    name, NID_commonName, MBSTRING_UTF8, Array(description.commonName.utf8),
                    Int32(description.commonName.utf8.count), -1, 0))
        }
        try succeed(X509_set_issuer_name(certificate, X509_get_subject_name(issuer?.certificate ?? certificate)))
        let notBefore = try required(ASN1_TIME_set(nil, Int(description.notBefore.seconds)))
        let notAfter = try required(ASN1_TIME_set(nil, Int(description.notAfter.seconds)))
        defer {
            ASN1_TIME_free(notBefore)
            ASN1_TIME_free(notAfter)
        }
        try succeed(X509_set1_notBefore(certificate, notBefore))
        try succeed(X509_set1_notAfter(certificate, notAfter))
        try succeed(X509_set_pubkey(certificate, key.pointer))
        if description.includesKeyIdentifiers, description.version == 3 {
            try add(.named(NID_subject_key_identifier, "hash"), issuer: issuer)
            if let issuer, X509_get_ext_by_NID(issuer.certificate, NID_subject_key_identifier, -1) >= 0 {
                try add(.named(NID_authority_key_identifier, "keyid"), issuer: issuer)
            }
        }
        for further in description.extensions { try add(further, issuer: issuer) }
    }

    private func setSerialNumber(_ description: TestCertificate) throws {
        let field = X509_get_serialNumber(certificate)
        guard let magnitude = description.longSerial else {
            return try succeed(ASN1_INTEGER_set(field, description.serial))
        }
        let number = try required(BN_bin2bn(magnitude, Int32(magnitude.count), nil))
        defer { BN_free(number) }
        _ = try required(BN_to_ASN1_INTEGER(number, field))
    }

    private func add(_ further: TestExtension, issuer: TestIdentity?) throws {
        let made: OpaquePointer
        switch further {
        case .named(let identifier, let value):
            var context = X509V3_CTX()
            X509V3_set_ctx(&context, issuer?.certificate ?? certificate, certificate, nil, nil, 0)
            made = try required(X509V3_EXT_conf_nid(nil, &context, identifier, value))
        case .raw(let identifier, let isCritical, let der):
            let object = try required(OBJ_txt2obj(identifier, 1))
            let value = try required(ASN1_OCTET_STRING_new())
            defer {
                ASN1_OBJECT_free(object)
                ASN1_OCTET_STRING_free(value)
            }
            try succeed(ASN1_OCTET_STRING_set(value, der, Int32(der.count)))
            made = try required(X509_EXTENSION_create_by_OBJ(nil, object, isCritical ? 1 : 0, value))
        }
        defer { X509_EXTENSION_free(made) }
        try succeed(X509_add_ext(certificate, made, -1))
    }

    private func sign(with key: TestKey, digest: String) throws {
        let isEdwards = [NID_ED25519, NID_ED448].contains(EVP_PKEY_get_base_id(key.pointer))
        let digest = isEdwards ? nil : EVP_get_digestbyname(digest)
        guard X509_sign(certificate, key.pointer, digest) > 0 else { throw TestAuthorityError(text: "X509_sign") }
    }
}

extension TestIdentity {
    /// An OCSP response in DER about a certificate of this issuer.
    ///
    /// - Parameter responder: who signs, if not the issuer; its certificate goes along.
    func ocspResponse(
        on subject: TestIdentity, status: Int32 = V_OCSP_CERTSTATUS_GOOD,
        from thisUpdate: Instant = Instant(year: 2026, month: 11, day: 19),
        until nextUpdate: Instant? = Instant(year: 2026, month: 11, day: 26), responder: TestIdentity? = nil,
        timestamps: [UInt8]? = nil, further: [TestIdentity] = []
    ) throws -> [UInt8] {
        let basic = try required(OCSP_BASICRESP_new())
        let identifier = try required(OCSP_cert_to_id(EVP_sha1(), subject.certificate, certificate))
        let from = try required(ASN1_TIME_set(nil, Int(thisUpdate.seconds)))
        let until = nextUpdate.flatMap { ASN1_TIME_set(nil, Int($0.seconds)) }
        defer {
            OCSP_BASICRESP_free(basic)
            OCSP_CERTID_free(identifier)
            ASN1_TIME_free(from)
            ASN1_TIME_free(until)
        }
        let revokedAt = status == V_OCSP_CERTSTATUS_REVOKED ? from : nil
        let answer = try required(OCSP_basic_add1_status(basic, identifier, status, 0, revokedAt, from, until))
        if let timestamps {
            let object = try required(OBJ_nid2obj(NID_ct_cert_scts))
            let value = try required(ASN1_OCTET_STRING_new())
            let wrapped = octetString(timestamps)
            try succeed(ASN1_OCTET_STRING_set(value, wrapped, Int32(wrapped.count)))
            let made = try required(X509_EXTENSION_create_by_OBJ(nil, object, 0, value))
            try succeed(OCSP_SINGLERESP_add_ext(answer, made, -1))
            X509_EXTENSION_free(made)
            ASN1_OCTET_STRING_free(value)
        }
        let signer = responder ?? self
        for certificate in further { try succeed(OCSP_basic_add1_cert(basic, certificate.certificate)) }
        try succeed(OCSP_basic_sign(basic, signer.certificate, signer.key.pointer, EVP_sha256(), nil, 0))
        let response = try required(OCSP_response_create(OCSP_RESPONSE_STATUS_SUCCESSFUL, basic))
        defer { OCSP_RESPONSE_free(response) }
        var encoded: UnsafeMutablePointer<UInt8>?
        let count = i2d_OCSP_RESPONSE(response, &encoded)
        return takeEncoded(encoded, count)
    }

    /// A revocation list in DER, signed by this issuer, with a serial number in it, and an issuing distribution point in the
    /// notation of OpenSSL's configuration files.
    func revocationList(
        revoking serial: Int, appliedPolicy: String? = nil,
        from lastUpdate: Instant = Instant(year: 2026, month: 11, day: 19),
        until nextUpdate: Instant = Instant(year: 2026, month: 11, day: 26), forgedWith forger: TestKey? = nil
    ) throws -> [UInt8] {
        let list = try required(X509_CRL_new())
        let from = try required(ASN1_TIME_set(nil, Int(lastUpdate.seconds)))
        let until = try required(ASN1_TIME_set(nil, Int(nextUpdate.seconds)))
        let number = try required(ASN1_INTEGER_new())
        defer {
            X509_CRL_free(list)
            ASN1_TIME_free(from)
            ASN1_TIME_free(until)
            ASN1_INTEGER_free(number)
        }
        try succeed(X509_CRL_set_version(list, 1))
        try succeed(X509_CRL_set_issuer_name(list, X509_get_subject_name(certificate)))
        try succeed(X509_CRL_set1_lastUpdate(list, from))
        try succeed(X509_CRL_set1_nextUpdate(list, until))
        try succeed(ASN1_INTEGER_set(number, serial))
        let entry = try required(X509_REVOKED_new())
        try succeed(X509_REVOKED_set_serialNumber(entry, number))
        try succeed(X509_REVOKED_set_revocationDate(entry, from))
        try succeed(X509_CRL_add0_revoked(list, entry))
        if let appliedPolicy {
            let value = try required(X509V3_EXT_conf_nid(nil, nil, NID_issuing_distribution_point, appliedPolicy))
            defer { X509_EXTENSION_free(value) }
            try succeed(X509_CRL_add_ext(list, value, -1))
        }
        guard X509_CRL_sign(list, (forger ?? key).pointer, EVP_sha256()) > 0 else {
            throw TestAuthorityError(text: "X509_CRL_sign")
        }
        var encoded: UnsafeMutablePointer<UInt8>?
        let count = i2d_X509_CRL(list, &encoded)
        return takeEncoded(encoded, count)
    }
}

/// A DER value that is shorter than 64 KiB, wrapped in an OCTET STRING.
func octetString(_ bytes: [UInt8]) -> [UInt8] {
    let count = bytes.count
    return [0x04] + (count < 128 ? [UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(count & 255)]) + bytes
}

func required<Value>(_ value: Value?, _ what: String = #function) throws -> Value {
    guard let value else { throw TestAuthorityError(text: what) }
    return value
}

private func succeed(_ result: Int32, line: Int = #line) throws {
    guard result == 1 else { throw TestAuthorityError(text: "a call in line \(line) failed") }
}

private func takeEncoded(_ encoded: UnsafeMutablePointer<UInt8>?, _ count: Int32) -> [UInt8] {
    defer { shim_OPENSSL_free(encoded) }
    guard let encoded, count > 0 else { return [] }
    return Array(UnsafeBufferPointer(start: encoded, count: Int(count)))
}
