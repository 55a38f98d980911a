import COpenSSL

/// Hash functions.
public enum Digest {
    /// SHA-256 (FIPS 180-4) of the bytes, 32 bytes.
    public static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { digest, count in
            SHA256(bytes, bytes.count, digest.baseAddress)
            count = Int(SHA256_DIGEST_LENGTH)
        }
    }
}
