/// The type of a handshake message, by its number in the IANA registry "TLS HandshakeType" (RFC 8446 §4).
public struct HandshakeType: RawRepresentable, Hashable, Sendable {
    /// The number on the wire.
    public var rawValue: UInt8

    /// The type of that number, which need not be one of those below.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// `hello_request`, up to TLS 1.2.
    public static let helloRequest = HandshakeType(rawValue: 0)
    /// `client_hello`.
    public static let clientHello = HandshakeType(rawValue: 1)
    /// `server_hello`, which a HelloRetryRequest is, too.
    public static let serverHello = HandshakeType(rawValue: 2)
    /// `new_session_ticket`.
    public static let newSessionTicket = HandshakeType(rawValue: 4)
    /// `encrypted_extensions`, from TLS 1.3 on.
    public static let encryptedExtensions = HandshakeType(rawValue: 8)
    /// `certificate`.
    public static let certificate = HandshakeType(rawValue: 11)
    /// `server_key_exchange`, up to TLS 1.2.
    public static let serverKeyExchange = HandshakeType(rawValue: 12)
    /// `certificate_request`.
    public static let certificateRequest = HandshakeType(rawValue: 13)
    /// `server_hello_done`, up to TLS 1.2.
    public static let serverHelloDone = HandshakeType(rawValue: 14)
    /// `certificate_verify`.
    public static let certificateVerify = HandshakeType(rawValue: 15)
    /// `client_key_exchange`, up to TLS 1.2.
    public static let clientKeyExchange = HandshakeType(rawValue: 16)
    /// `certificate_status`, up to TLS 1.2 (RFC 6066 §8).
    public static let certificateStatus = HandshakeType(rawValue: 22)

    /// The registered name, for instance `client_hello`; `message N` for numbers that are not in the table.
    public var name: String {
        Self.names[rawValue] ?? "message \(rawValue)"
    }

    private static let names: [UInt8: String] = [
        0: "hello_request", 1: "client_hello", 2: "server_hello", 4: "new_session_ticket", 11: "certificate",
        12: "server_key_exchange", 13: "certificate_request", 14: "server_hello_done", 15: "certificate_verify",
        16: "client_key_exchange", 20: "finished", 22: "certificate_status", 67: "next_protocol",
    ]
}
