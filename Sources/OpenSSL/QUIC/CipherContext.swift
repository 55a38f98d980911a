import COpenSSL

/// A context of a symmetric cipher; owns an `EVP_CIPHER_CTX`.
final class CipherContext {
    /// The `EVP_CIPHER_CTX`.
    let pointer: OpaquePointer

    /// Creates a context without a cipher; nil if there is no memory for it.
    init?() {
        guard let pointer = EVP_CIPHER_CTX_new() else { return nil }
        self.pointer = pointer
    }

    deinit {
        EVP_CIPHER_CTX_free(pointer)
    }
}
