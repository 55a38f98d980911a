import COpenSSL

/// A private key; owns an `EVP_PKEY`.
final class PrivateKey {
    /// The `EVP_PKEY`.
    let pointer: OpaquePointer

    /// Reads the first private key of a PEM file, in any of the forms that OpenSSL writes (PKCS #8, PKCS #1, SEC 1).
    init(pem: [UInt8], named file: String) throws(PEMError) {
        let text = String(decoding: pem, as: UTF8.self)
        guard !text.contains("BEGIN ENCRYPTED PRIVATE KEY"), !text.contains("Proc-Type: 4,ENCRYPTED") else {
            throw PEMError(
                text: "the key in \(file) is protected by a passphrase; give one without, which openssl pkey writes.")
        }
        guard text.contains("PRIVATE KEY-----") else {
            throw PEMError(text: "\(file) holds no private key in PEM (-----BEGIN PRIVATE KEY-----).")
        }
        guard pem.count <= PEMFile.maximumBytes, let input = pem.withUnsafeBytes({ InputBIO.copying($0) }) else {
            throw PEMError(text: "\(file) cannot be read; it should be a PEM file with a private key.")
        }
        defer { BIO_free(input) }
        OpenSSLError.emptyQueue()
        // Without a callback, OpenSSL would ask for a passphrase on the terminal.
        guard let key = PEM_read_bio_PrivateKey(input, nil, { _, _, _, _ in -1 }, nil) else {
            let reason = OpenSSLError.takeQueue().text
            throw PEMError(text: "the private key in \(file) cannot be read (\(reason)); replace it.")
        }
        pointer = key
    }

    /// Reads a key in DER.
    init(der: [UInt8]) throws(OpenSSLError) {
        OpenSSLError.emptyQueue()
        let key = der.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            return d2i_AutoPrivateKey(nil, &position, buffer.count)
        }
        guard let key else { throw OpenSSLError.takeQueue() }
        pointer = key
    }

    deinit {
        EVP_PKEY_free(pointer)
    }

    /// The key in DER; nil for a kind of key that cannot be written.
    var der: [UInt8]? {
        var encoded: UnsafeMutablePointer<UInt8>?
        let count = i2d_PrivateKey(pointer, &encoded)
        defer { shim_OPENSSL_free(encoded) }
        guard count > 0, let encoded else { return nil }
        return Array(UnsafeBufferPointer(start: encoded, count: Int(count)))
    }
}
