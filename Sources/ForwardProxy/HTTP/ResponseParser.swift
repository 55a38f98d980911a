/// Reads response heads, one after the other, from bytes that come in pieces of any size. An origin is trusted no more
/// than a client.
struct ResponseParser {
    private var reader: HeadReader
    /// Whether the current status line was checked and has no fault.
    private var lineIsChecked = false
    /// Whether a status line without a fault has come, whatever followed it.
    private(set) var hasReadStatusLine = false

    /// Creates a parser with the given limits.
    init(limits: Limits) {
        reader = HeadReader(limits: limits)
    }

    /// Removes bytes from the front of `input` until a head is complete. Returns `nil` if more bytes are needed.
    mutating func consume(_ input: inout ArraySlice<UInt8>) throws(UpstreamError) -> ResponseHead? {
        let isComplete: Bool
        do throws(HeadReader.Fault) {
            isComplete = try reader.consume(&input)
        } catch {
            try checkLine()
            throw .malformedResponse
        }
        guard isComplete, let line = reader.startLine else {
            try checkLine()
            guard let first = reader.firstByte else { return nil }
            guard first == UInt8(ascii: "H") || first == .carriageReturn else { throw .malformedResponse }
            return nil
        }
        lineIsChecked = false
        let fields = reader.takeFields()
        do throws(UpstreamError) {
            let head = try ResponseHead(line, fields: fields)
            hasReadStatusLine = true
            return head
        } catch {
            _ = try StatusLine(line)
            hasReadStatusLine = true
            throw error
        }
    }

    /// Checks the status line before its head is complete.
    private mutating func checkLine() throws(UpstreamError) {
        guard !lineIsChecked, let line = reader.startLine else { return }
        _ = try StatusLine(line)
        lineIsChecked = true
        hasReadStatusLine = true
    }
}
