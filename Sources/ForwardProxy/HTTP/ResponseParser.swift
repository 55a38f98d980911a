/// Reads response heads, one after the other, from bytes as they come. An origin is as hostile as a client.
struct ResponseParser {
    private var reader: HeadReader
    /// Whether nothing is wrong with the status line, as far as there is one.
    private var lineIsChecked = false

    /// A parser that holds heads against those limits.
    init(limits: Limits) {
        reader = HeadReader(limits: limits)
    }

    /// Takes bytes off the front of `input` until a head is complete; nil where more is needed.
    mutating func consume(_ input: inout ArraySlice<UInt8>) throws(UpstreamError) -> ResponseHead? {
        let isComplete: Bool
        do throws(HeadReader.Fault) {
            isComplete = try reader.consume(&input)
        } catch {
            throw .malformedResponse
        }
        guard isComplete, let line = reader.startLine else {
            try checkLine()
            guard let first = reader.firstByte else { return nil }
            guard first == UInt8(ascii: "H") || first == .carriageReturn else { throw .malformedResponse }
            return nil
        }
        lineIsChecked = false
        return try ResponseHead(line, fields: reader.takeFields())
    }

    /// Finds fault with a status line before its head is complete.
    private mutating func checkLine() throws(UpstreamError) {
        guard !lineIsChecked, let line = reader.startLine else { return }
        _ = try StatusLine(line)
        lineIsChecked = true
    }
}
