/// A packet of IPv4 (RFC 791) or IPv6 (RFC 8200) with its payload.
struct InternetPacket {
    /// The address of the sender.
    let source: PacketAddress
    /// The address of the recipient.
    let destination: PacketAddress
    /// The number of the protocol of the payload (IANA, "Protocol Numbers").
    let transport: UInt8
    /// The offsets of the payload, as far as it was captured.
    let payload: Range<Int>
    /// The number of bytes of the payload on the wire.
    let payloadLength: Int

    /// The result of reading a packet.
    enum Reading {
        case packet(InternetPacket)
        /// A part of a packet, which is not put together.
        case fragment
        /// A packet of another protocol than IP.
        case other
        /// The header is cut off or contradicts itself.
        case malformed
    }

    /// Reads the packet in a range.
    static func read(_ bytes: Span<UInt8>, at range: Range<Int>) -> Reading {
        guard !range.isEmpty else { return .malformed }
        let version = bytes[range.lowerBound] >> 4
        if version == 4 { return readIPv4(bytes, at: range) }
        return version == 6 ? readIPv6(bytes, at: range) : .other
    }

    /// The largest number of extension headers of a packet of IPv6.
    private static let extensionLimit = 16

    private static func readIPv4(_ bytes: Span<UInt8>, at range: Range<Int>) -> Reading {
        let begin = range.lowerBound
        guard range.count >= 20 else { return .malformed }
        let headerLength = Int(bytes[begin] & 15) * 4
        // Segmentation offload leaves the length 0 in packets that were captured before they were sent.
        let announced = Int(bytes.uint16(at: begin + 2))
        let length = announced == 0 ? range.count : announced
        guard headerLength >= 20, length >= headerLength, range.count >= headerLength else { return .malformed }
        // A further fragment follows, or this one is not the first.
        guard bytes.uint16(at: begin + 6) & 0x3FFF == 0 else { return .fragment }
        let payload = begin + headerLength..<min(range.upperBound, begin + length)
        return .packet(
            InternetPacket(
                source: PacketAddress(ipv4: bytes.uint32(at: begin + 12)),
                destination: PacketAddress(ipv4: bytes.uint32(at: begin + 16)),
                transport: bytes[begin + 9], payload: payload, payloadLength: length - headerLength))
    }

    /// Reads a packet of IPv6, whose header of 40 bytes further headers may follow.
    private static func readIPv6(_ bytes: Span<UInt8>, at range: Range<Int>) -> Reading {
        let begin = range.lowerBound
        guard range.count >= 40 else { return .malformed }
        let announced = Int(bytes.uint16(at: begin + 4))
        let length = announced == 0 ? range.count - 40 : announced
        let wireEnd = begin + 40 + length
        let end = min(range.upperBound, wireEnd)
        var (next, offset) = (bytes[begin + 6], begin + 40)
        for _ in 0..<extensionLimit {
            switch IPv6Extension(next) {
            case .fragment: return .fragment
            case .authentication:
                guard end - offset >= 8 else { return .malformed }
                // The length counts units of four bytes, without the first two.
                (next, offset) = (bytes[offset], offset + (Int(bytes[offset + 1]) + 2) * 4)
            case .options:
                guard end - offset >= 8 else { return .malformed }
                // The length counts units of eight bytes, without the first.
                (next, offset) = (bytes[offset], offset + (Int(bytes[offset + 1]) + 1) * 8)
            case nil:
                guard offset <= end else { return .malformed }
                return .packet(
                    InternetPacket(
                        source: PacketAddress(high: bytes.uint64(at: begin + 8), low: bytes.uint64(at: begin + 16)),
                        destination: PacketAddress(
                            high: bytes.uint64(at: begin + 24), low: bytes.uint64(at: begin + 32)),
                        transport: next, payload: offset..<end, payloadLength: wireEnd - offset))
            }
        }
        return .malformed
    }
}

/// A header between that of IPv6 and its payload (RFC 8200 §4, RFC 4302).
private enum IPv6Extension {
    /// Hop-by-hop, routing or destination options, mobility, HIP or shim6: all have their length in the second byte.
    case options
    case fragment
    case authentication

    /// The header with a protocol number (IANA, "IPv6 Extension Header Types"); nil for a payload.
    init?(_ number: UInt8) {
        if number == 44 {
            self = .fragment
        } else if number == 51 {
            self = .authentication
        } else if [0, 43, 60, 135, 139, 140].contains(number) {
            self = .options
        } else {
            return nil
        }
    }
}
