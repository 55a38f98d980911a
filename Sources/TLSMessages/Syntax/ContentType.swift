/// The type of a TLS record (RFC 8446 §5.1, RFC 6520 for heartbeat).
public enum ContentType: UInt8, Hashable, Sendable {
    /// `change_cipher_spec`.
    case changeCipherSpec = 20
    /// `alert`.
    case alert = 21
    /// `handshake`.
    case handshake = 22
    /// `application_data`; from TLS 1.3 on the type of every encrypted record.
    case applicationData = 23
    /// `heartbeat`.
    case heartbeat = 24
}
