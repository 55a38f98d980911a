import COpenSSL
import OpenSSL
import TransportSecurity

/// A TLS server in memory, for handshakes without a socket; owns an `SSL_CTX` and an `SSL`.
final class MemoryServer {
    struct Settings {
        var newest = TLSVersion.tls1_3
        var oldest = TLSVersion.tls1_0
        /// Suites up to TLS 1.2, with OpenSSL's names.
        var suites = "ALL"
        var groups = "X25519:P-256:P-384"
        var chain: [TestIdentity] = []
        var demandsClientCertificate = false
        var applicationProtocol: String?
        var staple: [UInt8]?
        /// The body of the extension `signed_certificate_timestamp`.
        var timestamps: [UInt8]?
    }

    /// The settings for OpenSSL's callbacks.
    private final class Answers {
        let settings: Settings

        init(_ settings: Settings) {
            self.settings = settings
        }
    }

    private let answers: Answers
    private let context: OpaquePointer
    private let ssl: OpaquePointer
    private let incoming: OpaquePointer
    private let outgoing: OpaquePointer

    init(_ identity: TestIdentity, _ settings: Settings = Settings()) throws {
        answers = Answers(settings)
        context = try required(SSL_CTX_new(TLS_server_method()))
        SSL_CTX_set_security_level(context, 0)
        _ = shim_SSL_CTX_set_min_proto_version(context, Int32(settings.oldest.rawValue))
        _ = shim_SSL_CTX_set_max_proto_version(context, Int32(settings.newest.rawValue))
        _ = shim_SSL_CTX_set1_groups_list(context, settings.groups)
        guard SSL_CTX_set_cipher_list(context, settings.suites + ":@SECLEVEL=0") == 1,
            SSL_CTX_use_certificate(context, identity.certificate) == 1,
            SSL_CTX_use_PrivateKey(context, identity.key.pointer) == 1
        else { throw TestAuthorityError(text: "MemoryServer") }
        if settings.demandsClientCertificate {
            SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
        }
        Self.answerExtensions(context, answers)
        ssl = try required(SSL_new(context))
        incoming = try required(BIO_new(BIO_s_mem()))
        outgoing = try required(BIO_new(BIO_s_mem()))
        SSL_set_bio(ssl, incoming, outgoing)
        SSL_set_accept_state(ssl)
        for certificate in settings.chain {
            _ = SSL_ctrl(ssl, SSL_CTRL_CHAIN_CERT, 1, UnsafeMutableRawPointer(certificate.certificate))
        }
        if let staple = settings.staple { answerStatusRequest(staple) }
    }

    deinit {
        SSL_free(ssl)
        SSL_CTX_free(context)
    }

    /// The server name in the client's hello.
    var serverName: String? {
        SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name).map { String(cString: $0) }
    }

    /// Receives bytes of the client, and returns the server's answer.
    func receive(_ bytes: [UInt8]) -> [UInt8] {
        if !bytes.isEmpty { BIO_write(incoming, bytes, Int32(bytes.count)) }
        ERR_clear_error()
        SSL_do_handshake(ssl)
        ERR_clear_error()
        return pendingBytes
    }

    /// Encrypts text for the client.
    func send(_ text: [UInt8]) -> [UInt8] {
        SSL_write(ssl, text, Int32(text.count))
        return pendingBytes
    }

    /// Decrypts bytes of the client.
    func read(_ bytes: [UInt8]) -> [UInt8] {
        BIO_write(incoming, bytes, Int32(bytes.count))
        var text = [UInt8](repeating: 0, count: 65_536)
        let count = SSL_read(ssl, &text, Int32(text.count))
        ERR_clear_error()
        return Array(text.prefix(max(0, Int(count))))
    }

    /// Ends the output, and returns the close_notify.
    func close() -> [UInt8] {
        SSL_shutdown(ssl)
        return pendingBytes
    }

    /// Asks the client for another handshake, up to TLS 1.2.
    func renegotiate() -> [UInt8] {
        SSL_renegotiate(ssl)
        SSL_do_handshake(ssl)
        ERR_clear_error()
        return pendingBytes
    }

    private var pendingBytes: [UInt8] {
        let pending = BIO_ctrl_pending(outgoing)
        guard pending > 0 else { return [] }
        var answer = [UInt8](repeating: 0, count: pending)
        BIO_read(outgoing, &answer, Int32(pending))
        return answer
    }

    private static func answerExtensions(_ context: OpaquePointer, _ answers: Answers) {
        let argument = Unmanaged.passUnretained(answers).toOpaque()
        SSL_CTX_set_alpn_select_cb(
            context,
            { _, output, outputCount, offered, offeredCount, argument in
                guard let argument, let offered, let output, let outputCount else { return SSL_TLSEXT_ERR_NOACK }
                let answers = Unmanaged<Answers>.fromOpaque(argument).takeUnretainedValue()
                guard let wanted = answers.settings.applicationProtocol else { return SSL_TLSEXT_ERR_NOACK }
                var index = 0
                while index < Int(offeredCount) {
                    let count = Int(offered[index])
                    let name = UnsafeBufferPointer(start: offered + index + 1, count: count)
                    if String(decoding: name, as: UTF8.self) == wanted {
                        output.pointee = offered + index + 1
                        outputCount.pointee = UInt8(count)
                        return SSL_TLSEXT_ERR_OK
                    }
                    index += 1 + count
                }
                return SSL_TLSEXT_ERR_NOACK
            }, argument)
        guard answers.settings.timestamps != nil else { return }
        let places = SSL_EXT_CLIENT_HELLO | SSL_EXT_TLS1_2_SERVER_HELLO | SSL_EXT_TLS1_3_CERTIFICATE
        SSL_CTX_add_custom_ext(
            context, UInt32(TLSEXT_TYPE_signed_certificate_timestamp), UInt32(places),
            { _, _, _, output, outputCount, _, index, _, argument in
                guard let argument, index == 0 else { return 0 }
                let answers = Unmanaged<Answers>.fromOpaque(argument).takeUnretainedValue()
                let body = answers.settings.timestamps ?? []
                let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: body.count)
                copy.initialize(from: body, count: body.count)
                output?.pointee = UnsafePointer(copy)
                outputCount?.pointee = body.count
                return 1
            },
            { _, _, _, body, _ in body?.deallocate() }, argument, { _, _, _, _, _, _, _, _, _ in 1 }, nil)
    }

    private func answerStatusRequest(_ staple: [UInt8]) {
        let copy = CRYPTO_malloc(staple.count, nil, 0)
        copy?.copyMemory(from: staple, byteCount: staple.count)
        _ = SSL_ctrl(ssl, SSL_CTRL_SET_TLSEXT_STATUS_REQ_OCSP_RESP, staple.count, copy)
        let answer: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32 = { _, _ in SSL_TLSEXT_ERR_OK }
        SSL_CTX_callback_ctrl(
            context, SSL_CTRL_SET_TLSEXT_STATUS_REQ_CB,
            unsafeBitCast(answer, to: (@convention(c) () -> Void).self))
    }
}

/// Runs client and server until neither sends any more. The server's flights are split into pieces.
func converse(_ client: ClientHandshake, _ server: MemoryServer, piece: Int = .max) -> ClientHandshake.State {
    var output = client.start()
    while true {
        let answer = server.receive(output.bytes)
        guard !answer.isEmpty else { return output.state }
        var toServer: [UInt8] = []
        var rest = answer[...]
        while !rest.isEmpty {
            output = client.receive(Array(rest.prefix(piece)))
            toServer += output.bytes
            rest = rest.dropFirst(piece)
        }
        output.bytes = toServer
        if output.state != .wantsMore {
            _ = server.receive(toServer)
            return output.state
        }
    }
}
