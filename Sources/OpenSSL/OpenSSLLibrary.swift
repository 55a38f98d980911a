import COpenSSL

/// OpenSSL's own state in the process.
public enum OpenSSLLibrary {
    /// Keeps OpenSSL from freeing its state when the process exits. To be called before anything else of OpenSSL.
    ///
    /// Threads are detached, and one that has just ended its work may still free what it had of OpenSSL when the process
    /// exits; with the state gone that crashes (OPENSSL_init_crypto(3), `OPENSSL_INIT_NO_ATEXIT`).
    public static func keepUntilTheEnd() {
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
    }
}
