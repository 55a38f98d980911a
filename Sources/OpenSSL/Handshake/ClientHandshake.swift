import COpenSSL
import InternetNames
import TransportSecurity

/// One TLS client handshake in memory: bytes of the server go in, bytes for the server and at last facts come out.
///
/// Owns an `SSL`. Lives on one event loop; whoever owns the connection feeds it, sends what it asks for, and hangs up
/// once the state is not `wantsMore`. Nothing is verified and nothing is judged here.
public final class ClientHandshake {
    /// What to send, and how the handshake stands.
    public struct Output {
        /// Bytes to send to the server now; also at the end, where they carry our last flight or our alert.
        public var bytes: [UInt8]
        /// How the handshake stands after that.
        public var state: State
    }

    /// How a handshake stands.
    public enum State: Hashable, Sendable {
        /// It waits for bytes of the server.
        case wantsMore
        /// The server showed what it has. A handshake broken off after a client certificate was asked for, which we
        /// do not have, is here, too, with `isComplete` false: only once the server had proven its key, or where RSA key
        /// transport leaves it no way to.
        case done(Handshake)
        /// There is no handshake. The facts that were seen until then, if the server sent its hello.
        case failed(HandshakeFailure, partial: Handshake?)
    }

    /// The most that is accepted of a server before its handshake is finished, in bytes.
    public static let maximumBytes = 256 * 1024

    private let ssl: OpaquePointer
    private let incoming: OpaquePointer
    private let outgoing: OpaquePointer
    private let settings: OfferSettings
    private let offer: Offer
    private var transcript = HandshakeTranscript()
    private var state = State.wantsMore
    /// The first bytes of the server, until there are enough of them to tell whether they are TLS.
    private var beginning: [UInt8] = []
    private var byteCount = 0

    /// A handshake that will make this offer to that host. Throws where OpenSSL lacks memory or knows no part of the
    /// offer, which is our fault, never the server's.
    public init(offer: Offer, host: Host, context: ClientContext) throws(OpenSSLError) {
        let settings = try context.settings(for: offer)
        OpenSSLError.emptyQueue()
        guard let ssl = SSL_new(settings.pointer) else { throw OpenSSLError.takeQueue() }
        let buffers = (BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()))
        guard let incoming = buffers.0, let outgoing = buffers.1 else {
            BIO_free(buffers.0)
            BIO_free(buffers.1)
            SSL_free(ssl)
            throw OpenSSLError.takeQueue()
        }
        SSL_set_bio(ssl, incoming, outgoing)  // From here on the SSL owns both.
        self.settings = settings
        self.offer = offer
        self.ssl = ssl
        self.incoming = incoming
        self.outgoing = outgoing
        try askForEvidence(of: host)
        listen()
    }

    deinit {
        SSL_free(ssl)
    }

    /// Begins: the ClientHello.
    public func start() -> Output {
        advance()
    }

    /// Takes bytes that the server sent.
    public func receive(_ bytes: [UInt8]) -> Output {
        guard state == .wantsMore, !bytes.isEmpty else { return Output(bytes: [], state: state) }
        byteCount += bytes.count
        guard byteCount <= Self.maximumBytes else {
            return end(.malformed("more than \(Self.maximumBytes / 1024) KiB before the end of the handshake"))
        }
        if beginning.count < 2 {
            beginning += bytes.prefix(2 - beginning.count)
            guard Self.mayBeginTLS(beginning) else { return end(.notTLS) }
        }
        let written = bytes.withUnsafeBytes { BIO_write(incoming, $0.baseAddress, Int32(truncatingIfNeeded: $0.count)) }
        guard written == bytes.count else { return end(.malformed(OpenSSLError.takeQueue().text)) }
        return advance()
    }

    /// Takes note that the server closed or reset the connection.
    public func finish() -> Output {
        end(.closed)
    }

    /// Takes note that the time is up.
    public func timeOut() -> Output {
        end(.timedOut)
    }
}

extension ClientHandshake {
    /// What OpenSSL made of the server's certificates, leaf first; owned by the `SSL`.
    var parsedCertificates: [OpaquePointer] {
        elements(of: SSL_get_peer_cert_chain(ssl)).map { OpaquePointer($0) }
    }

    /// SNI (RFC 6066 §3: no address, no trailing dot), a staple, and certificate timestamps. OpenSSL sends the
    /// extension of RFC 6962 only where a callback wants to see what comes back; ours has nothing to say.
    private func askForEvidence(of host: Host) throws(OpenSSLError) {
        if case .name(let name) = host {
            let serverName = name.hasSuffix(".") ? String(name.dropLast()) : name
            guard shim_SSL_set_tlsext_host_name(ssl, serverName) == 1 else { throw OpenSSLError.takeQueue() }
        }
        guard shim_SSL_request_ocsp_staple(ssl) == 1, SSL_set_ct_validation_callback(ssl, { _, _, _ in 1 }, nil) == 1
        else { throw OpenSSLError.takeQueue() }
        SSL_set_connect_state(ssl)
    }

    /// Has every handshake message of the server shown to us, before OpenSSL itself looks into it.
    private func listen() {
        shim_SSL_set_msg_callback_arg(ssl, Unmanaged.passUnretained(self).toOpaque())
        SSL_set_msg_callback(ssl) { isOurs, _, contentType, bytes, count, _, argument in
            guard isOurs == 0, contentType == SSL3_RT_HANDSHAKE, let bytes, let argument else { return }
            let message = Array(UnsafeRawBufferPointer(start: bytes, count: count))
            Unmanaged<ClientHandshake>.fromOpaque(argument).takeUnretainedValue().transcript.receive(message: message)
        }
    }

    /// A record of TLS begins with its type, here `alert` or `handshake`, and the major version 3 (RFC 8446 §5.1).
    private static func mayBeginTLS(_ bytes: [UInt8]) -> Bool {
        let alert: UInt8 = 21
        let handshake: UInt8 = 22
        return zip(bytes, [[alert, handshake], [3]]).allSatisfy { $1.contains($0) }
    }

    private func advance() -> Output {
        guard state == .wantsMore else { return Output(bytes: [], state: state) }
        switch step() {
        case .finished:
            guard let handshake = transcript.handshake(answering: offer, isComplete: true) else {
                return end(.malformed("no ServerHello"))
            }
            state = .done(handshake)
        case .wantsMore:
            break
        case .failed(let failure):
            return end(failure)
        }
        return Output(bytes: pendingBytes(), state: state)
    }

    private enum Step {
        case finished
        case wantsMore
        case failed(HandshakeFailure)
    }

    private func step() -> Step {
        OpenSSLError.emptyQueue()
        let result = SSL_do_handshake(ssl)
        if result == 1 { return .finished }
        switch SSL_get_error(ssl, result) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE:
            return .wantsMore
        case SSL_ERROR_ZERO_RETURN:
            return .failed(.closed)
        case _:
            let alert = shim_ERR_alert_number(ERR_peek_error())
            let text = OpenSSLError.takeQueue().text
            return .failed(UInt8(exactly: alert).map { .alert($0) } ?? .malformed(text))
        }
    }

    /// A server that wanted a certificate of ours and broke off has shown what we came for; that is no failure. One that
    /// broke off before it had proven its key has not: its chain may be anybody's.
    private func end(_ failure: HandshakeFailure) -> Output {
        guard state == .wantsMore else { return Output(bytes: [], state: state) }
        let partial = transcript.handshake(answering: offer, isComplete: false)
        state = .failed(failure, partial: partial)
        if let partial, transcript.requestsClientCertificate, transcript.hasCertificates,
            partial.isKeyProven || partial.cipherSuite.usesRSAKeyTransport
        {
            switch failure {
            case .alert, .closed, .timedOut: state = .done(partial)
            case .notTLS, .malformed: break
            }
        }
        return Output(bytes: pendingBytes(), state: state)
    }

    private func pendingBytes() -> [UInt8] {
        let pending = BIO_ctrl_pending(outgoing)
        guard pending > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: pending) { buffer, count in
            count = max(0, Int(BIO_read(outgoing, buffer.baseAddress, Int32(truncatingIfNeeded: buffer.count))))
        }
    }
}
