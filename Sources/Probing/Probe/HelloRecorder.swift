import Events
import TLSMessages

/// Keeps the bytes of a hello and of the answer to it while an attempt goes on.
struct HelloRecorder {
    /// The bytes that were sent and have arrived so far.
    private(set) var exchange = HelloExchange()
    /// Whether the server has chosen or refused. Nothing more is kept then.
    private var isOver = false

    /// Notes bytes that are sent.
    mutating func send(_ bytes: some Collection<UInt8>) {
        if !isOver { exchange.addSent(bytes) }
    }

    /// Notes bytes that arrived.
    mutating func receive(_ bytes: some Collection<UInt8>) {
        guard !isOver else { return }
        exchange.addReceived(bytes)
        if let end = Self.endOfAnswer(in: exchange.received) {
            exchange.cutReceived(to: end)
            isOver = true
        }
    }

    /// The offset behind the alert or the ServerHello in records (RFC 8446 §5.1); nil while neither is complete. A
    /// HelloRetryRequest is passed over. A ServerHello in several records is not recognised, and the bytes after it are
    /// kept up to the limit.
    private static func endOfAnswer(in bytes: [UInt8]) -> Int? {
        var start = 0
        while start + 5 <= bytes.count {
            let content = start + 5
            let end = content + (Int(bytes[start + 3]) << 8 | Int(bytes[start + 4]))
            switch ContentType(rawValue: bytes[start]) {
            case .alert where end <= bytes.count: return end
            case .handshake:
                if let end = endOfServerHello(in: bytes[content..<max(content, min(end, bytes.count))]) { return end }
            case .alert, .changeCipherSpec, .applicationData, .heartbeat, nil: break
            }
            start = end
        }
        return nil
    }

    /// The offset behind the ServerHello that begins the content of a record.
    private static func endOfServerHello(in content: ArraySlice<UInt8>) -> Int? {
        let header = Array(content.prefix(4))
        guard header.count == 4, HandshakeType(rawValue: header[0]) == .serverHello else { return nil }
        let body = content.dropFirst(4)
        let length = Int(header[1]) << 16 | Int(header[2]) << 8 | Int(header[3])
        guard body.count >= length, let hello = ServerHello(readablePartOf: body.prefix(length)),
            !hello.isHelloRetryRequest
        else { return nil }
        return body.startIndex + length
    }
}
