/// Reads the packets of a pcap file, one after the other.
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
            guard let read = PcapHeader(bytes) else {
                throw .malformed(offset: 0, "the header of a pcap file is missing")
            }
            header = read
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
        let milliseconds = seconds * 1000 + min(999, fraction / (header.hasNanoseconds ? 1_000_000 : 1000))
        let begin = offset + Self.recordLength
        offset = begin + captured
        return .packet(CapturedPacket(milliseconds: milliseconds, link: header.link, range: begin..<offset))
    }
}
