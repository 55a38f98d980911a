/// Reads the packets of a pcapng file: Enhanced and Simple Packet Blocks, and the obsolete Packet Block. Blocks of
/// other types are skipped. A section begins anew with its own byte order and interfaces.
struct PcapngReader {
    private var order = PcapHeader.ByteOrder.littleEndian
    private var hasSection = false
    private var interfaces: [PcapngInterface] = []
    /// The time of the last packet, for Simple Packet Blocks, which have none.
    private var lastMilliseconds: Int64 = 0

    /// The largest block that is read. Blocks without packets are skipped without being kept, whatever their size.
    private static let blockLimit = PcapReader.packetLimit + 65_536
    /// The largest number of interfaces of a section.
    private static let interfaceLimit = 4096

    /// The types of blocks that are read.
    private enum Block: UInt32 {
        case section = 0x0A0D_0D0A
        case interface = 1
        case packet = 2
        case simplePacket = 3
        case enhancedPacket = 6
    }

    /// Reads on in the buffer. Moves the offset behind the block.
    mutating func next(
        in bytes: Span<UInt8>, at offset: inout Int, beginning: Int64
    ) throws(CaptureFault) -> PacketStep {
        guard bytes.count - offset >= 12 else { return .needsMore }
        let place = beginning + Int64(offset)
        if bytes.uint32(at: offset) == Block.section.rawValue {
            guard let order = Self.order(ofSection: bytes, at: offset) else {
                throw .malformed(offset: place, "a section has no byte order")
            }
            (self.order, hasSection) = (order, true)
            interfaces.removeAll()
        }
        guard hasSection else { throw .malformed(offset: place, "no section of a pcapng file begins") }
        let type = Block(rawValue: order.uint32(in: bytes, at: offset))
        let length = Int(order.uint32(in: bytes, at: offset + 4))
        guard length >= 12, length.isMultiple(of: 4) else {
            throw .malformed(offset: place, "a block is said to have \(length) bytes")
        }
        guard let type else { return .skip(Int64(length)) }
        guard length <= Self.blockLimit else {
            throw .malformed(offset: place, "a block is said to have \(length) bytes")
        }
        guard bytes.count - offset >= length else { return .needsMore }
        let content = offset + 8..<offset + length - 4
        offset += length
        if type == .section { return .other }
        if type == .interface {
            if content.count >= 8, interfaces.count < Self.interfaceLimit {
                interfaces.append(PcapngInterface(bytes, at: content, by: order))
            }
            return .other
        }
        return read(type, in: bytes, at: content).map { .packet($0) } ?? .malformed
    }

    /// The packet of a block; nil if it cannot be read.
    private mutating func read(_ type: Block, in bytes: Span<UInt8>, at content: Range<Int>) -> CapturedPacket? {
        switch type {
        case .section, .interface: return nil
        case .packet:
            return PcapngPacketHead(bytes, at: content, by: order, isObsolete: true).flatMap { packet($0, in: content) }
        case .enhancedPacket:
            return PcapngPacketHead(bytes, at: content, by: order).flatMap { packet($0, in: content) }
        case .simplePacket:
            guard content.count >= 4, let interface = interfaces.first else { return nil }
            let length = Int(order.uint32(in: bytes, at: content.lowerBound))
            let kept = interface.snapLength == 0 ? length : min(length, interface.snapLength)
            let begin = content.lowerBound + 4
            guard kept <= content.upperBound - begin else { return nil }
            return CapturedPacket(
                milliseconds: lastMilliseconds, link: interface.link, range: begin..<begin + kept)
        }
    }

    private mutating func packet(_ head: PcapngPacketHead, in content: Range<Int>) -> CapturedPacket? {
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
