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

/// SHA-256 (FIPS 180-4) of bytes that come in pieces.
public final class RunningDigest {
    private let context: OpaquePointer

    /// Creates the digest of an empty input. Throws an error if there is no memory for it.
    public init() throws(OpenSSLError) {
        guard let context = EVP_MD_CTX_new() else { throw OpenSSLError.takeQueue() }
        self.context = context
        guard EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else { throw OpenSSLError.takeQueue() }
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    /// Appends bytes. Throws an error if OpenSSL refuses them.
    public func append(_ bytes: UnsafeBufferPointer<UInt8>) throws(OpenSSLError) {
        guard EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1 else { throw OpenSSLError.takeQueue() }
    }

    /// The digest of all bytes so far, 32 bytes. Further bytes may follow. Throws an error if there is no memory for
    /// it.
    public func value() throws(OpenSSLError) -> [UInt8] {
        guard let copy = EVP_MD_CTX_new() else { throw OpenSSLError.takeQueue() }
        defer { EVP_MD_CTX_free(copy) }
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        guard EVP_MD_CTX_copy_ex(copy, context) == 1, EVP_DigestFinal_ex(copy, &digest, nil) == 1 else {
            throw OpenSSLError.takeQueue()
        }
        return digest
    }
}
