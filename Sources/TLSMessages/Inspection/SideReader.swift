/// Reads the bytes of one side of a tunnel: its opening, then its records, and what is in them.
struct SideReader {
    /// The next thing found.
    enum Element {
        case cleartext(CleartextProtocol)
        case banner(Banner)
        case ssl2Hello([UInt8])
        /// The header of a record of that type.
        case recordHeader(ContentType)
        /// The header of a handshake message in the clear.
        case messageHeader(HandshakeType, length: Int)
        case message(HandshakeAssembler.Message)
        case alert(Alert)
        case changeCipherSpec
        case encrypted(ContentType)
        case applicationData(length: Int)
        /// The end of a record of handshake messages, alerts or a heartbeat.
        case recordEnd
        case fault(ProtocolFault)
    }

    /// How a side is read at the moment.
    private enum Stage {
        case opening(ProtocolGuess)
        case ssl2Hello([UInt8], length: Int)
        case records
        case opaque
    }

    /// Far more than any implementation sends before it gives up.
    private static let alertLimit = 8
    /// As many empty records in a row as OpenSSL accepts (`MAX_EMPTY_RECORDS`); here in all.
    private static let emptyLimit = 32

    /// How many bytes were read.
    private(set) var byteCount = 0
    /// How many bytes were read since none was held back.
    var heldBackByteCount: Int { byteCount - passedByteCount }
    private var passedByteCount = 0

    private let side: TLSInspector.Side
    private let kept: [HandshakeType]
    private let limit: Int
    private var stage = Stage.opening(ProtocolGuess())
    private var records = RecordReader()
    private var messages: HandshakeAssembler
    private var alertLevel: UInt8?
    private var alertCount = 0
    private var emptyCount = 0

    /// Reads that side, and keeps messages of these types of at most so many bytes.
    init(_ side: TLSInspector.Side, keeping kept: [HandshakeType], limit: Int) {
        self.side = side
        self.kept = kept
        self.limit = limit
        messages = HandshakeAssembler(keeping: kept, limit: limit)
    }

    /// Whether nothing more can be read of this side.
    var isOpaque: Bool {
        if case .opaque = stage { return true }
        return false
    }

    /// Whether the bytes so far end inside something.
    var isUnfinished: Bool {
        switch stage {
        case .opening(let opening): return !opening.bytes.isEmpty
        case .ssl2Hello: return true
        case .records: return !records.isBetweenRecords || !messages.isBetweenMessages || alertLevel != nil
        case .opaque: return false
        }
    }

    /// Whether the bytes so far end inside something that has to be whole before it is judged: the opening, the header of
    /// a record or a message, an alert, a message that is kept.
    var isInsideUnit: Bool {
        switch stage {
        case .opening(let opening): return !opening.bytes.isEmpty
        case .ssl2Hello: return true
        case .records: return records.isInsideHeader || messages.isInsideKeptMessage || alertLevel != nil
        case .opaque: return false
        }
    }

    /// The memory held for what is incomplete, in bytes.
    var bufferedByteCount: Int {
        switch stage {
        case .opening(let opening): return opening.bytes.capacity
        case .ssl2Hello(let body, _): return body.capacity
        case .records: return messages.bufferedByteCount
        case .opaque: return 0
        }
    }

    /// Whether messages of that type are kept and handed out whole.
    func keeps(_ type: HandshakeType) -> Bool { kept.contains(type) }

    /// Takes note whether the bytes up to the end of the last element are held back.
    mutating func markEnd(isHeldBack: Bool) {
        if !isHeldBack { passedByteCount = byteCount }
    }

    /// Gives up this side.
    mutating func becomeOpaque() {
        stage = .opaque
        messages.reset()
    }

    /// The next element at that offset, which moves behind it; nil when the bytes are used up.
    mutating func next(in bytes: Span<UInt8>, at offset: inout Int, protection: RecordProtection) -> Element? {
        let start = offset
        defer { byteCount &+= offset - start }
        switch stage {
        case .opening(let opening): return readOpening(opening, bytes, &offset, protection)
        case .ssl2Hello(let body, let length): return readSSL2Hello(body, length, bytes, &offset, protection)
        case .records: return readRecords(bytes, &offset, protection)
        case .opaque: return nil
        }
    }

    // MARK: The opening

    private mutating func readOpening(
        _ begun: ProtocolGuess, _ bytes: Span<UInt8>, _ offset: inout Int, _ protection: RecordProtection
    ) -> Element? {
        var opening = begun
        while offset < bytes.count {
            opening.take(bytes, at: &offset)
            switch side {
            case .client:
                switch opening.client {
                case nil: continue
                case .cleartext(let cleartext): return .cleartext(cleartext)
                case .ssl2: return openSSL2Hello(opening.bytes, bytes, &offset, protection)
                case .tls: return openRecords(opening.bytes, bytes, &offset, protection)
                }
            case .server:
                switch opening.server {
                case nil: continue
                case .banner(let banner): return .banner(banner)
                case .ssl2: return .fault(.ssl2)
                case .tls: return openRecords(opening.bytes, bytes, &offset, protection)
                }
            }
        }
        stage = .opening(opening)
        return nil
    }

    private mutating func openRecords(
        _ opening: [UInt8], _ bytes: Span<UInt8>, _ offset: inout Int, _ protection: RecordProtection
    ) -> Element? {
        records = RecordReader(opening: opening)
        stage = .records
        return readRecords(bytes, &offset, protection)
    }

    private mutating func openSSL2Hello(
        _ opening: [UInt8], _ bytes: Span<UInt8>, _ offset: inout Int, _ protection: RecordProtection
    ) -> Element? {
        let length = Int(opening[0] & 0x7F) << 8 | Int(opening[1])
        guard length <= limit else { return .fault(.messageTooLong(.clientHello, length)) }
        guard length > 2 else { return .fault(.malformed(.clientHello)) }
        var body = Array(opening.dropFirst(2))
        body.reserveCapacity(length)
        return readSSL2Hello(body, length, bytes, &offset, protection)
    }

    private mutating func readSSL2Hello(
        _ begun: [UInt8], _ length: Int, _ bytes: Span<UInt8>, _ offset: inout Int, _ protection: RecordProtection
    ) -> Element? {
        // The array must have one owner while it grows, or each piece would copy it.
        stage = .opaque
        var body = begun
        let count = min(length - body.count, bytes.count - offset)
        bytes.extracting(offset..<offset + count).withUnsafeBufferPointer { body.append(contentsOf: $0) }
        offset += count
        guard body.count == length else {
            stage = .ssl2Hello(body, length: length)
            return nil
        }
        stage = .records
        return .ssl2Hello(body)
    }

    // MARK: Records

    private mutating func readRecords(
        _ bytes: Span<UInt8>, _ offset: inout Int, _ protection: RecordProtection
    ) -> Element? {
        while let element = records.next(in: bytes, at: &offset, protection: protection) {
            switch element {
            case .fault(let reason):
                return .fault(reason)
            case .header(let type):
                return messages.isBetweenMessages || type == .handshake ? .recordHeader(type) : .fault(.interleaved)
            case .end(let type, let length):
                return endOfRecord(type, length, protection)
            case .content(let type, let range):
                let found = read(type, range, bytes, &offset, protection)
                records.consume(offset - range.lowerBound)
                if let found { return found }
            }
        }
        return nil
    }

    private mutating func read(
        _ type: ContentType, _ range: Range<Int>, _ bytes: Span<UInt8>, _ offset: inout Int,
        _ protection: RecordProtection
    ) -> Element? {
        switch type {
        case .handshake where protection != .encrypted:
            switch messages.next(in: bytes, at: &offset, end: range.upperBound) {
            case .header(let type, let length):
                return .messageHeader(type, length: length)
            case .message(let message):
                return message.length == 0 && isOneEmptyTooMany() ? .fault(.tooManyEmptyRecords) : .message(message)
            case .fault(let reason): return .fault(reason)
            case nil: return nil
            }
        case .alert where protection != .encrypted:
            return readAlert(bytes, &offset)
        case .changeCipherSpec, .alert, .handshake, .applicationData, .heartbeat:
            offset = range.upperBound
            return nil
        }
    }

    private mutating func readAlert(_ bytes: Span<UInt8>, _ offset: inout Int) -> Element? {
        let byte = bytes[offset]
        offset += 1
        guard let code = alertLevel else {
            alertLevel = byte
            return nil
        }
        alertLevel = nil
        alertCount += 1
        guard let level = Alert.Level(rawValue: code) else { return .fault(.malformedAlert) }
        guard alertCount <= Self.alertLimit else { return .fault(.tooManyAlerts) }
        return .alert(Alert(level: level, description: byte))
    }

    private mutating func endOfRecord(_ type: ContentType, _ length: Int, _ protection: RecordProtection) -> Element {
        // Endpoints pass over empty records, of which there may be some (RFC 5246 §6.2.1 for application data).
        if length == 0, isOneEmptyTooMany() { return .fault(.tooManyEmptyRecords) }
        switch type {
        case .applicationData: return .applicationData(length: length)
        case .changeCipherSpec: return length == 1 ? .changeCipherSpec : .fault(.malformedChangeCipherSpec)
        case .alert where protection != .encrypted: return alertLevel == nil ? .recordEnd : .fault(.malformedAlert)
        case .handshake, .alert:
            return protection == .encrypted && length > 0 ? .encrypted(type) : .recordEnd
        case .heartbeat: return .recordEnd
        }
    }

    /// Counts an empty record or message; whether that is one more than any implementation sends.
    private mutating func isOneEmptyTooMany() -> Bool {
        emptyCount += 1
        return emptyCount > Self.emptyLimit
    }
}
