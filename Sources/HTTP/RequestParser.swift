/// Reads request heads, one after the other, from bytes that come in pieces of any size.
///
/// A fault is thrown as soon as it is seen. A client of another protocol, which never completes a head, thus gets an
/// answer.
public struct RequestParser: Sendable {
    private var reader: HeadReader
    /// Whether the current request line was checked and has no fault.
    private var lineIsChecked = false

    /// Creates a parser with the given limits.
    public init(limits: MessageLimits) {
        reader = HeadReader(limits: limits)
    }

    /// Whether no byte of a head has come.
    public var isEmpty: Bool { reader.isEmpty }

    /// Removes bytes from the front of `input` until a head is complete. Returns `nil` if more bytes are needed.
    public mutating func consume(_ input: inout ArraySlice<UInt8>) throws(RequestError) -> RequestHead? {
        var offset = 0
        let head = try input.withUnsafeBufferPointer { (bytes) throws(RequestError) in
            try consume(bytes.span, at: &offset)
        }
        input = input.dropFirst(offset)
        return head
    }

    /// Reads bytes of `input` from `offset` on until a head is complete, and moves `offset` behind them.
    public mutating func consume(_ input: Span<UInt8>, at offset: inout Int) throws(RequestError) -> RequestHead? {
        let isComplete: Bool
        do throws(HeadFault) {
            isComplete = try reader.consume(input, at: &offset)
        } catch {
            // The first fault in the head is thrown, whatever the pieces were.
            try checkFirstByte()
            try checkLine()
            throw RequestError(error)
        }
        try checkFirstByte()
        guard isComplete, let line = reader.startLine else {
            try checkLine()
            return nil
        }
        lineIsChecked = false
        return try RequestHead(line, fields: reader.takeFields())
    }

    /// Throws an error for a first byte that no method has, such as that of a TLS hello, before the line ends.
    private func checkFirstByte() throws(RequestError) {
        guard let first = reader.firstByte, first != .carriageReturn, first != .lineFeed else { return }
        // The type of a handshake record (RFC 8446 §5.1).
        if first == 22 { throw .tls }
        guard first.isTokenCharacter else { throw .requestLine }
    }

    /// Checks the request line before its head is complete.
    private mutating func checkLine() throws(RequestError) {
        guard !lineIsChecked, let line = reader.startLine else { return }
        let parts = try RequestLine(line)
        _ = try RequestTarget(parts.target, method: parts.method)
        lineIsChecked = true
    }
}
