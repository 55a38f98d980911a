/// The header of a pcap file, which tells how its packets are written.
struct PcapHeader {
    /// The number of bytes of the header.
    static let length = 24

    /// The order of the bytes in the integers of the file.
    let order: ByteOrder
    /// Whether the fractions of a second are nanoseconds, not microseconds.
    let hasNanoseconds: Bool
    /// The link layer of all packets.
    let link: LinkType

    /// The order of the bytes in the integers of a file.
    enum ByteOrder: Hashable {
        case bigEndian, littleEndian

        /// The order of a file that begins with four bytes; nil if they are not those of a pcap file.
        ///
        /// The bytes are the integer A1B2C3D4 in a file with microseconds, and A1B23C4D in one with nanoseconds.
        init?(magic: some Sequence<UInt8>) {
            let bytes = Array(magic)
            if bytes == [0xA1, 0xB2, 0xC3, 0xD4] || bytes == [0xA1, 0xB2, 0x3C, 0x4D] {
                self = .bigEndian
            } else if bytes == [0xD4, 0xC3, 0xB2, 0xA1] || bytes == [0x4D, 0x3C, 0xB2, 0xA1] {
                self = .littleEndian
            } else {
                return nil
            }
        }

        /// The integer of four bytes at an offset, in this order.
        func uint32(in bytes: Span<UInt8>, at offset: Int) -> UInt32 {
            let value = bytes.uint32(at: offset)
            return self == .bigEndian ? value : value.byteSwapped
        }

        /// The integer of two bytes at an offset, in this order.
        func uint16(in bytes: Span<UInt8>, at offset: Int) -> UInt16 {
            let value = bytes.uint16(at: offset)
            return self == .bigEndian ? value : value.byteSwapped
        }
    }

    /// Reads the header at the beginning of a buffer of at least `length` bytes; nil if there is none.
    init?(_ bytes: Span<UInt8>) {
        guard bytes.count >= Self.length,
            let order = ByteOrder(magic: (0..<4).map { bytes[$0] })
        else { return nil }
        self.order = order
        hasNanoseconds = order.uint32(in: bytes, at: 0) == 0xA1B2_3C4D
        // The upper bits tell the length of the frame check sequence at the end of packets, which is not read.
        link = LinkType(rawValue: UInt16(truncatingIfNeeded: order.uint32(in: bytes, at: 20)))
    }
}
