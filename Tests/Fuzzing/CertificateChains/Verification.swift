import COpenSSL

/// OpenSSL's own path validation, applied to a path that `ChainEvaluator` accepted.
enum Verification {
    /// OpenSSL's error, or nil if it accepts the path. Dates, purposes and key sizes are not checked, because rules
    /// judge them.
    static func objection(to path: [[UInt8]]) -> String? {
        let certificates = path.compactMap(parsed)
        defer { certificates.forEach { X509_free($0) } }
        guard certificates.count == path.count, let leaf = certificates.first, let anchor = certificates.last,
            let store = X509_STORE_new(), let context = X509_STORE_CTX_new(), let others = OPENSSL_sk_new_null()
        else { return nil }
        defer {
            X509_STORE_CTX_free(context)
            X509_STORE_free(store)
            OPENSSL_sk_free(others)
            ERR_clear_error()
        }
        X509_STORE_add_cert(store, anchor)
        for certificate in certificates.dropFirst().dropLast() {
            OPENSSL_sk_push(others, UnsafeMutableRawPointer(certificate))
        }
        guard X509_STORE_CTX_init(context, store, leaf, others) == 1,
            let parameters = X509_STORE_CTX_get0_param(context)
        else { return nil }
        X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_NO_CHECK_TIME | X509_V_FLAG_PARTIAL_CHAIN))
        X509_VERIFY_PARAM_set_auth_level(parameters, 0)
        guard X509_verify_cert(context) != 1 else { return nil }
        return String(cString: X509_verify_cert_error_string(Int(X509_STORE_CTX_get_error(context))))
    }

    private static func parsed(_ der: [UInt8]) -> OpaquePointer? {
        der.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            return d2i_X509(nil, &position, buffer.count)
        }
    }
}
