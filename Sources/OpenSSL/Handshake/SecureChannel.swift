import COpenSSL

/// The application data of a connection after its client handshake: encrypts sent data, and decrypts received data.
///
/// Owns the handshake and with it the `SSL`. Whoever makes a channel has judged the handshake before. Like the
/// handshake, it works in memory, on the event loop of its owner.
public final class SecureChannel {
    private let handshake: ClientHandshake

    /// The result of decrypting bytes from the server.
    public struct Received {
        /// The decrypted bytes.
        public var content: [UInt8]
        /// Bytes to send to the server, such as an alert or the answer to a key update.
        public var reply: [UInt8]
        /// The state after these bytes.
        public var state: State
    }

    /// The state of the direction from the server.
    public enum State: Hashable, Sendable {
        /// More may follow.
        case open
        /// The server has said that it sends no more (close_notify, RFC 8446 §6.1). Nothing was cut off.
        case closed
        /// The bytes are not genuine, or break the protocol. The text is the library's error.
        case failed(String)
    }

    /// The channel of a handshake; nil unless that is complete.
    public init?(after handshake: ClientHandshake) {
        guard case .done(let facts) = handshake.state, facts.isComplete else { return nil }
        self.handshake = handshake
        // Another handshake would bring certificates that nobody has judged.
        shim_SSL_forbid_renegotiation(handshake.ssl)
    }

    /// The bytes to send to the server for that text; nil if the library refuses, as after a fault.
    public func encrypt(_ text: [UInt8]) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        OpenSSLError.emptyQueue()
        let written = SSL_write(handshake.ssl, text, Int32(truncatingIfNeeded: text.count))
        guard written == text.count else {
            OpenSSLError.emptyQueue()
            return nil
        }
        return handshake.pendingBytes()
    }

    /// Takes bytes from the server.
    public func receive(_ bytes: [UInt8]) -> Received {
        var received = Received(content: [], reply: [], state: .open)
        let count = bytes.withUnsafeBytes {
            BIO_write(handshake.incoming, $0.baseAddress, Int32(truncatingIfNeeded: $0.count))
        }
        if !bytes.isEmpty, count != bytes.count {
            received.state = .failed(OpenSSLError.takeQueue().text)
            return received
        }
        received.state = read(into: &received.content)
        received.reply = handshake.pendingBytes()
        return received
    }

    /// Decrypts everything that has arrived in full.
    private func read(into content: inout [UInt8]) -> State {
        var buffer = [UInt8](repeating: 0, count: Self.recordSize)
        while true {
            OpenSSLError.emptyQueue()
            let count = SSL_read(handshake.ssl, &buffer, Int32(buffer.count))
            if count > 0 {
                content += buffer.prefix(Int(count))
                continue
            }
            switch SSL_get_error(handshake.ssl, count) {
            case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .open
            case SSL_ERROR_ZERO_RETURN: return .closed
            case _: return .failed(OpenSSLError.takeQueue().text)
            }
        }
    }

    /// The most content of one record (RFC 8446 §5.1).
    private static let recordSize = 16_384
}
