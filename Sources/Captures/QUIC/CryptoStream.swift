import TLSMessages

/// The handshake bytes of one side of a QUIC connection, from CRYPTO frames in any order (RFC 9000 §19.6).
struct CryptoStream {
    /// The bytes by offset. Of bytes that come twice, the first ones count.
    private var bytes: [UInt8] = []
    /// Whether each of `bytes` has come.
    private var isKnown: [Bool] = []

    /// The largest offset, more than that of any hello with post-quantum keys.
    static let limit = 64 * 1024

    /// The frames that Initial packets may have (RFC 9000 §12.4).
    private enum Frame: UInt8 {
        case padding = 0x00
        case ping = 0x01
        case acknowledgement = 0x02
        case acknowledgementWithCongestion = 0x03
        case crypto = 0x06
        case close = 0x1C
    }

    /// Reads the frames of a packet. Frames behind a malformed one are left out.
    mutating func read(_ frames: [UInt8]) {
        var scanner = ByteScanner(frames)
        while let type = scanner.byte() {
            switch Frame(rawValue: type) {
            case .padding, .ping: continue
            case .acknowledgement: guard Self.skipAcknowledgement(&scanner) else { return }
            case .acknowledgementWithCongestion:
                // The counts of three kinds of congestion marks follow.
                guard Self.skipAcknowledgement(&scanner), Self.skipIntegers(3, in: &scanner) else { return }
            case .crypto:
                guard let offset = scanner.integer(), let length = scanner.integer(),
                    let content = scanner.take(length), offset <= Self.limit - length
                else { return }
                insert(content, at: offset)
            case .close, nil: return
            }
        }
    }

    /// The client's hello; nil as long as bytes of it are missing, or if the message is another one.
    var clientHello: ClientHello? {
        let known = Array(bytes[..<knownCount])
        guard let message = HandshakeMessage(known), message.type == .clientHello else { return nil }
        return ClientHello(parsing: Array(message.body))
    }

    /// The number of bytes in memory.
    var heldByteCount: Int { bytes.count + isKnown.count }

    /// The number of bytes without a gap before them.
    private var knownCount: Int { isKnown.firstIndex(of: false) ?? isKnown.count }

    private mutating func insert(_ content: ArraySlice<UInt8>, at offset: Int) {
        let missing = offset + content.count - bytes.count
        if missing > 0 {
            bytes += [UInt8](repeating: 0, count: missing)
            isKnown += [Bool](repeating: false, count: missing)
        }
        for (index, byte) in content.enumerated() where !isKnown[offset + index] {
            (bytes[offset + index], isKnown[offset + index]) = (byte, true)
        }
    }

    /// Skips the largest acknowledged number, the delay, the first range, and two integers for each further range
    /// (RFC 9000 §19.3). Returns false if they are not whole.
    private static func skipAcknowledgement(_ scanner: inout ByteScanner) -> Bool {
        // The limit keeps the product from an overflow. A packet has room for fewer ranges.
        guard skipIntegers(2, in: &scanner), let ranges = scanner.integer(), skipIntegers(1, in: &scanner),
            ranges <= 4096
        else { return false }
        return skipIntegers(2 * ranges, in: &scanner)
    }

    private static func skipIntegers(_ count: Int, in scanner: inout ByteScanner) -> Bool {
        for _ in 0..<count {
            guard scanner.integer() != nil else { return false }
        }
        return true
    }
}
