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
    var kind: Kind
    var alert: UInt8?
    var detail: String?

    enum Kind: String, Decodable, JSONWritable {
        case alert, closed, malformed
        case notTLS = "not-tls"
        case timedOut = "timeout"
    }

    init(_ failure: HandshakeFailure) {
        switch failure {
        case .alert(let number): (kind, alert) = (.alert, number)
        case .closed: kind = .closed
        case .notTLS: kind = .notTLS
        case .malformed(let text): (kind, detail) = (.malformed, text)
        case .timedOut: kind = .timedOut
        }
    }

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
