import COpenSSL

/// A certificate of a signer, or of an issuer in the signer's chain; owns an `X509`.
///
/// The certificate lives in the library context of the process, since the one for servers' certificates has no private
/// keys.
final class SigningCertificate {
    /// The `X509`.
    let pointer: OpaquePointer

    /// Reads a certificate in DER.
    init(der: [UInt8]) throws(OpenSSLError) {
        OpenSSLError.emptyQueue()
        let parsed = der.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            return d2i_X509(nil, &position, buffer.count)
        }
        guard let parsed else { throw OpenSSLError.takeQueue() }
        pointer = parsed
    }

    deinit {
        X509_free(pointer)
    }

    /// Whether the certificate is for the public half of a key.
    func matches(_ key: PrivateKey) -> Bool {
        defer { OpenSSLError.emptyQueue() }
        return X509_check_private_key(pointer, key.pointer) == 1
    }
}
