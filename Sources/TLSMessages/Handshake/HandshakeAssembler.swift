/// Assembles handshake messages from the content of records (RFC 8446 §4 and §5.1), however the records split them.
///
/// The assembler keeps the body of an incomplete message only for the types that it is told to keep, and only up to a
/// limit. The bytes of all other messages are counted and dropped.
struct HandshakeAssembler {
    /// A complete message.
    struct Message: Equatable {
        var type: HandshakeType
        /// The size of the body in bytes.
        var length: Int
        /// The body; empty where messages of this type are not kept.
        var body: [UInt8]
    }

    /// The next part of the input.
    enum Element: Equatable {
        /// The whole header of a message whose body has that many bytes, at least one.
        case header(HandshakeType, length: Int)
        /// The end of a message.
        case message(Message)
        /// The message is longer than the limit.
        case fault(ProtocolFault)
    }

    private enum State {
        /// Inside a header, or between two messages. The bytes of the header so far, first byte highest.
        case header(UInt32, count: Int)
        /// Inside the body of a message that is not kept.
        case skipping(HandshakeType, length: Int, remaining: Int)
        /// Inside the body of a message that is kept. The bytes of the body so far.
        case keeping(HandshakeType, length: Int, [UInt8])
    }

    /// The size of a header in bytes.
    private static let headerCount = 4

    /// A bit for each of the types from 0 to 31 whose messages are kept.
    private let keptTypes: UInt32
    private let limit: Int
    private var state = State.header(0, count: 0)

    /// Keeps messages of these types, each with a number below 32, of at most `limit` bytes.
    init(keeping types: [HandshakeType], limit: Int) {
        keptTypes = types.reduce(0) { $0 | 1 << UInt32($1.rawValue) }
        self.limit = limit
    }

    /// Whether the bytes so far end between two messages.
    var isBetweenMessages: Bool {
        switch state {
        case .header(_, let count): return count == 0
        case .skipping, .keeping: return false
        }
    }

    /// Whether the bytes so far end inside the header of a message, or inside a message that is kept.
    var isInsideKeptMessage: Bool {
        switch state {
        case .header(_, let count): return count > 0
        case .skipping: return false
        case .keeping: return true
        }
    }

    /// The memory for an incomplete message, in bytes.
    var bufferedByteCount: Int {
        switch state {
        case .header, .skipping: return 0
        case .keeping(_, _, let body): return body.capacity
        }
    }

    /// The next element between that offset and `end`, or nil at the end of the bytes. Advances the offset past the
    /// element.
    mutating func next(in bytes: Span<UInt8>, at offset: inout Int, end: Int) -> Element? {
        switch state {
        case .header(var header, var count):
            while count < Self.headerCount {
                guard offset < end else {
                    state = .header(header, count: count)
                    return nil
                }
                header = header << 8 | UInt32(bytes[offset])
                count += 1
                offset += 1
            }
            return open(header)
        case .skipping(let type, let length, let remaining):
            let count = min(remaining, end - offset)
            offset += count
            guard count == remaining else {
                state = .skipping(type, length: length, remaining: remaining - count)
                return nil
            }
            return close(type, length, [])
        case .keeping(let type, let length, var body):
            // The array must have one owner while it grows, or each piece would copy it.
            state = .header(0, count: 0)
            let count = min(length - body.count, end - offset)
            bytes.extracting(offset..<offset + count).withUnsafeBufferPointer { body.append(contentsOf: $0) }
            offset += count
            guard body.count == length else {
                state = .keeping(type, length: length, body)
                return nil
            }
            return close(type, length, body)
        }
    }

    private mutating func open(_ header: UInt32) -> Element {
        let type = HandshakeType(rawValue: UInt8(truncatingIfNeeded: header >> 24))
        let length = Int(header & 0xFF_FFFF)
        let isKept = type.rawValue < 32 && keptTypes >> UInt32(type.rawValue) & 1 == 1
        guard !isKept || length <= limit else { return .fault(.messageTooLong(type, length)) }
        // A message without a body is complete with its header.
        guard length > 0 else { return close(type, 0, []) }
        if isKept {
            var body: [UInt8] = []
            // A large length without bytes must not cost memory. Most messages fit, and a longer body grows as its
            // bytes arrive.
            body.reserveCapacity(min(length, 4096))
            state = .keeping(type, length: length, body)
        } else {
            state = .skipping(type, length: length, remaining: length)
        }
        return .header(type, length: length)
    }

    private mutating func close(_ type: HandshakeType, _ length: Int, _ body: [UInt8]) -> Element {
        state = .header(0, count: 0)
        return .message(Message(type: type, length: length, body: body))
    }
}

/// One whole handshake message, split into its type and its body (RFC 8446 §4).
public struct HandshakeMessage: Hashable, Sendable {
    /// The type.
    public let type: HandshakeType
    /// The bytes after the header of four bytes.
    public let body: ArraySlice<UInt8>

    /// Splits a message that begins with its header; nil where the bytes are fewer than the header says.
    public init?(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let type = reader.uint8(), let body = reader.vector(lengthBytes: 3) else { return nil }
        self.type = HandshakeType(rawValue: type)
        self.body = body
    }
}
