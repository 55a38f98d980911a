import TransportSecurity

/// The end of a load in the exact spelling of `JSONWriter`, without a refusal by its device.
struct ClosedLine {
    /// The time of the end.
    var time: Instant
    /// The identifier of the load.
    var id: JSONScanner.Slice
    /// The number of bytes from the client.
    var bytesFromClient: Int64
    /// The number of bytes from the server.
    var bytesFromServer: Int64

    /// The largest number of bytes of a load in one direction, a pebibyte. No load has more, and their sums do not overflow.
    static let sizeLimit: Int64 = 1 << 50

    /// Reads a line; nil if the line is no end of a load, or is spelled otherwise.
    init?(_ line: UnsafeBufferPointer<UInt8>) {
        var text = OwnSpelling(line)
        guard text.skip(#"{"time":""#), let time = text.characters().flatMap({ Instant($0) }),
            text.skip(#"","event":"closed","id":""#), let id = text.characters(),
            text.skip(#"","host":""#), text.characters() != nil, text.skip(#"","port":"#), text.number() != nil,
            text.skip(#","bytesFromClient":"#), let bytesFromClient = text.number(),
            text.skip(#","bytesFromServer":"#), let bytesFromServer = text.number(),
            text.skip(#","durationMilliseconds":"#), text.number() != nil,
            text.skip(#","endedBy":""#), text.characters() != nil, text.skip(#"","how":""#), text.characters() != nil,
            text.skip(#"","clientRefusal":null}"#), text.isAtEnd,
            max(bytesFromClient, bytesFromServer) <= Self.sizeLimit
        else { return nil }
        (self.time, self.id) = (time, id)
        (self.bytesFromClient, self.bytesFromServer) = (bytesFromClient, bytesFromServer)
    }
}
