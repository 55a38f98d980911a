/// The first bytes of a connection, by which a client is known where its SYN was not captured.
enum OpeningBytes {
    /// The methods of requests by which a connection is recognised.
    private static let methods = ["GET ", "POST ", "PUT ", "HEAD ", "OPTIONS ", "CONNECT ", "DELETE ", "PATCH "]
        .map { Array($0.utf8) }

    /// Whether bytes begin a ClientHello in a record of TLS (RFC 8446 §5.1), or a request.
    static func beginClient(_ bytes: Span<UInt8>, at range: Range<Int>) -> Bool {
        let start = bytes.bytes(in: range.lowerBound..<min(range.upperBound, range.lowerBound + 8))
        if start.count >= 6, start[0] == 22, start[1] == 3, start[5] == 1 { return true }
        return methods.contains { start.starts(with: $0) }
    }
}
