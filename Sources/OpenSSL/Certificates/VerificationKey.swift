import COpenSSL

/// The public keys with which Apple's evaluator verifies signatures, and the cost of a verification.
///
/// A hostile certificate can choose its key. The kind of the key is therefore looked at before any arithmetic: a check
/// with a key on `sect571r1` takes a hundred times as long as one on P-256.
enum VerificationKey {
    /// The largest length of a public exponent in bits, the limit of FIPS 186-5 §A.1.1 and, for public CAs, of the
    /// Baseline Requirements §6.1.6. With an exponent as long as the modulus, one check takes tens of milliseconds.
    private static let maximumExponentBits = 256

    /// The named curves that Apple's keys have, with the cost of one check in units of a check on P-256 (SecECKey.m,
    /// `getCPForPublicSize`: `ccec_keysize_is_supported`). All others are unknown there: those of Brainpool, secp256k1,
    /// binary curves, and curves given by their parameters.
    private static let curves: [String: Int] = [
        SN_X9_62_prime192v1: 2, SN_secp224r1: 1, SN_X9_62_prime256v1: 1, SN_secp384r1: 6, SN_secp521r1: 5,
    ]

    /// Whether a signature can be checked with the key in reasonable time.
    static func isUsable(_ key: OpaquePointer?) -> Bool {
        isKnown(key) && exponentBits(of: key) <= maximumExponentBits
    }

    /// Whether Apple's evaluator knows keys of this kind: RSA (not the kind that is only for RSASSA-PSS), and elliptic
    /// curves of its list with an uncompressed point (`ccec_x963_import_pub_size`).
    static func isKnown(_ key: OpaquePointer?) -> Bool {
        guard let key else { return false }
        let kind = EVP_PKEY_get_base_id(key)
        if kind == NID_rsaEncryption { return true }
        return kind == NID_X9_62_id_ecPublicKey && curve(of: key).map { curves[$0] != nil } ?? false
            && isUncompressed(key)
    }

    /// The cost of checking one signature with a key, in units of a check with an ordinary key.
    ///
    /// For RSA the cost grows with the square of the modulus length and with the length of the public exponent, of
    /// which 65537 has 17 bits. A hostile certificate can choose both. OpenSSL refuses a modulus of more than 16384
    /// bits. Curves have the costs that `openssl speed` measures; with a key that Apple's evaluator does not know,
    /// nothing is checked.
    static func cost(of key: OpaquePointer?) -> Int {
        guard let key, isKnown(key) else { return 1 }
        guard EVP_PKEY_get_base_id(key) == NID_rsaEncryption else { return curve(of: key).flatMap { curves[$0] } ?? 1 }
        let bits = Int(EVP_PKEY_get_bits(key))
        // 4096 bits with the exponent 65537 take 0.06 ms.
        let (work, unit) = (bits * bits * max(17, exponentBits(of: key)), 4096 * 4096 * 17)
        return max(1, (work + unit - 1) / unit)
    }

    /// The length of an RSA key's public exponent in bits; 0 for other keys.
    static func exponentBits(of key: OpaquePointer?) -> Int {
        guard let key, [NID_rsaEncryption, NID_rsassaPss].contains(EVP_PKEY_get_base_id(key)) else { return 0 }
        var exponent: OpaquePointer?
        EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_RSA_E, &exponent)
        defer { BN_free(exponent) }
        return exponent.map { Int(BN_num_bits($0)) } ?? 0
    }

    /// The name of an elliptic curve; nil if the key has none, or gives it by its parameters and not by its name.
    /// Parameters do not count even if OpenSSL recognizes those of a named curve (RFC 5480 §2.1.1 forbids them).
    static func curve(of key: OpaquePointer) -> String? {
        guard EVP_PKEY_get_base_id(key) == NID_X9_62_id_ecPublicKey else { return nil }
        var isSpelledOut: Int32 = 0
        EVP_PKEY_get_int_param(key, OSSL_PKEY_PARAM_EC_DECODED_FROM_EXPLICIT_PARAMS, &isSpelledOut)
        guard isSpelledOut == 0 else { return nil }
        var name = [CChar](repeating: 0, count: 64)
        var count = 0
        guard EVP_PKEY_get_group_name(key, &name, name.count, &count) == 1 else { return nil }
        return String(decoding: name.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func isUncompressed(_ key: OpaquePointer) -> Bool {
        var form = [CChar](repeating: 0, count: 32)
        var count = 0
        let name = OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT
        guard EVP_PKEY_get_utf8_string_param(key, name, &form, form.count, &count) == 1 else { return true }
        return String(decoding: form.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) == "uncompressed"
    }
}
