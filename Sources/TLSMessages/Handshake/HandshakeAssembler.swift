/// Puts handshake messages together from the content of records (RFC 8446 §4), whichever way they were cut.
///
/// Only messages that somebody wants to read are kept while they are incomplete, and only up to a limit; of all
/// others the bytes are counted and passed over.
struct HandshakeAssembler {
    /// A message that is complete. `length` is that of its body, which is empty where messages of this type are not kept.
    struct Message: Equatable {
        var type: HandshakeType
        var length: Int
        var body: [UInt8]
    }

    /// The next thing found.
    enum Element: Equatable {
        /// The header of a message, whose body has so many bytes, at least one.
        case header(HandshakeType, length: Int)
        /// The end of a message.
        case message(Message)
        case fault(ProtocolFault)
    }

    private let kept: [HandshakeType]
    private let limit: Int
    private var header: UInt32 = 0
    private var headerCount = 0
    private var length = 0
    private var remaining = 0
    private var body: [UInt8] = []

    /// Keeps messages of these types of at most so many bytes.
    init(keeping kept: [HandshakeType], limit: Int) {
        self.kept = kept
        self.limit = limit
    }

    /// Whether the bytes so far end between two messages.
    var isBetweenMessages: Bool { headerCount == 0 }

    /// Whether the bytes so far end inside the header of a message, or inside a message that is kept.
    var isInsideKeptMessage: Bool { headerCount > 0 && (headerCount < 4 || isKept) }

    /// The memory held for an incomplete message, in bytes.
    var bufferedByteCount: Int { body.capacity }

    /// The next message that ends before `end`, beginning at that offset, which moves behind it; nil when the bytes
    /// are used up.
    mutating func next(in bytes: Span<UInt8>, at offset: inout Int, end: Int) -> Element? {
        while headerCount < 4 {
            guard offset < end else { return nil }
            header = header << 8 | UInt32(bytes[offset])
            headerCount += 1
            offset += 1
            guard headerCount == 4 else { continue }
            if let fault = openMessage() { return .fault(fault) }
            // A message without a body is whole with its header.
            if remaining > 0 { return .header(type, length: remaining) }
        }
        let count = min(remaining, end - offset)
        if isKept {
            bytes.extracting(offset..<offset + count).withUnsafeBufferPointer { body.append(contentsOf: $0) }
        }
        offset += count
        remaining -= count
        guard remaining == 0 else { return nil }
        defer { reset() }
        return .message(Message(type: type, length: length, body: body))
    }

    /// Drops an incomplete message.
    mutating func reset() {
        header = 0
        headerCount = 0
        remaining = 0
        body = []
    }

    private var type: HandshakeType { HandshakeType(rawValue: UInt8(truncatingIfNeeded: header >> 24)) }

    private var isKept: Bool { kept.contains(type) }

    private mutating func openMessage() -> ProtocolFault? {
        length = Int(header & 0xFF_FFFF)
        remaining = length
        guard isKept else { return nil }
        guard remaining <= limit else { return .messageTooLong(type, remaining) }
        // A length alone must not cost memory: what is longer than most messages is paid for as it comes.
        body.reserveCapacity(min(remaining, 4096))
        return nil
    }
}
