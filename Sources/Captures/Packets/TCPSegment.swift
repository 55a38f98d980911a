/// A segment of TCP (RFC 9293 §3.1).
struct TCPSegment {
    let source: Endpoint
    let destination: Endpoint
    /// The sequence number of the first byte of the payload.
    let sequence: UInt32
    /// The acknowledged sequence number; nil without one.
    let acknowledged: UInt32?
    let isSynchronizing: Bool
    let isFinishing: Bool
    let isReset: Bool
    /// The payload, as far as it was captured.
    let payload: Range<Int>
    /// The number of bytes of the payload on the wire.
    let payloadLength: Int

    /// The number of the protocol.
    static let number: UInt8 = 6

    /// Reads the payload of a packet; nil if the header is not whole.
    init?(_ packet: InternetPacket, in bytes: Span<UInt8>) {
        let begin = packet.payload.lowerBound
        guard packet.payload.count >= 20 else { return nil }
        let headerLength = Int(bytes[begin + 12] >> 4) * 4
        guard headerLength >= 20, packet.payload.count >= headerLength else { return nil }
        let flags = bytes[begin + 13]
        source = Endpoint(high: packet.source.high, low: packet.source.low, port: bytes.uint16(at: begin))
        destination = Endpoint(
            high: packet.destination.high, low: packet.destination.low, port: bytes.uint16(at: begin + 2))
        isFinishing = flags & 0x01 != 0
        isSynchronizing = flags & 0x02 != 0
        isReset = flags & 0x04 != 0
        acknowledged = flags & 0x10 != 0 ? bytes.uint32(at: begin + 8) : nil
        // The flag SYN takes a number of its own.
        sequence = bytes.uint32(at: begin + 4) &+ (isSynchronizing ? 1 : 0)
        payload = begin + headerLength..<packet.payload.upperBound
        payloadLength = packet.payloadLength - headerLength
    }
}
