/// One question to a name server, with the identifier that its answer must have.
public struct DNSQuestion: Hashable, Sendable {
    /// The identifier, which must be random (RFC 5452 §4.3).
    public var id: UInt16
    /// The name that is asked for.
    public var name: DNSName
    /// The type of the records that are asked for.
    public var type: DNSRecordType

    /// Creates a question.
    public init(id: UInt16, name: DNSName, type: DNSRecordType = .https) {
        (self.id, self.name, self.type) = (id, name, type)
    }

    /// The message: a standard query that desires recursion (RFC 1035 §4.1.1), in the class of the Internet.
    public var message: [UInt8] {
        let header = [id, 0x0100, 1, 0, 0, 0].flatMap { Self.bytes($0) }
        return header + name.bytes + Self.bytes(type.rawValue) + Self.bytes(Self.internet)
    }

    /// The class `IN`.
    static let internet: UInt16 = 1

    private static func bytes(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }
}

/// The types of records that are read.
public enum DNSRecordType: UInt16, Sendable {
    /// Another name for the owner (RFC 1035 §3.3.1).
    case cname = 5
    /// The services of an HTTP origin (RFC 9460 §9).
    case https = 65
}
