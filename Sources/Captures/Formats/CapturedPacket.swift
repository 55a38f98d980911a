/// A packet in a buffer of a capture file.
struct CapturedPacket {
    /// The time of the capture in milliseconds since 1970.
    var milliseconds: Int64
    /// The link type of the interface.
    var link: LinkType
    /// The bytes of the packet in the buffer.
    var range: Range<Int>
}
