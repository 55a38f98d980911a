/// Why a server that answered on its port gave us no TLS handshake. A fact about the server, for rules to judge.
public enum HandshakeFailure: Error, Hashable, Codable, Sendable {
    /// The server sent a fatal alert; its number is of the registry "TLS Alerts" (RFC 8446 §6).
    case alert(UInt8)
    /// The server closed or reset the connection before the handshake was finished.
    case closed
    /// What came back is no TLS: an HTTP reply, a banner, noise.
    case notTLS
    /// The server spoke TLS wrongly, or chose what was not offered; the text says what our library made of it.
    case malformed(String)
    /// The server accepted the connection and then fell silent until the time was up.
    case timedOut

    /// Whether the transport may be to blame in place of the server's TLS: a server that restarts, or an overloaded one,
    /// closes, resets and falls silent as well, and not for long. All else is an answer.
    public var isOfTransport: Bool {
        switch self {
        case .closed, .timedOut: return true
        case .alert, .notTLS, .malformed: return false
        }
    }

    /// What happened, to go behind "the server": `sent the alert handshake_failure`.
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
