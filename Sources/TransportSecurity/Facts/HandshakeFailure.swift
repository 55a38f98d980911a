/// The reason why a server that accepted a connection completed no TLS handshake. A fact about the server, for rules to
/// judge.
public enum HandshakeFailure: Error, Hashable, Codable, Sendable {
    /// The server sent this fatal alert (registry "TLS Alerts", RFC 8446 §6).
    case alert(UInt8)
    /// The server closed or reset the connection during the handshake.
    case closed
    /// The server's bytes are not TLS, such as an HTTP response or a banner.
    case notTLS
    /// The server broke the TLS protocol, or chose something that was not offered; the text is the TLS library's error.
    case malformed(String)
    /// The server accepted the connection and sent nothing more within the time limit.
    case timedOut

    /// Whether the failure may be temporary. A server that restarts or is overloaded also closes, resets or stops
    /// answering; the other failures are definite answers.
    public var isOfTransport: Bool {
        switch self {
        case .closed, .timedOut: return true
        case .alert, .notTLS, .malformed: return false
        }
    }

    /// A predicate for the subject "the server", such as `sent the alert handshake_failure`.
    public var prose: String {
        switch self {
        case .alert(let number): return "sent the alert \(AlertDescription.name(of: number))"
        case .closed: return "closed the connection during the handshake"
        case .notTLS: return "does not speak TLS on this port"
        case .malformed(let text): return "broke the TLS protocol (\(text))"
        case .timedOut: return "fell silent during the handshake"
        }
    }
}
