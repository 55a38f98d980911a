import HTTP

/// The answer of a proxy to a CONNECT, behind which the bytes of the tunnel follow.
struct ProxyAnswer {
    private var parser = ResponseParser(limits: MessageLimits())
    /// Whether the answer was read to its end, or cannot be read.
    private(set) var isRead = false
    /// Whether the proxy opened the tunnel.
    private(set) var isOpen = false
    /// Whether the proxy asks for a name and a password (RFC 9110 §15.5.8).
    private(set) var asksForPassword = false

    /// Reads bytes of the proxy, and returns the offset of the first one behind the answer.
    mutating func read(_ bytes: Span<UInt8>) -> Int {
        let array = bytes.bytes(in: 0..<bytes.count)
        var rest = array[...]
        do throws(MalformedResponse) {
            while let head = try parser.consume(&rest) {
                guard !head.isInterim else { continue }
                (isRead, isOpen, asksForPassword) = (true, 200..<300 ~= head.status, head.status == 407)
                break
            }
        } catch {
            isRead = true
        }
        return bytes.count - rest.count
    }
}
