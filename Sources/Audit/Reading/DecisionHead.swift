import TransportSecurity

/// The first members of a decision in the exact spelling of `JSONWriter`, which no other load has.
struct DecisionHead {
    /// The time of the decision.
    var time: Instant
    /// The identifier of the load.
    var id: JSONScanner.Slice
    /// The address and port of the client.
    var client: JSONScanner.Slice
    /// The number of bytes before the rest of the line.
    var length: Int

    /// Reads the head of a line; nil if the line is no decision, or is spelled otherwise.
    init?(_ line: UnsafeBufferPointer<UInt8>) {
        var text = OwnSpelling(line)
        guard text.skip(#"{"time":""#), let time = text.characters().flatMap({ Instant($0) }),
            text.skip(#"","event":"decision","id":""#), let id = text.characters(),
            text.skip(#"","listener":""#), text.characters() != nil,
            text.skip(#"","client":""#), let client = text.characters(), text.skip("\"")
        else { return nil }
        (self.time, self.id, self.client, length) = (time, id, client, text.position)
    }
}
