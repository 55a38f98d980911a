/// The attributes with which Linux logs a packet (`nfnetlink_log`), in a capture of the link type NFLOG.
///
/// A header of four bytes comes first. Each attribute has its length (two bytes, which also counts these four bytes),
/// its type (two bytes), its value, and padding up to a multiple of four bytes.
struct LoggedPacket {
    /// The offset at which the packet begins; nil if there is none.
    private(set) var begin: Int?
    /// Whether the prefix is that of the packets which `config/gateway` refuses.
    private(set) var isRefused = false

    /// The prefix of the packets that `config/gateway` refuses.
    static let refusalPrefix = "atsproxy-refused"

    private enum Attribute: UInt16 {
        /// `NFULA_PAYLOAD`, the packet.
        case payload = 9
        /// `NFULA_PREFIX`, the text of the rule that logged the packet, followed by a zero byte.
        case prefix = 10
    }

    /// Reads the attributes in a range, up to the first malformed one.
    init(_ bytes: Span<UInt8>, at range: Range<Int>) {
        var offset = range.lowerBound + 4
        var hasPrefix = false
        // The byte order is that of the machine, which is little-endian nearly everywhere.
        while range.upperBound - offset >= 4 {
            let length = Int(bytes.uint16(at: offset).byteSwapped)
            let type = bytes.uint16(at: offset + 2).byteSwapped & 0x7FFF
            guard length >= 4, length <= range.upperBound - offset else { return }
            switch Attribute(rawValue: type) {
            case .payload: if begin == nil, length > 4 { begin = offset + 4 }
            case .prefix where !hasPrefix:
                hasPrefix = true
                let text = bytes.bytes(in: offset + 4..<offset + length)
                isRefused = text.prefix { $0 != 0 }.elementsEqual(Self.refusalPrefix.utf8)
            case .prefix, nil: break
            }
            offset += (length + 3) & ~3
        }
    }
}
