import COpenSSL
import TransportSecurity

/// Extracts the facts of certificates.
public enum CertificateReader {
    /// The facts of a certificate in DER. Throws an error if the bytes are not a certificate, have trailing bytes or
    /// have invalid dates. An extension that cannot be parsed counts as present and empty, which is the safe assumption
    /// for all of them.
    public static func read(der: [UInt8]) throws(OpenSSLError) -> Certificate {
        try ParsedCertificate(der: der).facts
    }

    static func facts(of certificate: OpaquePointer, der: [UInt8]) throws(OpenSSLError) -> Certificate {
        guard let notBefore = Instant(X509_get0_notBefore(certificate)),
            let notAfter = Instant(X509_get0_notAfter(certificate))
        else { throw OpenSSLError(text: "its validity cannot be read") }
        let subject = X509_get_subject_name(certificate)
        let issuer = X509_get_issuer_name(certificate)
        let ownKey = X509_get0_pubkey(certificate)
        return Certificate(
            der: der, subject: DistinguishedName.text(of: subject), issuer: DistinguishedName.text(of: issuer),
            version: Int(X509_get_version(certificate)) &+ 1, notBefore: notBefore, notAfter: notAfter,
            key: publicKey(of: certificate), signature: signatureAlgorithm(of: certificate),
            commonNames: commonNames(in: subject), subjectAltNames: subjectAltNames(of: certificate),
            extendedKeyUsage: extendedKeyUsage(of: certificate), isAuthority: isAuthority(certificate),
            isSelfSigned: NormalizedName.bytes(of: subject) == NormalizedName.bytes(of: issuer)
                && KnownSignature.isOn(certificate) && VerificationKey.isUsable(ownKey)
                && X509_verify(certificate, ownKey) == 1,
            requiresStaple: requiresStaple(certificate), issuerLocations: issuerLocations(of: certificate),
            namesResponder: !locations(NID_ad_OCSP, of: certificate).isEmpty, sha256: Digest.sha256(der),
            publicKeySHA256: Digest.sha256(publicKeyInfo(of: certificate)))
    }

    /// The DER of a certificate.
    static func der(of certificate: OpaquePointer) -> [UInt8]? {
        var encoded: UnsafeMutablePointer<UInt8>?
        let count = i2d_X509(certificate, &encoded)
        defer { shim_OPENSSL_free(encoded) }
        guard count > 0, let encoded else { return nil }
        return Array(UnsafeBufferPointer(start: encoded, count: Int(count)))
    }

    /// The DER of a certificate's SubjectPublicKeyInfo.
    static func publicKeyInfo(of certificate: OpaquePointer) -> [UInt8] {
        var encoded: UnsafeMutablePointer<UInt8>?
        let count = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &encoded)
        defer { shim_OPENSSL_free(encoded) }
        guard count > 0, let encoded else { return [] }
        return Array(UnsafeBufferPointer(start: encoded, count: Int(count)))
    }
}

extension CertificateReader {
    private static func publicKey(of certificate: OpaquePointer) -> Certificate.PublicKey {
        guard let key = X509_get0_pubkey(certificate) else {
            // OpenSSL does not support the curve or the algorithm.
            var algorithm: OpaquePointer?
            X509_PUBKEY_get0_param(&algorithm, nil, nil, nil, X509_get_X509_PUBKEY(certificate))
            return .other(ObjectIdentifiers.name(algorithm))
        }
        let bits = Int(EVP_PKEY_get_bits(key))
        let kind = EVP_PKEY_get_base_id(key)
        switch kind {
        case NID_rsaEncryption: return .rsa(bits: bits)
        case NID_X9_62_id_ecPublicKey:
            guard let curve = VerificationKey.curve(of: key) else { return .other("EC with a curve of its own") }
            guard VerificationKey.isKnown(key) else { return .other("EC on \(curve)") }
            return .ellipticCurve(bits: bits)
        case _: return .other(OBJ_nid2sn(kind).map { String(cString: $0) } ?? "unknown")
        }
    }

    private static func signatureAlgorithm(of certificate: OpaquePointer) -> Certificate.SignatureAlgorithm {
        var digest = NID_undef
        if OBJ_find_sigid_algs(X509_get_signature_nid(certificate), &digest, nil) != 1 || digest == NID_undef {
            // The parameters of RSASSA-PSS name the digest.
            X509_get_signature_info(certificate, &digest, nil, nil, nil)
        }
        var object: OpaquePointer?
        X509_ALGOR_get0(&object, nil, nil, X509_get0_tbs_sigalg(certificate))
        return Certificate.SignatureAlgorithm(name: ObjectIdentifiers.name(object), digest: digests[digest])
    }

    private static let digests: [Int32: Certificate.Digest] = [
        NID_md2: .md2, NID_md4: .md4, NID_md5: .md5, NID_sha1: .sha1, NID_sha224: .sha224, NID_sha256: .sha256,
        NID_sha384: .sha384, NID_sha512: .sha512, NID_md5_sha1: .md5,
    ]

    private static func commonNames(in name: OpaquePointer?) -> [String] {
        var names: [String] = []
        var index = X509_NAME_get_index_by_NID(name, NID_commonName, -1)
        while index >= 0 {
            let value = X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, index))
            var text: UnsafeMutablePointer<UInt8>?
            let count = ASN1_STRING_to_UTF8(&text, value)
            if count >= 0, let text {
                names.append(String(decoding: UnsafeBufferPointer(start: text, count: Int(count)), as: UTF8.self))
                shim_OPENSSL_free(text)
            }
            index = X509_NAME_get_index_by_NID(name, NID_commonName, index)
        }
        return names
    }

    /// The largest number of alternative names that Apple's parser reads; further names are skipped.
    private static let maximumNames = 8192

    /// The names of the extension. One `dNSName` that is not UTF-8, or one `iPAddress` of another length than 4 or 16,
    /// spoils all of them (SecCertificate.c, `appendDNSNamesFromGeneralNames`, `appendIPAddressesFromGeneralNames`).
    private static func subjectAltNames(of certificate: OpaquePointer) -> Certificate.SubjectAltNames? {
        readExtension(NID_subject_alt_name, of: certificate) { value in
            func spoiled(_ fault: Certificate.SubjectAltNames.Fault) -> Certificate.SubjectAltNames {
                Certificate.SubjectAltNames(dnsNames: [], fault: fault)
            }
            guard let value else { return spoiled(.unreadable) }
            var names = Certificate.SubjectAltNames(dnsNames: [])
            let stack = OpaquePointer(value)
            defer { GENERAL_NAMES_free(stack) }
            for element in elements(of: stack).prefix(maximumNames) {
                let name = element.assumingMemoryBound(to: GENERAL_NAME.self).pointee
                switch name.type {
                case GEN_DNS:
                    let bytes = [UInt8](name.d.dNSName)
                    let text = String(decoding: bytes, as: UTF8.self)
                    guard text.utf8.elementsEqual(bytes) else { return spoiled(.dnsName) }
                    names.dnsNames.append(text)
                case GEN_IPADD:
                    let address = [UInt8](name.d.iPAddress)
                    guard [4, 16].contains(address.count) else {
                        return spoiled(.ipAddress(octets: address.count))
                    }
                    names.ipAddresses.append(address)
                case _: break
                }
            }
            return names
        }
    }

    private static func extendedKeyUsage(of certificate: OpaquePointer) -> [String]? {
        readExtension(NID_ext_key_usage, of: certificate) { value in
            let stack = value.map { OpaquePointer($0) }
            defer { EXTENDED_KEY_USAGE_free(stack) }
            return elements(of: stack).map { ObjectIdentifiers.dotted(OpaquePointer($0)) }
        }
    }

    private static func isAuthority(_ certificate: OpaquePointer) -> Bool? {
        readExtension(NID_basic_constraints, of: certificate) { value in
            let constraints = value?.assumingMemoryBound(to: BASIC_CONSTRAINTS.self)
            defer { BASIC_CONSTRAINTS_free(constraints) }
            return constraints.map { $0.pointee.ca != 0 } ?? false
        }
    }

    private static func requiresStaple(_ certificate: OpaquePointer) -> Bool {
        let statusRequest = 5
        return readExtension(NID_tlsfeature, of: certificate) { value in
            let stack = value.map { OpaquePointer($0) }
            defer { TLS_FEATURE_free(stack) }
            return elements(of: stack).contains {
                ASN1_INTEGER_get($0.assumingMemoryBound(to: ASN1_INTEGER.self)) == statusRequest
            }
        } ?? false
    }

    /// The largest number of addresses of issuers that are read.
    private static let maximumIssuerLocations = 4

    private static func issuerLocations(of certificate: OpaquePointer) -> [String]? {
        let locations = locations(NID_ad_ca_issuers, of: certificate)
        return locations.isEmpty ? nil : Array(locations.prefix(maximumIssuerLocations))
    }

    /// The URIs of an access method in the authority information access, among the first 64 descriptions.
    private static func locations(_ method: Int32, of certificate: OpaquePointer) -> [String] {
        readExtension(NID_info_access, of: certificate) { value -> [String] in
            let stack = value.map { OpaquePointer($0) }
            defer { AUTHORITY_INFO_ACCESS_free(stack) }
            return elements(of: stack).prefix(64).compactMap { element -> String? in
                let description = element.assumingMemoryBound(to: ACCESS_DESCRIPTION.self).pointee
                guard OBJ_obj2nid(description.method) == method, let name = description.location,
                    name.pointee.type == GEN_URI
                else { return nil }
                return String(decoding: [UInt8](name.pointee.d.uniformResourceIdentifier), as: UTF8.self)
            }
        } ?? []
    }

    /// Reads an extension; nil if it is absent. `read` receives nil if the extension is duplicate or cannot be parsed,
    /// else a value that it must free.
    private static func readExtension<Value>(
        _ identifier: Int32, of certificate: OpaquePointer, read: (UnsafeMutableRawPointer?) -> Value
    ) -> Value? {
        let absent: Int32 = -1
        var status: Int32 = 0
        let value = X509_get_ext_d2i(certificate, identifier, &status, nil)
        return value == nil && status == absent ? nil : read(value)
    }
}
