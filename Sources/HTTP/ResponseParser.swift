/// Reads response heads, one after the other, from bytes that come in pieces of any size. An origin is trusted no more
/// than a client.
public struct ResponseParser: Sendable {
    private var reader: HeadReader
    /// Whether the current status line was checked and has no fault.
    private var lineIsChecked = false
    /// Whether a status line without a fault has come, even if a fault followed.
    public private(set) var hasReadStatusLine = false

    private let grammar: ResponseGrammar

    /// Creates a parser with the given limits.
    public init(limits: MessageLimits, _ grammar: ResponseGrammar = .strict) {
        self.grammar = grammar
        reader = HeadReader(limits: limits, grammar)
    }

    /// Removes bytes from the front of `input` until a head is complete. Returns `nil` if more bytes are needed.
    public mutating func consume(_ input: inout ArraySlice<UInt8>) throws(MalformedResponse) -> ResponseHead? {
        let isComplete: Bool
        do throws(HeadFault) {
            isComplete = try reader.consume(&input)
        } catch {
            try checkLine()
            throw MalformedResponse()
        }
        guard isComplete, let line = reader.startLine else {
            try checkLine()
            try checkFirstByte()
            return nil
        }
        lineIsChecked = false
        let fields = reader.takeFields()
        do throws(MalformedResponse) {
            let head = try ResponseHead(line, fields: fields, by: grammar, isMended: reader.isMended)
            hasReadStatusLine = true
            return head
        } catch {
            // The fault is in the fields unless the status line throws again.
            _ = try StatusLine(line, by: grammar)
            hasReadStatusLine = true
            throw error
        }
    }

    /// Throws an error for a first byte that no status line has, before the line ends.
    private func checkFirstByte() throws(MalformedResponse) {
        guard let first = reader.firstByte, first != .carriageReturn, first != UInt8(ascii: "H") else { return }
        guard grammar == .lenient, first == UInt8(ascii: "h") || first == UInt8(ascii: "I") else {
            throw MalformedResponse()
        }
    }

    /// Checks the status line before its head is complete.
    private mutating func checkLine() throws(MalformedResponse) {
        guard !lineIsChecked, let line = reader.startLine else { return }
        _ = try StatusLine(line, by: grammar)
        lineIsChecked = true
        hasReadStatusLine = true
    }
}
