import CCertificateLibrary
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

/// The version of the OpenSSL library in use.
public enum OpenSSLVersion {
    /// OpenSSL's own text, such as `OpenSSL 3.0.19 27 Jan 2026`.
    public static var text: String {
        OpenSSL_version(OPENSSL_VERSION).map { String(cString: $0) } ?? "OpenSSL of unknown version"
    }

    /// The number, such as `3.0.19`.
    public static var number: String {
        OpenSSL_version(OPENSSL_VERSION_STRING).map { String(cString: $0) } ?? "unknown"
    }

    /// Whether OpenSSL is a part of the program. If so, updates of the system do not reach it.
    public static var isInProgram: Bool { openssl_is_in_program() == 1 }
}
