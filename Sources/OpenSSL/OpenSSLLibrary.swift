import COpenSSL

/// The process-wide state of OpenSSL.
public enum OpenSSLLibrary {
    /// Keeps OpenSSL from freeing its state when the process exits. Must be called before any other function of
    /// OpenSSL.
    ///
    /// Threads are detached. A thread that ends while the process exits may still free its OpenSSL data, and would
    /// crash if the process-wide state were gone (OPENSSL_init_crypto(3), `OPENSSL_INIT_NO_ATEXIT`).
    public static func disableCleanupAtExit() {
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
    }
}
