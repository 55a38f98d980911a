/// An interface of a section of a pcapng file, from an Interface Description Block (draft-ietf-opsawg-pcapng §4.2).
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

/// The unit of times of an interface in a pcapng file, and their beginning.
struct PcapngClock {
    /// The option `if_tsresol`: the negative power of ten, or of two if the most significant bit is set.
    var resolution: UInt8 = 6
    /// The option `if_tsoffset`: the seconds from 1970 to the beginning.
    var offset: Int64 = 0

    /// The end of the year 9999 in milliseconds since 1970. A later time has no text in an event.
    static let latestTime: Int64 = 253_402_300_799_999

    /// The time in milliseconds since 1970. A time that no event can have is cut to the nearest one.
    ///
    /// - Parameter ticks: The time in units of the interface since the beginning.
    func milliseconds(_ ticks: UInt64) -> Int64 {
        let base = resolution & 0x80 == 0 ? 10.0 : 2.0
        // The base to the power of the exponent, at most 10 to the power of 127.
        let ticksPerSecond = (0..<resolution & 0x7F).reduce(1.0) { power, _ in power * base }
        let milliseconds = (Double(ticks) / ticksPerSecond + Double(offset)) * 1000
        return Int64(min(max(milliseconds, 0), Double(Self.latestTime)))
    }
}
