import COpenSSL

/// Which public keys signatures on certificates are checked with.
enum VerificationKey {
    /// The most bits of a public exponent: no more are permitted by FIPS 186-5 §A.1.1 and, for public CAs, by the Baseline
    /// Requirements §6.1.6. With an exponent as long as its modulus one check takes tens of milliseconds.
    private static let maximumExponentBits = 256

    /// Whether checking a signature with that key takes a reasonable time.
    static func isUsable(_ key: OpaquePointer?) -> Bool { exponentBits(of: key) <= maximumExponentBits }

    /// The length of the public exponent of an RSA key; 0 for any other key.
    static func exponentBits(of key: OpaquePointer?) -> Int {
        guard let key, [NID_rsaEncryption, NID_rsassaPss].contains(EVP_PKEY_get_base_id(key)) else { return 0 }
        var exponent: OpaquePointer?
        EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_RSA_E, &exponent)
        defer { BN_free(exponent) }
        return exponent.map { Int(BN_num_bits($0)) } ?? 0
    }
}
