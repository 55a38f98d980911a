/// The client's refusal of the server: the client ended the handshake after it had received the server's answer.
///
/// The reason may be a pin, trust, ATS or certificate transparency. The client does not tell, except by the name of an
/// alert.
public struct ClientRefusal: Hashable, Codable, Sendable, CustomStringConvertible {
    /// The evidence for the refusal.
    public var evidence: Evidence

    /// A refusal with that evidence.
    public init(evidence: Evidence) {
        self.evidence = evidence
    }

    /// The kinds of evidence, the strongest first.
    public enum Evidence: Hashable, Codable, Sendable {
        /// An alert in plaintext after the server's answer.
        case alert(Alert)
        /// TLS 1.3: nothing but encrypted records of the size of an alert where Finished was due. Inferred from size
        /// and order; a padded alert is not recognised.
        case inferredAlert
        /// Up to TLS 1.2: an encrypted alert after the client's ChangeCipherSpec and before any application data. The
        /// weakest evidence: a client that opened a connection in reserve closes it in the same way.
        case encryptedAlert
        /// The client closed after the server's flight, without Finished and without an alert. Inferred from order; the
        /// same follows when a person cancels the load at that moment.
        case closedAfterServerFlight
        /// The client closed after the handshake and before any application data. In TLS 1.3 that is inferred: no
        /// record behind its Finished was larger than an alert or a KeyUpdate. As weak as `encryptedAlert`: a client
        /// that opened a connection in reserve closes it in the same way.
        case closedAfterHandshake
    }

    /// The evidence as a phrase, to follow "the client ".
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
        case .closedAfterHandshake:
            return "closed the connection after the handshake without a request"
        }
    }
}
