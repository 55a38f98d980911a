/// Why bytes of a tunnel could not be read. A fact, never an error: such bytes are passed on unchanged.
public enum Unparsed: Hashable, Sendable {
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
    /// A record without content where RFC 8446 §5.1 forbids it.
    case emptyRecord
    /// A message longer than is kept here, in bytes.
    case messageTooLong(HandshakeType, Int)
    /// A message whose parts do not fill it as they should.
    case malformed(HandshakeType)
    /// A message of a known kind that has no place here: a second one, or one of the other side.
    case unexpected(HandshakeType)
    /// A server's key exchange under a cipher suite whose kind of exchange we do not know.
    case unknownKeyExchange
    /// An alert of no known level.
    case malformedAlert
    /// More alerts than anyone sends.
    case tooManyAlerts
    /// A record of another type between the parts of one handshake message (RFC 8446 §5.1).
    case interleaved
    /// A hello or a server's flight that took more bytes on the wire than may be held back.
    case flightTooLong
    /// The bytes ended inside a record or a message.
    case truncated

    /// The reason, to go behind "could not be read: ".
    public var prose: String {
        switch self {
        case .notTLS: return "the server's answer is no TLS"
        case .ssl2: return "the server answered in SSL 2.0"
        case .recordType(let type): return "a record of the unknown type \(type)"
        case .recordVersion(let version): return "a record of the unknown version 0x\(String(version, radix: 16))"
        case .recordLength(let length): return "a record of \(length) bytes is longer than TLS allows"
        case .emptyRecord: return "an empty record"
        case .messageTooLong(let type, let length): return "a \(type.name) of \(length) bytes is too long to be kept"
        case .malformed(let type): return "a malformed \(type.name)"
        case .unexpected(let type): return "a \(type.name) out of turn"
        case .unknownKeyExchange: return "the key exchange of an unknown cipher suite"
        case .malformedAlert: return "a malformed alert"
        case .tooManyAlerts: return "too many alerts"
        case .interleaved: return "another record inside a handshake message"
        case .flightTooLong: return "a handshake in too many bytes"
        case .truncated: return "the bytes end inside a message"
        }
    }
}
