import COpenSSL
import Harness

/// A client or server of OpenSSL in memory, which checks nothing and agrees to everything.
final class Endpoint {
    enum Role {
        case client(name: String)
        case server
    }

    private let context: OpaquePointer
    private let ssl: OpaquePointer
    private let incoming: OpaquePointer
    private let outgoing: OpaquePointer
    private var hasFailed = false

    init?(_ role: Role, newest: Int32) {
        guard let context = SSL_CTX_new(TLS_method()) else { return nil }
        self.context = context
        SSL_CTX_set_security_level(context, 0)
        guard SSL_CTX_set_cipher_list(context, "ALL:@SECLEVEL=0") == 1,
            shim_SSL_CTX_set_min_proto_version(context, 0x0301) == 1,
            shim_SSL_CTX_set_max_proto_version(context, newest) == 1, let ssl = SSL_new(context),
            let incoming = BIO_new(BIO_s_mem()), let outgoing = BIO_new(BIO_s_mem())
        else { return nil }
        self.ssl = ssl
        self.incoming = incoming
        self.outgoing = outgoing
        SSL_set_bio(ssl, incoming, outgoing)
        switch role {
        case .client(let name):
            guard shim_SSL_set_tlsext_host_name(ssl, name) == 1 else { return nil }
            SSL_set_connect_state(ssl)
        case .server:
            let identity = Identity.shared
            guard SSL_use_certificate(ssl, identity.certificate) == 1, SSL_use_PrivateKey(ssl, identity.key) == 1 else {
                return nil
            }
            SSL_set_accept_state(ssl)
        }
        advance()
    }

    deinit {
        SSL_free(ssl)
        SSL_CTX_free(context)
    }

    /// Whether the handshake succeeded.
    var isFinished: Bool { SSL_is_init_finished(ssl) == 1 && !hasFailed }

    /// Whether the client has accepted a ServerHello.
    var hasAgreed: Bool { isFinished }

    /// The code of the negotiated version.
    var version: UInt16 { UInt16(truncatingIfNeeded: SSL_version(ssl)) }

    /// The code of the negotiated cipher suite.
    var suite: UInt16 { SSL_get_current_cipher(ssl).map { SSL_CIPHER_get_protocol_id($0) } ?? 0 }

    /// The name in the ClientHello that the server accepted.
    var requestedName: String? {
        SSL_is_server(ssl) == 1 ? SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name).map { String(cString: $0) } : nil
    }

    /// The certificate that the client accepted, in DER.
    var peerCertificate: [UInt8]? {
        guard SSL_is_server(ssl) == 0, let certificate = SSL_get0_peer_certificate(ssl) else { return nil }
        var pointer: UnsafeMutablePointer<UInt8>?
        let count = i2d_X509(certificate, &pointer)
        defer { shim_OPENSSL_free(pointer) }
        return count > 0 ? Array(UnsafeBufferPointer(start: pointer, count: Int(count))) : nil
    }

    func receive(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        _ = bytes.withUnsafeBytes { BIO_write(incoming, $0.baseAddress, Int32($0.count)) }
        advance()
    }

    /// The bytes to send now.
    func output() -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16384)
        while true {
            let count = BIO_read(outgoing, &buffer, Int32(buffer.count))
            guard count > 0 else { return bytes }
            bytes += buffer.prefix(Int(count))
        }
    }

    private func advance() {
        ERR_clear_error()
        guard SSL_do_handshake(ssl) != 1 else { return }
        let error = SSL_get_error(ssl, -1)
        if error != SSL_ERROR_WANT_READ, error != SSL_ERROR_WANT_WRITE { hasFailed = true }
    }
}

/// The server's key and its self-signed certificate, stored as addresses and never freed.
private struct Identity: Sendable {
    private let keyAddress: UInt
    private let certificateAddress: UInt

    static let shared = Identity()

    var key: OpaquePointer? { OpaquePointer(bitPattern: keyAddress) }
    var certificate: OpaquePointer? { OpaquePointer(bitPattern: certificateAddress) }

    private init() {
        guard let context = EVP_PKEY_CTX_new_id(NID_rsaEncryption, nil) else {
            preconditionFailure("OpenSSL makes no key")
        }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1,
            EVP_PKEY_CTX_set_rsa_keygen_bits(context, 2048) == 1,
            EVP_PKEY_keygen(context, &key) == 1, let key, let certificate = X509_new(),
            X509_set_version(certificate, 2) == 1, X509_set_pubkey(certificate, key) == 1,
            X509_gmtime_adj(X509_getm_notBefore(certificate), 0) != nil,
            X509_gmtime_adj(X509_getm_notAfter(certificate), 86_400) != nil,
            X509_sign(certificate, key, EVP_sha256()) > 0
        else { preconditionFailure("OpenSSL makes no certificate") }
        keyAddress = UInt(bitPattern: key)
        certificateAddress = UInt(bitPattern: certificate)
    }
}
