import COpenSSL

/// Certificates with replaced keys, each of which names the next one as its issuer and is signed with the issuer's key.
struct SignedChain {
    /// The certificates in DER, leaf first.
    let certificates: [[UInt8]]

    /// Signs the certificates; nil if one of them cannot be parsed or signed.
    init?(_ certificates: [[UInt8]]) {
        let parsed = certificates.compactMap(Self.parsed)
        defer { parsed.forEach { X509_free($0) } }
        guard parsed.count == certificates.count, parsed.count <= Self.keys.count, let last = parsed.last else {
            return nil
        }
        let issuers = parsed.dropFirst() + [last]
        for (index, (certificate, issuer)) in zip(parsed, issuers).enumerated() {
            let signer = Self.keys[min(index + 1, parsed.count - 1)]
            guard X509_set_pubkey(certificate, Self.keys[index].pointer) == 1,
                X509_set_issuer_name(certificate, X509_get_subject_name(issuer)) == 1,
                X509_sign(certificate, signer.pointer, EVP_sha256()) > 0
            else {
                ERR_clear_error()
                return nil
            }
        }
        self.certificates = parsed.map(Self.encoded)
    }

    /// One key for each position in a chain, never freed.
    private static let keys = (0..<12).compactMap { _ in Key() }

    /// An `EVP_PKEY`, stored as an address, which is `Sendable`.
    private struct Key: Sendable {
        private let address: UInt

        init?() {
            guard let context = EVP_PKEY_CTX_new_id(NID_X9_62_id_ecPublicKey, nil) else { return nil }
            defer { EVP_PKEY_CTX_free(context) }
            var key: OpaquePointer?
            guard EVP_PKEY_keygen_init(context) == 1,
                EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1,
                EVP_PKEY_keygen(context, &key) == 1, let key
            else { return nil }
            address = UInt(bitPattern: key)
        }

        var pointer: OpaquePointer? { OpaquePointer(bitPattern: address) }
    }

    private static func parsed(_ der: [UInt8]) -> OpaquePointer? {
        let parsed = der.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            return d2i_X509(nil, &position, buffer.count)
        }
        if parsed == nil { ERR_clear_error() }
        return parsed
    }

    private static func encoded(_ certificate: OpaquePointer) -> [UInt8] {
        var encoded: UnsafeMutablePointer<UInt8>?
        let count = i2d_X509(certificate, &encoded)
        defer { shim_OPENSSL_free(encoded) }
        guard count > 0, let encoded else { return [] }
        return Array(UnsafeBufferPointer(start: encoded, count: Int(count)))
    }
}
