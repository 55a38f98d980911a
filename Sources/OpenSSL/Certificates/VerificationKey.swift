import COpenSSL

/// Limits on the public keys that verify certificate signatures.
enum VerificationKey {
    /// The largest length of a public exponent in bits, the limit of FIPS 186-5 §A.1.1 and, for public CAs, of the
    /// Baseline Requirements §6.1.6. With an exponent as long as the modulus, one check takes tens of milliseconds.
    private static let maximumExponentBits = 256

    /// Whether a signature can be checked with the key in reasonable time.
    static func isUsable(_ key: OpaquePointer?) -> Bool { exponentBits(of: key) <= maximumExponentBits }

    /// The length of an RSA key's public exponent in bits; 0 for other keys.
    static func exponentBits(of key: OpaquePointer?) -> Int {
        guard let key, [NID_rsaEncryption, NID_rsassaPss].contains(EVP_PKEY_get_base_id(key)) else { return 0 }
        var exponent: OpaquePointer?
        EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_RSA_E, &exponent)
        defer { BN_free(exponent) }
        return exponent.map { Int(BN_num_bits($0)) } ?? 0
    }
}
