import COpenSSL

/// An error that OpenSSL reported: the content of its error queue, which is then empty.
public struct OpenSSLError: Error, Hashable, Sendable {
    /// The reasons in the queue, oldest first, joined by semicolons.
    public var text: String

    /// Takes all errors from this thread's queue.
    static func takeQueue() -> OpenSSLError {
        var reasons: [String] = []
        while true {
            let code = ERR_get_error()
            guard code != 0 else { break }
            reasons.append(reason(of: code))
        }
        return OpenSSLError(text: reasons.isEmpty ? "OpenSSL gives no reason" : reasons.joined(separator: "; "))
    }

    /// Empties this thread's queue before a call, because a later error must be from that call.
    static func emptyQueue() {
        ERR_clear_error()
    }

    /// OpenSSL's text for an error code.
    static func reason(of code: UInt) -> String {
        ERR_reason_error_string(code).map { String(cString: $0) } ?? "error \(code)"
    }
}
