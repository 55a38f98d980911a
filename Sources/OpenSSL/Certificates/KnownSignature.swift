import COpenSSL

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
