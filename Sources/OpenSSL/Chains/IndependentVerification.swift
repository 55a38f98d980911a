import COpenSSL
import InternetNames
import TransportSecurity

/// OpenSSL's own verification of a chain, in the same way as its program `openssl`.
///
/// Verdicts do not depend on it. An evidence bundle states the results that its commands are expected to have.
public enum IndependentVerification {
    /// The error of `openssl verify -purpose sslserver -partial_chain -attime` for a path; nil if it accepts the path.
    ///
    /// - Parameters:
    ///   - path: The certificates in DER, leaf first.
    ///   - hasAnchor: Whether the last certificate is trusted.
    public static func error(inPath path: [[UInt8]], hasAnchor: Bool, at instant: Instant) -> String? {
        OpenSSLError.emptyQueue()
        defer { OpenSSLError.emptyQueue() }
        let certificates = path.map(certificate)
        defer { for certificate in certificates { X509_free(certificate) } }
        let parsed = certificates.compactMap { $0 }
        guard parsed.count == path.count, let leaf = parsed.first else { return "a certificate cannot be read" }
        guard let store = X509_STORE_new(), let context = X509_STORE_CTX_new(), let others = OPENSSL_sk_new_null()
        else {
            return "there is no memory"
        }
        defer {
            X509_STORE_CTX_free(context)
            X509_STORE_free(store)
            OPENSSL_sk_free(others)
        }
        if hasAnchor, let root = parsed.last { X509_STORE_add_cert(store, root) }
        let issuers = hasAnchor ? parsed.dropFirst().dropLast() : parsed.dropFirst()
        for issuer in issuers { OPENSSL_sk_push(others, UnsafeRawPointer(issuer)) }
        guard X509_STORE_CTX_init(context, store, leaf, others) == 1,
            let parameters = X509_STORE_CTX_get0_param(context)
        else { return OpenSSLError.takeQueue().text }
        X509_VERIFY_PARAM_set_purpose(parameters, X509_PURPOSE_SSL_SERVER)
        X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_PARTIAL_CHAIN))
        X509_VERIFY_PARAM_set_time(parameters, time_t(instant.seconds))
        guard X509_verify_cert(context) != 1 else { return nil }
        return String(cString: X509_verify_cert_error_string(Int(X509_STORE_CTX_get_error(context))))
    }

    /// A stapled OCSP response as `openssl ocsp -resp_text` prints it, at most a megabyte; nil if it cannot be read.
    public static func text(ofOCSPResponse der: [UInt8]) -> String? {
        let parsed = der.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            return d2i_OCSP_RESPONSE(nil, &position, buffer.count)
        }
        defer { OpenSSLError.emptyQueue() }
        guard let parsed else { return nil }
        defer { OCSP_RESPONSE_free(parsed) }
        guard let output = BIO_new(BIO_s_mem()) else { return nil }
        defer { BIO_free(output) }
        guard OCSP_RESPONSE_print(output, parsed, 0) == 1 else { return nil }
        let length = min(BIO_ctrl_pending(output), 1 << 20)
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            count = max(0, Int(BIO_read(output, buffer.baseAddress, Int32(truncatingIfNeeded: length))))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func certificate(_ der: [UInt8]) -> OpaquePointer? {
        der.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            return d2i_X509(nil, &position, buffer.count)
        }
    }
}
