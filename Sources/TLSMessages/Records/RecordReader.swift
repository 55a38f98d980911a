/// Splits one direction of a connection into TLS records (RFC 8446 §5.1).
///
/// Between calls the reader keeps a header of five bytes at most. Content is returned as it arrives, as ranges of the
/// bytes of the call. A record of 16 KiB that arrives slowly therefore costs no memory. The caller interprets the
/// content, which may be a message, a part of one, or ciphertext.
struct RecordReader {
    /// The next part of the input.
    enum Element: Equatable {
        /// The whole header of a record of that type.
        case header(ContentType)
        /// Content of a record of that type, at these offsets; never empty. The caller passes it with `consume`.
        case content(ContentType, Range<Int>)
        /// The end of a record. `length` is the size of its content in bytes.
        case end(ContentType, length: Int)
        /// The header is not one of TLS. Nothing after it can be read.
        case fault(ProtocolFault)
    }

    private enum State {
        /// Inside a header, or between two records. The bytes of the header so far, first byte highest.
        case header(UInt64, count: Int)
        /// Inside the content of a record, of which `remaining` bytes have not been consumed.
        case content(ContentType, length: Int, remaining: Int)
    }

    /// The size of a header in bytes.
    private static let headerCount = 5

    private var state = State.header(0, count: 0)

    /// Creates a reader. `opening` has up to four bytes of the first header that were already consumed, to tell TLS
    /// from other protocols.
    init(opening: [UInt8] = []) {
        let bytes = opening.prefix(Self.headerCount - 1)
        state = .header(bytes.reduce(0) { $0 << 8 | UInt64($1) }, count: bytes.count)
    }

    /// Whether the bytes so far end between two records.
    var isBetweenRecords: Bool {
        switch state {
        case .header(_, let count): return count == 0
        case .content: return false
        }
    }

    /// Whether the bytes so far end inside the header of a record.
    var isInsideHeader: Bool {
        switch state {
        case .header(_, let count): return count > 0
        case .content: return false
        }
    }

    /// The next element at that offset, or nil at the end of the bytes. Advances the offset past headers but not past
    /// content.
    mutating func next(in bytes: Span<UInt8>, at offset: inout Int, protection: RecordProtection) -> Element? {
        switch state {
        case .header(var header, var count):
            while count < Self.headerCount {
                guard offset < bytes.count else {
                    state = .header(header, count: count)
                    return nil
                }
                header = header << 8 | UInt64(bytes[offset])
                count += 1
                offset += 1
            }
            return open(header, protection)
        case .content(let type, let length, remaining: 0):
            state = .header(0, count: 0)
            return .end(type, length: length)
        case .content(let type, _, let remaining):
            guard offset < bytes.count else { return nil }
            return .content(type, offset..<offset + min(remaining, bytes.count - offset))
        }
    }

    /// Passes over that many bytes of content, at most as many as `next` returned.
    mutating func consume(_ byteCount: Int) {
        guard case .content(let type, let length, let remaining) = state else { return }
        state = .content(type, length: length, remaining: remaining - byteCount)
    }

    private mutating func open(_ header: UInt64, _ protection: RecordProtection) -> Element {
        let code = UInt8(truncatingIfNeeded: header >> 32)
        let version = UInt16(truncatingIfNeeded: header >> 16)
        let length = Int(truncatingIfNeeded: header & 0xFFFF)
        guard let type = ContentType(rawValue: code) else { return .fault(.recordType(code)) }
        // The minor version is ignored (RFC 8446 §5.1). No version of TLS has another major version than 3.
        guard version >> 8 == 3 else { return .fault(.recordVersion(version)) }
        guard length <= protection.limit(of: type) else { return .fault(.recordLength(length)) }
        state = .content(type, length: length, remaining: length)
        return .header(type)
    }
}

/// The present protection of the records of one side.
enum RecordProtection {
    /// No record is encrypted, except early data of TLS 1.3.
    case none
    /// Every record is encrypted: TLS 1.2 or older, after ChangeCipherSpec (RFC 5246 §7.1).
    case encrypted
    /// TLS 1.3 after ServerHello: encrypted records look like application data (RFC 8446 §5.2). An alert or a hello in
    /// plaintext may still arrive.
    case tls13

    /// The maximum size of a record's content on the wire, in bytes. In plaintext, 2^14 (RFC 8446 §5.1); in TLS 1.3,
    /// 2^14 + 256 (§5.2); in older ciphertext, 2^14 + 2048 (RFC 5246 §6.2.3).
    func limit(of type: ContentType) -> Int {
        switch self {
        case .none: return type == .applicationData ? 1 << 14 + 2048 : 1 << 14
        case .encrypted: return 1 << 14 + 2048
        case .tls13: return type == .applicationData ? 1 << 14 + 256 : 1 << 14
        }
    }
}
