import COpenSSL

/// An error that OpenSSL reported: the text of its error queue, emptied by reading it.
public struct OpenSSLError: Error, Hashable, Sendable {
    /// The reasons in the queue, oldest first, joined by semicolons.
    public var text: String

    /// Takes everything that is in this thread's error queue.
    static func takeQueue() -> OpenSSLError {
        var reasons: [String] = []
        while true {
            let code = ERR_get_error()
            guard code != 0 else { break }
            reasons.append(reason(of: code))
        }
        return OpenSSLError(text: reasons.isEmpty ? "OpenSSL gives no reason" : reasons.joined(separator: "; "))
    }

    /// Forgets what earlier calls left in this thread's error queue, so that the next error is the next call's own.
    static func emptyQueue() {
        ERR_clear_error()
    }

    /// OpenSSL's words for an error code.
    static func reason(of code: UInt) -> String {
        ERR_reason_error_string(code).map { String(cString: $0) } ?? "error \(code)"
    }
}
