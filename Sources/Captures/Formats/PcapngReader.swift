/// Reads the packets of a pcapng file (draft-ietf-opsawg-pcapng): Enhanced and Simple Packet Blocks, and the obsolete
/// Packet Block. Blocks of other types are skipped.
///
/// A block has its type and length in eight bytes, its content, and the length again in four bytes. A file has one or
/// more sections. Each has its own byte order and interfaces.
struct PcapngReader {
    private var order = PcapHeader.ByteOrder.littleEndian
    private var hasSection = false
    private var interfaces: [PcapngInterface] = []
    /// The time of the last packet, for Simple Packet Blocks, which have none.
    private var lastMilliseconds: Int64 = 0

    /// The largest block that is read: the largest packet and 64 KiB of options. Blocks without packets are skipped
    /// without being kept, whatever their size.
    private static let blockLimit = PcapReader.packetLimit + 65_536
    /// The largest number of interfaces of a section. A file could have any number of them, and the reader keeps each
    /// one until the section ends.
    private static let interfaceLimit = 4096

    /// The types of blocks that are read.
    private enum Block: UInt32 {
        case section = 0x0A0D_0D0A
        case interface = 1
        case packet = 2
        case simplePacket = 3
        case enhancedPacket = 6
    }

    /// Reads the next block of a buffer, and moves the offset behind it.
    ///
    /// - Parameter beginning: The offset of the buffer in the file.
    mutating func next(
        in bytes: Span<UInt8>, at offset: inout Int, beginning: Int64
    ) throws(CaptureFault) -> PacketStep {
        guard bytes.count - offset >= 12 else { return .needsMore }
        let fileOffset = beginning + Int64(offset)
        if bytes.uint32(at: offset) == Block.section.rawValue {
            guard let order = Self.order(ofSection: bytes, at: offset) else {
                throw .malformed(offset: fileOffset, "a section has no byte order")
            }
            (self.order, hasSection) = (order, true)
            interfaces.removeAll()
        }
        guard hasSection else { throw .malformed(offset: fileOffset, "no section of a pcapng file begins") }
        let type = Block(rawValue: order.uint32(in: bytes, at: offset))
        let length = Int(order.uint32(in: bytes, at: offset + 4))
        guard length >= 12, length.isMultiple(of: 4) else {
            throw .malformed(offset: fileOffset, "a block is said to have \(length) bytes")
        }
        guard let type else { return .skip(Int64(length)) }
        guard length <= Self.blockLimit else {
            throw .malformed(offset: fileOffset, "a block is said to have \(length) bytes")
        }
        guard bytes.count - offset >= length else { return .needsMore }
        let content = offset + 8..<offset + length - 4
        offset += length
        return step(type, in: bytes, at: content)
    }

    /// The result of a whole block, by its content.
    private mutating func step(_ type: Block, in bytes: Span<UInt8>, at content: Range<Int>) -> PacketStep {
        let packet: CapturedPacket?
        switch type {
        case .section: return .other
        case .interface:
            if content.count >= 8, interfaces.count < Self.interfaceLimit {
                interfaces.append(PcapngInterface(bytes, at: content, by: order))
            }
            return .other
        case .packet:
            let head = PcapngPacketHead(bytes, at: content, by: order, isObsolete: true)
            packet = head.flatMap { self.packet(behind: $0, in: content) }
        case .enhancedPacket:
            let head = PcapngPacketHead(bytes, at: content, by: order)
            packet = head.flatMap { self.packet(behind: $0, in: content) }
        case .simplePacket:
            packet = simplePacket(in: bytes, at: content)
        }
        return packet.map { .packet($0) } ?? .malformed
    }

    /// The packet of a Simple Packet Block (§4.4), which has only a length before it; nil if it cannot be read.
    private func simplePacket(in bytes: Span<UInt8>, at content: Range<Int>) -> CapturedPacket? {
        guard content.count >= 4, let interface = interfaces.first else { return nil }
        let length = Int(order.uint32(in: bytes, at: content.lowerBound))
        let captured = interface.snapLength == 0 ? length : min(length, interface.snapLength)
        let begin = content.lowerBound + 4
        guard captured <= content.upperBound - begin else { return nil }
        return CapturedPacket(
            milliseconds: lastMilliseconds, link: interface.link, range: begin..<begin + captured)
    }

    /// The packet behind its head; nil if its interface is not known, or if it is longer than its block.
    private mutating func packet(behind head: PcapngPacketHead, in content: Range<Int>) -> CapturedPacket? {
        guard interfaces.indices.contains(head.interface), head.captured <= content.upperBound - head.begin else {
            return nil
        }
        let interface = interfaces[head.interface]
        lastMilliseconds = interface.clock.milliseconds(head.ticks)
        return CapturedPacket(
            milliseconds: lastMilliseconds, link: interface.link, range: head.begin..<head.begin + head.captured)
    }

    /// The byte order of a section by its magic (§4.1); nil if it has none.
    private static func order(ofSection bytes: Span<UInt8>, at offset: Int) -> PcapHeader.ByteOrder? {
        let magic = bytes.uint32(at: offset + 8)
        if magic == 0x1A2B_3C4D { return .bigEndian }
        return magic == 0x4D3C_2B1A ? .littleEndian : nil
    }
}

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
