import COpenSSL
import InternetNames
import TransportSecurity

/// One TLS client handshake in memory, which takes bytes from the server, and returns bytes for the server and at the
/// end the facts.
///
/// Owns an `SSL`, and is used on one event loop. The owner of the connection passes received bytes in, sends the
/// returned ones, and closes the connection once the state is not `wantsMore`. The class verifies no certificate and
/// judges nothing.
public final class ClientHandshake {
    /// The bytes to send, and the state of the handshake.
    public struct Output {
        /// Bytes to send to the server now. At the end of the handshake, this is the last flight or an alert.
        public var bytes: [UInt8]
        /// The state after this step.
        public var state: State
    }

    /// The state of a handshake.
    public enum State: Hashable, Sendable {
        /// More bytes of the server are needed.
        case wantsMore
        /// The facts of the handshake are known.
        ///
        /// `isComplete` is false if the server asked for a client certificate and then ended the handshake, because the
        /// proxy has none. This counts as done only if the server had proven possession of its key before, or if RSA
        /// key transport gives no proof at that point.
        case done(Handshake)
        /// The handshake failed. `partial` has the facts known by then, if the server had sent its hello. If OpenSSL
        /// found a message malformed, `isKeyProven` there means nothing.
        case failed(HandshakeFailure, partial: Handshake?)
    }

    /// The most bytes that are accepted from a server before the handshake is finished.
    public static let maximumBytes = 256 * 1024

    /// The connection, and its buffers of received bytes and of bytes to send, which it owns.
    let ssl: OpaquePointer
    let incoming: OpaquePointer
    private let outgoing: OpaquePointer
    private let settings: OfferSettings
    private let offer: Offer
    private var transcript = HandshakeTranscript()
    private(set) var state = State.wantsMore
    /// The first two bytes of the server, which show whether it speaks TLS.
    private var beginning: [UInt8] = []
    private var byteCount = 0

    /// Creates a handshake that makes an offer to a host.
    ///
    /// - Parameter applicationProtocols: The protocols to offer in place of those of the offer; nil for these.
    /// - Throws: An error if OpenSSL has no memory or supports no suite of the offer. The error says nothing about the
    ///   server.
    public init(
        offer: Offer, host: Host, context: ClientContext, applicationProtocols: [String]? = nil
    ) throws(OpenSSLError) {
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
        if let applicationProtocols { try offerProtocols(applicationProtocols) }
        listen()
    }

    deinit {
        SSL_free(ssl)
    }

    /// Begins the handshake. The output contains the ClientHello.
    public func start() -> Output {
        advance()
    }

    /// Takes bytes from the server.
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

    /// Ends the handshake because the server closed or reset the connection.
    public func finish() -> Output {
        end(.closed)
    }
}

extension ClientHandshake {
    /// The server's certificates as OpenSSL parsed them, leaf first. The `SSL` owns them.
    var parsedCertificates: [OpaquePointer] {
        elements(of: SSL_get_peer_cert_chain(ssl)).map { OpaquePointer($0) }
    }

    /// Adds SNI (RFC 6066 §3: no address, no trailing dot) to the hello, and asks for a stapled OCSP response and
    /// certificate timestamps. OpenSSL sends the extension of RFC 6962 only if a validation callback is set; this one
    /// accepts everything.
    private func askForEvidence(of host: Host) throws(OpenSSLError) {
        if case .name(let name) = host {
            let serverName = name.hasSuffix(".") ? String(name.dropLast()) : name
            guard shim_SSL_set_tlsext_host_name(ssl, serverName) == 1 else { throw OpenSSLError.takeQueue() }
        }
        guard shim_SSL_request_ocsp_staple(ssl) == 1, SSL_set_ct_validation_callback(ssl, { _, _, _ in 1 }, nil) == 1
        else { throw OpenSSLError.takeQueue() }
        SSL_set_connect_state(ssl)
    }

    private func offerProtocols(_ protocols: [String]) throws(OpenSSLError) {
        let list = OfferSettings.protocolList(protocols)
        // Unlike other calls, this one returns 0 on success.
        guard SSL_set_alpn_protos(ssl, list, UInt32(list.count)) == 0 else { throw OpenSSLError.takeQueue() }
    }

    /// Passes each handshake message of the server to the transcript, before OpenSSL itself reads it.
    private func listen() {
        shim_SSL_set_msg_callback_arg(ssl, Unmanaged.passUnretained(self).toOpaque())
        SSL_set_msg_callback(ssl) { isOurs, _, contentType, bytes, count, _, argument in
            guard isOurs == 0, contentType == SSL3_RT_HANDSHAKE, let bytes, let argument else { return }
            let message = Array(UnsafeRawBufferPointer(start: bytes, count: count))
            Unmanaged<ClientHandshake>.fromOpaque(argument).takeUnretainedValue().transcript.receive(message: message)
        }
    }

    /// Whether these can be the first bytes of a TLS record: its type, here `alert` or `handshake`, and the major
    /// version 3 (RFC 8446 §5.1).
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

    /// Ends the handshake. The handshake is done, and not failed, if the server ended it for lack of a client
    /// certificate: the facts are then known. The server must have proven possession of its key before, because anyone
    /// can send a copied chain.
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

    /// Takes the bytes to send out of their buffer.
    func pendingBytes() -> [UInt8] {
        let pending = BIO_ctrl_pending(outgoing)
        guard pending > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: pending) { buffer, count in
            count = max(0, Int(BIO_read(outgoing, buffer.baseAddress, Int32(truncatingIfNeeded: buffer.count))))
        }
    }
}
