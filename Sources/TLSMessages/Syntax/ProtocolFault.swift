/// A violation of the TLS protocol in the bytes of a connection, or a reason why they cannot be read.
public enum ProtocolFault: Hashable, Sendable, CustomStringConvertible {
    /// The server answered a ClientHello in another protocol.
    case notTLS
    /// The server answered in SSL 2.0, which is not read.
    case ssl2
    /// A record of a type that TLS does not define.
    case recordType(UInt8)
    /// A record of another major version than 3.
    case recordVersion(UInt16)
    /// A record longer than its limit (RFC 8446 §5.1 and §5.2, RFC 5246 §6.2.3), in bytes.
    case recordLength(Int)
    /// More empty records and messages than any implementation sends.
    case tooManyEmptyRecords
    /// A record of a type that is not allowed in this state, such as application data before Finished.
    case unexpectedRecord(ContentType)
    /// A message longer than any implementation accepts, in bytes.
    case messageTooLong(HandshakeType, Int)
    /// A message whose parts do not fill it exactly.
    case malformed(HandshakeType)
    /// A message that is not allowed in this state.
    case unexpected(HandshakeType)
    /// An extension that a verdict depends on and that is malformed or repeated (RFC 8446 §4.2).
    case malformedExtension(HandshakeType, ExtensionType)
    /// A ServerHello of an unknown version.
    case unknownVersion(UInt16)
    /// A server's flight without a certificate, under a cipher suite that requires one (RFC 5246 §7.4.2).
    case withoutCertificate
    /// The resumption of a session, although the client offered none (RFC 5246 §7.4.1.3).
    case resumptionNotOffered
    /// A ServerKeyExchange under a cipher suite whose form of the message is unknown.
    case unknownKeyExchange
    /// An alert of an unknown level, or one that is not whole in its record.
    case malformedAlert
    /// A ChangeCipherSpec of another size than one byte.
    case malformedChangeCipherSpec
    /// More alerts than any implementation sends.
    case tooManyAlerts
    /// Anything other than an alert after an alert that closes the connection (RFC 8446 §6.1).
    case afterClosure
    /// A record of another type between the parts of one handshake message (RFC 8446 §5.1).
    case interleaved
    /// A hello or a server's flight of more bytes on the wire than `TLSInspector.heldBackLimit`.
    case flightTooLong
    /// A message that was not whole at its deadline.
    case tooSlow
    /// The end of the bytes inside a record or a message.
    case truncated

    /// The fault as a noun phrase, to follow "could not be read as TLS: ".
    public var description: String {
        switch self {
        case .notTLS: return "an answer that is no TLS"
        case .ssl2: return "an answer in SSL 2.0"
        case .recordType(let type): return "a record of the unknown type \(type)"
        case .recordVersion(let version): return "a record of the unknown version 0x\(String(version, radix: 16))"
        case .recordLength(let length): return "a record of \(length) bytes, which is longer than TLS allows"
        case .tooManyEmptyRecords: return "too many empty records"
        case .unexpectedRecord(let type): return "\(type.phrase) before the handshake allows it"
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
    /// The type as a noun phrase.
    fileprivate var phrase: String {
        switch self {
        case .changeCipherSpec: return "a change_cipher_spec"
        case .alert: return "an alert"
        case .handshake: return "a handshake message"
        case .applicationData: return "application data"
        case .heartbeat: return "a heartbeat"
        }
    }
}
