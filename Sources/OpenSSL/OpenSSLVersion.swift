import COpenSSL

/// The OpenSSL that the program runs with.
public enum OpenSSLVersion {
    /// Its own words, `OpenSSL 3.0.19 27 Jan 2026`.
    public static var text: String {
        OpenSSL_version(OPENSSL_VERSION).map { String(cString: $0) } ?? "OpenSSL of unknown version"
    }
}
