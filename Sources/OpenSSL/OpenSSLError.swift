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
            reasons.append(ERR_reason_error_string(code).map { String(cString: $0) } ?? "error \(code)")
        }
        return OpenSSLError(text: reasons.isEmpty ? "unknown error" : reasons.joined(separator: "; "))
    }
}
