/// The result of reading on in a buffer of a capture file.
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
