/// Cuts one direction of a connection into the content of TLS records (RFC 8446 §5.1), keeping only the five bytes
/// of a header between calls.
///
/// Content is handed out as it arrives, behind its header, in ranges of the bytes that were handed in: a record of 16 KiB that
/// trickles costs no memory. What a range means (a message, a part of one, ciphertext) is for the caller to know.
struct RecordReader {
    /// The next thing found.
    enum Element: Equatable {
        /// The header of a record of that type and length.
        case header(ContentType)
        /// Content of a record of that type, at these offsets; never empty. It is for the caller to `consume`.
        case content(ContentType, Range<Int>)
        /// The end of a record whose content had so many bytes.
        case end(ContentType, length: Int)
        /// What follows cannot be read as records.
        case fault(ProtocolFault)
    }

    private var header: UInt64 = 0
    private var headerCount = 0
    private var type = ContentType.handshake
    private var length = 0
    private var remaining = 0

    /// Whether the bytes so far end between two records.
    var isBetweenRecords: Bool { headerCount == 0 }

    /// Whether the bytes so far end inside the header of a record.
    var isInsideHeader: Bool { headerCount > 0 && headerCount < 5 }

    /// Takes the first bytes of the first header, fewer than five, which were read to tell TLS from other protocols.
    init(opening: [UInt8] = []) {
        for byte in opening.prefix(4) { append(byte) }
    }

    /// The next element at that offset, which moves behind headers but not behind content; nil when the bytes are
    /// used up.
    mutating func next(in bytes: Span<UInt8>, at offset: inout Int, protection: RecordProtection) -> Element? {
        while headerCount < 5 {
            guard offset < bytes.count else { return nil }
            append(bytes[offset])
            offset += 1
            guard headerCount == 5 else { continue }
            if let fault = openRecord(protection) { return .fault(fault) }
            return .header(type)
        }
        if remaining == 0 {
            header = 0
            headerCount = 0
            return .end(type, length: length)
        }
        guard offset < bytes.count else { return nil }
        return .content(type, offset..<offset + min(remaining, bytes.count - offset))
    }

    /// Moves on by so many bytes of content, at most what `next` handed out.
    mutating func consume(_ byteCount: Int) {
        remaining -= byteCount
    }

    private mutating func append(_ byte: UInt8) {
        header = header << 8 | UInt64(byte)
        headerCount += 1
    }

    private mutating func openRecord(_ protection: RecordProtection) -> ProtocolFault? {
        let code = UInt8(truncatingIfNeeded: header >> 32)
        let version = UInt16(truncatingIfNeeded: header >> 16)
        length = Int(truncatingIfNeeded: header & 0xFFFF)
        remaining = length
        guard let type = ContentType(rawValue: code) else { return .recordType(code) }
        self.type = type
        // The minor version is legacy and means nothing (RFC 8446 §5.1); another major one is no TLS.
        guard version >> 8 == 3 else { return .recordVersion(version) }
        guard length <= protection.limit(of: type) else { return .recordLength(length) }
        return nil
    }
}
