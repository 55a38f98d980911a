/// Reads the packets of a pcap file, one after the other (draft-ietf-opsawg-pcap).
struct PcapReader {
    private var header: PcapHeader?

    /// The number of bytes before a packet: its time, its length in the file and its length on the wire.
    private static let recordLength = 16
    /// The largest packet in a file: the largest snapshot length of tcpdump.
    static let packetLimit = 262_144

    /// Reads the header or the next packet of a buffer, and moves the offset behind it.
    ///
    /// - Parameter beginning: The offset of the buffer in the file.
    mutating func next(
        in bytes: Span<UInt8>, at offset: inout Int, beginning: Int64
    ) throws(CaptureFault) -> PacketStep {
        guard let header else {
            guard bytes.count - offset >= PcapHeader.length else { return .needsMore }
            guard let fileHeader = PcapHeader(bytes) else {
                throw .malformed(offset: 0, "the header of a pcap file is missing")
            }
            header = fileHeader
            offset += PcapHeader.length
            return .other
        }
        guard bytes.count - offset >= Self.recordLength else { return .needsMore }
        let captured = Int(header.order.uint32(in: bytes, at: offset + 8))
        guard captured <= Self.packetLimit else {
            throw .malformed(offset: beginning + Int64(offset), "a packet is said to have \(captured) bytes")
        }
        guard bytes.count - offset - Self.recordLength >= captured else { return .needsMore }
        let seconds = Int64(header.order.uint32(in: bytes, at: offset))
        let fraction = Int64(header.order.uint32(in: bytes, at: offset + 4))
        // A malformed fraction may be a second or more.
        let milliseconds = seconds * 1000 + min(999, fraction / (header.hasNanoseconds ? 1_000_000 : 1000))
        let begin = offset + Self.recordLength
        offset = begin + captured
        return .packet(CapturedPacket(milliseconds: milliseconds, link: header.link, range: begin..<offset))
    }
}

/// The result of one step of a reader in the buffer of a capture file.
enum PacketStep {
    /// A packet was read.
    case packet(CapturedPacket)
    /// A header or block without a packet was read.
    case other
    /// A packet that cannot be read was passed over.
    case malformed
    /// The following number of bytes are not read.
    case skip(Int64)
    /// The buffer ends before the next packet or block does.
    case needsMore
}

/// A packet in a buffer of a capture file.
struct CapturedPacket {
    /// The time of the capture in milliseconds since 1970.
    var milliseconds: Int64
    /// The link type of the interface.
    var link: LinkType
    /// The bytes of the packet in the buffer.
    var range: Range<Int>
}
