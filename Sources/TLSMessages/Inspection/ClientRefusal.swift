/// A device's own verdict: its client ended the handshake after it had seen what the server is.
///
/// Whether for a pin, for trust, for ATS or for transparency, the device does not say; an alert's name is the most
/// there is.
public struct ClientRefusal: Hashable, Codable, Sendable, CustomStringConvertible {
    /// What speaks for a refusal.
    public var evidence: Evidence

    /// A refusal with that evidence.
    public init(evidence: Evidence) {
        self.evidence = evidence
    }

    /// What speaks for a refusal, the strongest first.
    public enum Evidence: Hashable, Codable, Sendable {
        /// An alert in plaintext after the server's answer.
        case alert(Alert)
        /// TLS 1.3: nothing but encrypted records of the very size of an alert where Finished was due. Inferred from
        /// size and order; a padded alert is not recognised.
        case inferredAlert
        /// Up to TLS 1.2: an encrypted alert after the client's ChangeCipherSpec and before any application data.
        /// The weakest: a client that only wanted a connection in stock says close_notify the same way.
        case encryptedAlert
        /// The client closed after the server's flight without Finished and without an alert. Inferred from order; a
        /// person who gives up at this moment looks the same.
        case closedAfterServerFlight
    }

    /// The evidence in words, to go behind "the client ".
    public var description: String {
        switch evidence {
        case .alert(let alert):
            return "sent the alert \(alert.name)"
        case .inferredAlert:
            return "answered the server's flight with what is an alert by size and order (inferred: it is encrypted)"
        case .encryptedAlert:
            return "sent an encrypted alert before any application data"
        case .closedAfterServerFlight:
            return "closed the connection after the server's flight without finishing the handshake"
        }
    }
}
