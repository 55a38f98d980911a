/// Reads the bytes of one side of a connection: first tells which protocol they are, then reads the records of TLS and
/// their content.
struct SideReader {
    /// The next part of the input.
    enum Element {
        case cleartext(CleartextProtocol)
        case banner(Banner)
        /// The body of an SSL 2.0 `CLIENT-HELLO`.
        case ssl2Hello([UInt8])
        /// The header of a record of that type.
        case recordHeader(ContentType)
        /// The header of a handshake message in plaintext.
        case messageHeader(HandshakeType, length: Int)
        case message(HandshakeAssembler.Message)
        /// An alert in plaintext.
        case alert(Alert)
        case changeCipherSpec
        /// The end of an encrypted record of handshake messages or alerts.
        case encrypted(ContentType)
        /// The end of a record of application data, with the size of its content in bytes.
        case applicationData(length: Int)
        /// The end of any other record.
        case recordEnd
        case fault(ProtocolFault)
    }

    private enum Phase {
        /// The protocol is not known yet.
        case guess(ProtocolGuess)
        /// Inside an SSL 2.0 `CLIENT-HELLO` of that length. Its bytes so far.
        case ssl2Hello([UInt8], length: Int)
        /// `contents` reads.
        case records
        /// Nothing more can be read.
        case opaque
    }

    private let side: TLSInspector.Side
    private var phase = Phase.guess(ProtocolGuess())
    /// Reads in the phase `records`; before, nothing was read. Not a value of that phase, because copying it out and
    /// back for each element costs 4,000 of the 66,000 instructions of a tunnel (callgrind).
    private var contents: RecordContentReader
    /// The number of bytes read since the caller last held none of them back.
    private(set) var heldBackByteCount = 0

    /// A reader of that side's bytes, from the first one on.
    init(_ side: TLSInspector.Side) {
        self.side = side
        contents = RecordContentReader(side, opening: [])
    }

    /// Whether any byte was read.
    var hasBegun: Bool {
        switch phase {
        case .guess(let guess): return !guess.bytes.isEmpty
        case .ssl2Hello, .records, .opaque: return true
        }
    }

    /// Whether nothing more can be read of this side.
    var isOpaque: Bool {
        switch phase {
        case .guess, .ssl2Hello, .records: return false
        case .opaque: return true
        }
    }

    /// Whether the bytes so far end inside a record, a message or an alert.
    var isUnfinished: Bool {
        switch phase {
        case .guess(let guess): return !guess.bytes.isEmpty
        case .ssl2Hello: return true
        case .records: return contents.isUnfinished
        case .opaque: return false
        }
    }

    /// Whether the bytes so far end inside a unit that must be whole before it is judged. Units are the first bytes,
    /// which tell the protocol, the header of a record or a message, an alert, and a message that is kept.
    var isInsideUnit: Bool {
        switch phase {
        case .guess(let guess): return !guess.bytes.isEmpty
        case .ssl2Hello: return true
        case .records: return contents.isInsideUnit
        case .opaque: return false
        }
    }

    /// The memory for incomplete units, in bytes.
    var bufferedByteCount: Int {
        switch phase {
        case .guess(let guess): return guess.bytes.capacity
        case .ssl2Hello(let body, _): return body.capacity
        case .records: return contents.bufferedByteCount
        case .opaque: return 0
        }
    }

    /// Counts held bytes anew from the end of the last element: the caller holds none back.
    mutating func releaseHeldBack() {
        heldBackByteCount = 0
    }

    /// Ends the reading of this side.
    mutating func becomeOpaque() {
        phase = .opaque
        // Frees the buffer of a message.
        contents = RecordContentReader(side, opening: [])
    }

    /// The next element at that offset, or nil at the end of the bytes. Advances the offset past the element.
    mutating func next(in bytes: Span<UInt8>, at offset: inout Int, protection: RecordProtection) -> Element? {
        let start = offset
        defer { heldBackByteCount &+= offset - start }
        switch phase {
        case .guess(let guess): return readGuess(guess, bytes, &offset, protection)
        case .ssl2Hello(let body, let length): return readSSL2Hello(body, length, bytes, &offset)
        case .records: return contents.next(in: bytes, at: &offset, protection: protection)
        case .opaque: return nil
        }
    }

    // MARK: - The protocol

    private mutating func readGuess(
        _ begun: ProtocolGuess, _ bytes: Span<UInt8>, _ offset: inout Int, _ protection: RecordProtection
    ) -> Element? {
        var guess = begun
        while offset < bytes.count {
            guess.take(bytes, at: &offset)
            switch side {
            case .client:
                switch guess.client {
                case nil: continue
                case .cleartext(let cleartext): return .cleartext(cleartext)
                case .ssl2: return beginSSL2Hello(guess.bytes, bytes, &offset)
                case .tls: return beginRecords(guess.bytes, bytes, &offset, protection)
                }
            case .server:
                switch guess.server {
                case nil: continue
                case .banner(let banner): return .banner(banner)
                case .ssl2: return .fault(.ssl2)
                case .tls: return beginRecords(guess.bytes, bytes, &offset, protection)
                }
            }
        }
        phase = .guess(guess)
        return nil
    }

    private mutating func beginRecords(
        _ opening: [UInt8], _ bytes: Span<UInt8>, _ offset: inout Int, _ protection: RecordProtection
    ) -> Element? {
        phase = .records
        contents = RecordContentReader(side, opening: opening)
        return contents.next(in: bytes, at: &offset, protection: protection)
    }

    /// An SSL 2.0 `CLIENT-HELLO` begins with its length, the high bit set (RFC 5246 §E.2).
    private mutating func beginSSL2Hello(
        _ opening: [UInt8], _ bytes: Span<UInt8>, _ offset: inout Int
    ) -> Element? {
        let length = Int(opening[0] & 0x7F) << 8 | Int(opening[1])
        guard length <= TLSInspector.clientHelloLimit else { return .fault(.messageTooLong(.clientHello, length)) }
        guard length > 2 else { return .fault(.malformed(.clientHello)) }
        var body = Array(opening.dropFirst(2))
        body.reserveCapacity(length)
        return readSSL2Hello(body, length, bytes, &offset)
    }

    private mutating func readSSL2Hello(
        _ begun: [UInt8], _ length: Int, _ bytes: Span<UInt8>, _ offset: inout Int
    ) -> Element? {
        // The array must have one owner while it grows, or each piece would copy it.
        phase = .opaque
        var body = begun
        let count = min(length - body.count, bytes.count - offset)
        bytes.extracting(offset..<offset + count).withUnsafeBufferPointer { body.append(contentsOf: $0) }
        offset += count
        guard body.count == length else {
            phase = .ssl2Hello(body, length: length)
            return nil
        }
        phase = .records
        return .ssl2Hello(body)
    }
}
