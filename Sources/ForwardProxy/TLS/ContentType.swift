/// The type of a TLS record (RFC 8446 §5.1, RFC 6520 for heartbeat).
enum ContentType: UInt8 {
    case changeCipherSpec = 20
    case alert = 21
    case handshake = 22
    case applicationData = 23
    case heartbeat = 24
}
