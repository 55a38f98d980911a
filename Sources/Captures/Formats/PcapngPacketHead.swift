/// The beginning of an Enhanced Packet Block (§4.3) or of an obsolete Packet Block (appendix A).
struct PcapngPacketHead {
    /// The index of the interface in its section.
    let interface: Int
    /// The time in units of the interface.
    let ticks: UInt64
    /// The number of bytes of the packet in the file.
    let captured: Int
    /// The offset of the packet.
    let begin: Int

    /// The number of bytes of the block's content before the packet.
    private static let length = 20

    /// Reads the content of a block; nil if it is too short.
    ///
    /// - Parameter isObsolete: Whether the block is an obsolete Packet Block, whose index of the interface has two
    ///   bytes.
    init?(
        _ bytes: Span<UInt8>, at content: Range<Int>, by order: PcapHeader.ByteOrder, isObsolete: Bool = false
    ) {
        guard content.count >= Self.length else { return nil }
        let offset = content.lowerBound
        interface =
            isObsolete ? Int(order.uint16(in: bytes, at: offset)) : Int(order.uint32(in: bytes, at: offset))
        let high = UInt64(order.uint32(in: bytes, at: offset + 4))
        ticks = high << 32 | UInt64(order.uint32(in: bytes, at: offset + 8))
        captured = Int(order.uint32(in: bytes, at: offset + 12))
        begin = offset + Self.length
    }
}
