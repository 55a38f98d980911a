import JSONWriting
import TransportSecurity

extension HandshakeFailure: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            let recorded = RecordedFailure(self)
            json.member("kind", recorded.kind)
            if let alert = recorded.alert { json.member("alert", UInt16(alert)) }
            if let detail = recorded.detail { json.member("detail", detail) }
            json.member("message", "The server \(prose).")
        }
    }
}

/// A failed handshake in a facts event.
struct RecordedFailure: Decodable {
    /// The kind of the failure.
    var kind: Kind
    /// The number of the TLS alert; nil for another kind.
    var alert: UInt8?
    /// The description of a malformed message; nil for another kind.
    var detail: String?

    /// The kinds of failures, as events name them.
    enum Kind: String, Decodable, JSONWritable {
        case alert, closed, malformed
        case notTLS = "not-tls"
        case timedOut = "timeout"
    }

    /// Creates the members of a failure.
    init(_ failure: HandshakeFailure) {
        switch failure {
        case .alert(let number): (kind, alert) = (.alert, number)
        case .closed: kind = .closed
        case .notTLS: kind = .notTLS
        case .malformed(let text): (kind, detail) = (.malformed, text)
        case .timedOut: kind = .timedOut
        }
    }

    /// The failure.
    var failure: HandshakeFailure {
        switch kind {
        case .alert: return .alert(alert ?? 0)
        case .closed: return .closed
        case .malformed: return .malformed(detail ?? "")
        case .notTLS: return .notTLS
        case .timedOut: return .timedOut
        }
    }
}
