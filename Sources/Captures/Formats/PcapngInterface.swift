/// An interface of a section, from an Interface Description Block (§4.2).
struct PcapngInterface {
    /// The link type of its packets.
    let link: LinkType
    /// The largest number of bytes of a packet that was captured; 0 if there is no limit.
    let snapLength: Int
    /// The clock of its packets.
    private(set) var clock = PcapngClock()

    /// The options that are read.
    private enum Option: UInt16 {
        case end = 0
        case resolution = 9
        case offset = 14
    }

    /// Reads the content of a block of at least eight bytes.
    init(_ bytes: Span<UInt8>, at content: Range<Int>, by order: PcapHeader.ByteOrder) {
        link = LinkType(rawValue: order.uint16(in: bytes, at: content.lowerBound))
        snapLength = Int(order.uint32(in: bytes, at: content.lowerBound + 4))
        var offset = content.lowerBound + 8
        while content.upperBound - offset >= 4 {
            let option = Option(rawValue: order.uint16(in: bytes, at: offset))
            let length = Int(order.uint16(in: bytes, at: offset + 2))
            offset += 4
            guard option != .end, content.upperBound - offset >= length else { return }
            switch option {
            case .resolution where length == 1: clock.resolution = bytes[offset]
            case .offset where length == 8:
                let (first, second) = (order.uint32(in: bytes, at: offset), order.uint32(in: bytes, at: offset + 4))
                let (high, low) = order == .bigEndian ? (first, second) : (second, first)
                clock.offset = Int64(bitPattern: UInt64(high) << 32 | UInt64(low))
            case .resolution, .offset, .end, nil: break
            }
            // Options are padded to four bytes.
            offset += (length + 3) & ~3
        }
    }
}
