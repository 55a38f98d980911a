/// Reads request heads, one after the other, from bytes as they come.
///
/// What is wrong is said as soon as it is seen: a client that speaks another protocol need not finish a head first.
struct RequestParser {
    private var reader: HeadReader
    private var requestLine: RequestLine?

    /// A parser that holds heads against those limits.
    init(limits: Limits) {
        reader = HeadReader(limits: limits)
    }

    /// Whether nothing of a head has come yet.
    var isEmpty: Bool { reader.isEmpty }

    /// Takes bytes off the front of `input` until a head is complete; nil where more is needed.
    mutating func consume(_ input: inout ArraySlice<UInt8>) throws(RequestError) -> RequestHead? {
        while true {
            switch try advance(&input) {
            case .incomplete:
                // A TLS hello, or anything else that is no method, need not wait for a line's end.
                guard let first = reader.firstByte else { return nil }
                guard first.isTokenCharacter || first == .carriageReturn else { throw .requestLine }
                return nil
            case .startLine:
                requestLine = try RequestLine(reader.bytes[reader.startLine])
            case .complete:
                guard let requestLine else { throw .requestLine }
                let head = try RequestHead(requestLine: requestLine, fields: Fields(reader.entries, in: reader.bytes))
                self.requestLine = nil
                reader.startOver()
                return head
            }
        }
    }

    private mutating func advance(_ input: inout ArraySlice<UInt8>) throws(RequestError) -> HeadReader.Progress {
        do throws(HeadReader.Fault) {
            return try reader.consume(&input)
        } catch {
            throw RequestError(error)
        }
    }
}
