/// Reads packets from the pieces of a pcap or pcapng file. Keeps at most the beginning of one packet or block.
struct PacketReader {
    private var format: Format
    /// The bytes that were not read yet.
    private var buffer: [UInt8] = []
    /// The offset of the buffer in the file.
    private var beginning: Int64 = 0
    /// The number of bytes of a block that are still to be skipped.
    private var skipping: Int64 = 0
    /// The fault behind which nothing is read; nil as long as there is none.
    private(set) var fault: CaptureFault?
    /// The number of packets that cannot be read: their interface is not known, or they are longer than their block.
    private(set) var malformedCount = 0

    private enum Format {
        case pcap(PcapReader)
        case pcapng(PcapngReader)
    }

    /// Creates a reader of packets in a format; nil if the format is not one of packets.
    init?(_ format: CaptureFormat) {
        switch format {
        case .pcap: self.format = .pcap(PcapReader())
        case .pcapng: self.format = .pcapng(PcapngReader())
        case .httpArchive: return nil
        }
    }

    /// Reads the next piece of the file, and calls the closure for each packet.
    mutating func read(
        _ piece: UnsafeBufferPointer<UInt8>, each: (Span<UInt8>, CapturedPacket) -> Void
    ) {
        guard fault == nil else { return }
        let skipped = Int(min(skipping, Int64(piece.count)))
        skipping -= Int64(skipped)
        beginning += Int64(skipped)
        guard skipped < piece.count else { return }
        buffer.append(contentsOf: UnsafeBufferPointer(rebasing: piece[skipped...]))
        // The buffer is moved out of the reader, which changes itself while it reads the bytes.
        var taken: [UInt8] = []
        swap(&taken, &buffer)
        var offset = 0
        taken.withUnsafeBufferPointer { bytes in
            do throws(CaptureFault) {
                try readAll(in: bytes.span, at: &offset, each: each)
            } catch {
                fault = error
            }
        }
        beginning += Int64(offset)
        taken.removeSubrange(0..<offset)
        buffer = taken
    }

    /// Notes the end of the file.
    mutating func finish() {
        if fault == nil, !buffer.isEmpty || skipping > 0 { fault = .cut }
    }

    /// Reads all packets that are whole in the buffer, and moves the offset behind them.
    private mutating func readAll(
        in bytes: Span<UInt8>, at offset: inout Int, each: (Span<UInt8>, CapturedPacket) -> Void
    ) throws(CaptureFault) {
        while offset < bytes.count {
            switch try step(in: bytes, at: &offset) {
            case .packet(let packet): each(bytes, packet)
            case .other: continue
            case .malformed: malformedCount += 1
            case .skip(let count):
                let skipped = Int(min(count, Int64(bytes.count - offset)))
                offset += skipped
                skipping = count - Int64(skipped)
            case .needsMore: return
            }
        }
    }

    private mutating func step(in bytes: Span<UInt8>, at offset: inout Int) throws(CaptureFault) -> PacketStep {
        switch format {
        case .pcap(var reader):
            defer { format = .pcap(reader) }
            return try reader.next(in: bytes, at: &offset, beginning: beginning)
        case .pcapng(var reader):
            defer { format = .pcapng(reader) }
            return try reader.next(in: bytes, at: &offset, beginning: beginning)
        }
    }
}
