import ForwardProxy
import InternetNames
import Recording

extension ProbeFailure {
    /// The failure as events show it: the name of RFC 9209 §2.3, and a sentence.
    public func recorded(for authority: Authority) -> DecisionEvent.Failure {
        switch self {
        case .upstream(let error):
            return error.recorded(for: authority)
        case .silent:
            return UpstreamError.timedOut.recorded(for: authority)
        case .prohibited:
            return .init(
                kind: "destination_ip_prohibited",
                message:
                    "This client may not reach \(authority) through the proxy; --allow-destination permits all but the proxy itself."
            )
        case .limitReached:
            return .init(
                kind: "proxy_internal_response",
                message: "Too many destinations are being examined at once, in all or for this client; "
                    + "--limit examinations and examinations-per-client bound them.")
        case .shortage(let shortage):
            return .init(kind: "proxy_internal_error", message: shortage.message)
        case .internalError(let text):
            return .init(kind: "proxy_internal_error", message: text)
        }
    }
}

extension UpstreamError {
    /// The error as events show it.
    public func recorded(for authority: Authority) -> DecisionEvent.Failure {
        switch self {
        case .nameNotFound:
            return .init(kind: "dns_error", message: "\(authority.host) has no address.")
        case .refused:
            return .init(kind: "connection_refused", message: "\(authority) refused the connection.")
        case .unreachable:
            return .init(kind: "destination_ip_unroutable", message: "There is no route to \(authority).")
        case .timedOut, .responseTimedOut:
            return .init(kind: "connection_timeout", message: "\(authority) did not answer in time.")
        case .malformedResponse:
            return .init(kind: "http_protocol_error", message: "What \(authority) sent is no HTTP.")
        case .closedBeforeResponse:
            return .init(
                kind: "connection_terminated", message: "\(authority) closed the connection before it answered.")
        }
    }
}
