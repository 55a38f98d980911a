/// Why bytes of a tunnel are not TLS that can be judged: they cannot be read, or an endpoint of TLS would not send them
/// here.
public enum ProtocolFault: Hashable, Sendable, CustomStringConvertible {
    /// The server answered a ClientHello with something that is no TLS.
    case notTLS
    /// The server answered in SSL 2.0, which is not read here.
    case ssl2
    /// A record of a type that TLS does not have.
    case recordType(UInt8)
    /// A record of a version that begins with another byte than 3.
    case recordVersion(UInt16)
    /// A record longer than allowed (RFC 8446 §5.1 and §5.2, RFC 5246 §6.2.3), in bytes.
    case recordLength(Int)
    /// More records and messages without content than any implementation sends.
    case tooManyEmptyRecords
    /// A record that has no place here, such as application data before the handshake allows it.
    case unexpectedRecord(ContentType)
    /// A message longer than any implementation accepts, in bytes.
    case messageTooLong(HandshakeType, Int)
    /// A message whose parts do not fill it as they should.
    case malformed(HandshakeType)
    /// A message that has no place here: a second one, one of the other side, or one out of order.
    case unexpected(HandshakeType)
    /// An extension that a verdict needs and that is malformed, or is there twice (RFC 8446 §4.2).
    case malformedExtension(HandshakeType, ExtensionType)
    /// A version agreed on that is not known here.
    case unknownVersion(UInt16)
    /// A flight without a certificate under a cipher suite that needs one.
    case withoutCertificate
    /// A session that is resumed though the client offered none.
    case resumptionNotOffered
    /// A server's key exchange under a cipher suite whose kind of exchange is not known here.
    case unknownKeyExchange
    /// An alert of no known level, or half an alert.
    case malformedAlert
    /// A ChangeCipherSpec of another length than one byte.
    case malformedChangeCipherSpec
    /// More alerts than any implementation sends.
    case tooManyAlerts
    /// Anything but alerts after an alert that closes the connection.
    case afterClosure
    /// A record of another type between the parts of one handshake message (RFC 8446 §5.1).
    case interleaved
    /// A hello or a server's flight that took more bytes on the wire than may be held back.
    case flightTooLong
    /// A message that was not whole when the time for it was up.
    case tooSlow
    /// The bytes ended inside a record or a message.
    case truncated

    /// The reason as a noun phrase, to go behind "could not be read as TLS: ".
    public var description: String {
        switch self {
        case .notTLS: return "an answer that is no TLS"
        case .ssl2: return "an answer in SSL 2.0"
        case .recordType(let type): return "a record of the unknown type \(type)"
        case .recordVersion(let version): return "a record of the unknown version 0x\(String(version, radix: 16))"
        case .recordLength(let length): return "a record of \(length) bytes, which is longer than TLS allows"
        case .tooManyEmptyRecords: return "too many empty records"
        case .unexpectedRecord(let type): return "\(type.prose) before the handshake allows it"
        case .messageTooLong(let type, let length): return "a \(type.name) of \(length) bytes, which is too long"
        case .malformed(let type): return "a malformed \(type.name)"
        case .unexpected(let type): return "a \(type.name) out of turn"
        case .malformedExtension(let type, let name):
            return "a \(type.name) with a malformed or repeated extension \(name.rawValue)"
        case .unknownVersion(let code): return "a server_hello of the unknown version 0x\(String(code, radix: 16))"
        case .withoutCertificate: return "a server's flight without a certificate"
        case .resumptionNotOffered: return "the resumption of a session that the client did not offer"
        case .unknownKeyExchange: return "the key exchange of an unknown cipher suite"
        case .malformedAlert: return "a malformed alert"
        case .malformedChangeCipherSpec: return "a malformed change_cipher_spec"
        case .tooManyAlerts: return "too many alerts"
        case .afterClosure: return "bytes after the alert that closes the connection"
        case .interleaved: return "another record inside a handshake message"
        case .flightTooLong: return "a handshake in too many bytes"
        case .tooSlow: return "a message that was not whole in time"
        case .truncated: return "bytes that end inside a message"
        }
    }
}

extension ContentType {
    fileprivate var prose: String {
        switch self {
        case .changeCipherSpec: return "a change_cipher_spec"
        case .alert: return "an alert"
        case .handshake: return "a handshake message"
        case .applicationData: return "application data"
        case .heartbeat: return "a heartbeat"
        }
    }
}
