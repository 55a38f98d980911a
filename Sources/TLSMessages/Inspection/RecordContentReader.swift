/// Reads the records of one side and their content: handshake messages and alerts in plaintext, ChangeCipherSpec, and
/// the sizes of everything else.
struct RecordContentReader {
    /// The largest number of alerts in plaintext. No implementation sends as many before it gives up.
    private static let alertLimit = 8
    /// The largest number of empty records and messages in total. OpenSSL accepts as many in a row
    /// (`MAX_EMPTY_RECORDS`).
    private static let emptyLimit = 32

    private var records: RecordReader
    private var messages: HandshakeAssembler
    /// The first byte of an alert whose second byte has not arrived.
    private var alertLevel: UInt8?
    private var alertCount = 0
    private var emptyCount = 0

    /// A reader of that side's records, which begin with the bytes `opening`.
    init(_ side: TLSInspector.Side, opening: [UInt8]) {
        records = RecordReader(opening: opening)
        switch side {
        case .client: messages = Self.clientMessages
        case .server: messages = Self.serverMessages
        }
    }

    private static let clientMessages = HandshakeAssembler(
        keeping: [.clientHello], limit: TLSInspector.clientHelloLimit)
    private static let serverMessages = HandshakeAssembler(
        keeping: [
            .serverHello, .certificate, .certificateStatus, .serverKeyExchange, .certificateRequest, .newSessionTicket,
        ],
        limit: TLSInspector.serverMessageLimit)

    /// Whether the bytes so far end inside a record, a message or an alert.
    var isUnfinished: Bool { !records.isBetweenRecords || !messages.isBetweenMessages || alertLevel != nil }

    /// Whether the bytes so far end inside the header of a record or a message, an alert, or a message that is kept.
    var isInsideUnit: Bool { records.isInsideHeader || messages.isInsideKeptMessage || alertLevel != nil }

    /// The memory for an incomplete message, in bytes.
    var bufferedByteCount: Int { messages.bufferedByteCount }

    /// The next element at that offset, or nil at the end of the bytes. Advances the offset past the element.
    mutating func next(
        in bytes: Span<UInt8>, at offset: inout Int, protection: RecordProtection
    ) -> SideReader.Element? {
        while let element = records.next(in: bytes, at: &offset, protection: protection) {
            switch element {
            case .fault(let fault):
                return .fault(fault)
            case .header(let type):
                // Records of another type may not come between the parts of a message (RFC 8446 §5.1).
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
    ) -> SideReader.Element? {
        switch type {
        case .handshake where protection != .encrypted:
            switch messages.next(in: bytes, at: &offset, end: range.upperBound) {
            case .header(let type, let length):
                return .messageHeader(type, length: length)
            case .message(let message):
                return message.length == 0 && isOneEmptyTooMany() ? .fault(.tooManyEmptyRecords) : .message(message)
            case .fault(let fault): return .fault(fault)
            case nil: return nil
            }
        case .alert where protection != .encrypted:
            return readAlert(bytes, &offset)
        case .changeCipherSpec, .alert, .handshake, .applicationData, .heartbeat:
            offset = range.upperBound
            return nil
        }
    }

    /// An alert is a level and a description, of one byte each (RFC 8446 §6).
    private mutating func readAlert(_ bytes: Span<UInt8>, _ offset: inout Int) -> SideReader.Element? {
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

    private mutating func endOfRecord(
        _ type: ContentType, _ length: Int, _ protection: RecordProtection
    ) -> SideReader.Element {
        // Endpoints ignore empty records, which RFC 5246 §6.2.1 allows for application data.
        if length == 0, isOneEmptyTooMany() { return .fault(.tooManyEmptyRecords) }
        switch type {
        case .applicationData: return .applicationData(length: length)
        // ChangeCipherSpec is one byte (RFC 5246 §7.1).
        case .changeCipherSpec: return length == 1 ? .changeCipherSpec : .fault(.malformedChangeCipherSpec)
        // An alert may not be split across records (RFC 8446 §5.1).
        case .alert where protection != .encrypted: return alertLevel == nil ? .recordEnd : .fault(.malformedAlert)
        case .handshake, .alert:
            return protection == .encrypted && length > 0 ? .encrypted(type) : .recordEnd
        case .heartbeat: return .recordEnd
        }
    }

    /// Counts an empty record or message. Returns whether their number exceeds the limit.
    private mutating func isOneEmptyTooMany() -> Bool {
        emptyCount += 1
        return emptyCount > Self.emptyLimit
    }
}
