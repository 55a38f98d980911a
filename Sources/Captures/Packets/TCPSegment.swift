/// A segment of TCP (RFC 9293 §3.1).
struct TCPSegment {
    /// The sender.
    let source: Endpoint
    /// The recipient.
    let destination: Endpoint
    /// The sequence number of the first byte of the payload.
    let sequence: UInt32
    /// The acknowledged sequence number; nil without one.
    let acknowledged: UInt32?
    /// Whether the flag SYN is set: the segment begins a direction.
    let isSynchronizing: Bool
    /// Whether the flag FIN is set: the segment ends a direction.
    let isFinishing: Bool
    /// Whether the flag RST is set: the segment ends the connection.
    let isReset: Bool
    /// The offsets of the payload, as far as it was captured.
    let payload: Range<Int>
    /// The number of bytes of the payload on the wire.
    let payloadLength: Int

    /// The number of the protocol (IANA, "Protocol Numbers").
    static let protocolNumber: UInt8 = 6

    /// Reads the payload of a packet; nil if the header is not whole.
    init?(_ packet: InternetPacket, in bytes: Span<UInt8>) {
        let begin = packet.payload.lowerBound
        guard packet.payload.count >= 20 else { return nil }
        let headerLength = Int(bytes[begin + 12] >> 4) * 4
        guard headerLength >= 20, packet.payload.count >= headerLength else { return nil }
        let flags = Flags(rawValue: bytes[begin + 13])
        source = Endpoint(packet.source, port: bytes.uint16(at: begin))
        destination = Endpoint(packet.destination, port: bytes.uint16(at: begin + 2))
        isFinishing = flags.contains(.finish)
        isSynchronizing = flags.contains(.synchronize)
        isReset = flags.contains(.reset)
        acknowledged = flags.contains(.acknowledge) ? bytes.uint32(at: begin + 8) : nil
        // The flag SYN takes a number of its own.
        sequence = bytes.uint32(at: begin + 4) &+ (isSynchronizing ? 1 : 0)
        payload = begin + headerLength..<packet.payload.upperBound
        payloadLength = packet.payloadLength - headerLength
    }

    private struct Flags: OptionSet {
        let rawValue: UInt8

        static let finish = Flags(rawValue: 0x01)
        static let synchronize = Flags(rawValue: 0x02)
        static let reset = Flags(rawValue: 0x04)
        static let acknowledge = Flags(rawValue: 0x10)
    }
}
