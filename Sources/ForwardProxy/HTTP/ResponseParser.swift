/// Reads response heads, one after the other, from bytes as they come. An origin is as hostile as a client.
struct ResponseParser {
    private var reader: HeadReader
    private var statusLine: StatusLine?

    /// A parser that holds heads against those limits.
    init(limits: Limits) {
        reader = HeadReader(limits: limits)
    }

    /// Takes bytes off the front of `input` until a head is complete; nil where more is needed.
    mutating func consume(_ input: inout ArraySlice<UInt8>) throws(UpstreamError) -> ResponseHead? {
        while true {
            switch try advance(&input) {
            case .incomplete:
                guard let first = reader.firstByte else { return nil }
                guard first == UInt8(ascii: "H") || first == .carriageReturn else { throw .malformedResponse }
                return nil
            case .startLine:
                statusLine = try StatusLine(reader.bytes[reader.startLine])
            case .complete:
                guard let statusLine else { throw .malformedResponse }
                let head = try ResponseHead(statusLine: statusLine, fields: Fields(reader.entries, in: reader.bytes))
                self.statusLine = nil
                reader.startOver()
                return head
            }
        }
    }

    private mutating func advance(_ input: inout ArraySlice<UInt8>) throws(UpstreamError) -> HeadReader.Progress {
        do throws(HeadReader.Fault) {
            return try reader.consume(&input)
        } catch {
            throw .malformedResponse
        }
    }
}
