import COpenSSL

/// Makes a BIO that OpenSSL reads bytes from.
enum InputBIO {
    /// A BIO with a copy of the bytes, which the caller frees; nil if there is no memory left.
    static func copying(_ bytes: UnsafeRawBufferPointer) -> OpaquePointer? {
        guard let count = Int32(exactly: bytes.count), let output = BIO_new(BIO_s_mem()) else { return nil }
        guard bytes.isEmpty || BIO_write(output, bytes.baseAddress, count) == count else {
            BIO_free(output)
            return nil
        }
        return output
    }
}
