/// Reads request heads, one after the other, from bytes as they come.
///
/// What is wrong is said as soon as it is seen: a client that speaks another protocol need not finish a head first.
struct RequestParser {
    private var reader: HeadReader
    /// Whether nothing is wrong with the request line, as far as there is one.
    private var lineIsChecked = false

    /// A parser that holds heads against those limits.
    init(limits: Limits) {
        reader = HeadReader(limits: limits)
    }

    /// Whether nothing of a head has come yet.
    var isEmpty: Bool { reader.isEmpty }

    /// Takes bytes off the front of `input` until a head is complete; nil where more is needed.
    mutating func consume(_ input: inout ArraySlice<UInt8>) throws(RequestError) -> RequestHead? {
        var offset = 0
        let head = try consume(input.span, at: &offset)
        input = input.dropFirst(offset)
        return head
    }

    /// The same from that offset on, which moves behind what was taken.
    mutating func consume(_ input: Span<UInt8>, at offset: inout Int) throws(RequestError) -> RequestHead? {
        let isComplete: Bool
        do throws(HeadReader.Fault) {
            isComplete = try reader.consume(input, at: &offset)
        } catch {
            // The fault that comes first in the head is told, however its bytes were cut.
            try checkLine()
            throw RequestError(error)
        }
        guard isComplete, let line = reader.startLine else {
            try checkLine()
            // A TLS hello, or anything else that is no method, need not wait for a line's end.
            guard let first = reader.firstByte else { return nil }
            guard first.isTokenCharacter || first == .carriageReturn else { throw .requestLine }
            return nil
        }
        lineIsChecked = false
        return try RequestHead(line, fields: reader.takeFields())
    }

    /// Finds fault with a request line before its head is complete.
    private mutating func checkLine() throws(RequestError) {
        guard !lineIsChecked, let line = reader.startLine else { return }
        let parts = try RequestLine(line)
        _ = try RequestTarget(parts.target, method: parts.method)
        lineIsChecked = true
    }
}
