/// A datagram of UDP (RFC 768).
struct UDPDatagram {
    /// The sender.
    let source: Endpoint
    /// The recipient.
    let destination: Endpoint
    /// The offsets of the payload, as far as it was captured.
    let payload: Range<Int>

    /// The number of the protocol (IANA, "Protocol Numbers").
    static let protocolNumber: UInt8 = 17

    /// Reads the payload of a packet; nil if the header is not whole.
    init?(_ packet: InternetPacket, in bytes: Span<UInt8>) {
        let begin = packet.payload.lowerBound
        guard packet.payload.count >= 8 else { return nil }
        // A length of 0 stands for all of the packet: a jumbogram has it (RFC 2675 §4), and so has a packet that was
        // captured before segmentation offload sent it.
        let length = Int(bytes.uint16(at: begin + 4))
        guard length == 0 || length >= 8 else { return nil }
        source = Endpoint(packet.source, port: bytes.uint16(at: begin))
        destination = Endpoint(packet.destination, port: bytes.uint16(at: begin + 2))
        let end = length == 0 ? packet.payload.upperBound : min(packet.payload.upperBound, begin + length)
        payload = begin + 8..<end
    }
}
