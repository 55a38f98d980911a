/// The proxy error types of RFC 9209 §2.3 that events have, as a bounded set of values for a label.
enum FailureType: String, CaseIterable, Sendable {
    case connectionLimitReached = "connection_limit_reached"
    case connectionReadTimeout = "connection_read_timeout"
    case connectionRefused = "connection_refused"
    case connectionTerminated = "connection_terminated"
    case connectionTimeout = "connection_timeout"
    case destinationIPProhibited = "destination_ip_prohibited"
    case destinationIPUnroutable = "destination_ip_unroutable"
    case destinationUnavailable = "destination_unavailable"
    case dnsError = "dns_error"
    case dnsTimeout = "dns_timeout"
    case httpProtocolError = "http_protocol_error"
    case httpRequestDenied = "http_request_denied"
    case httpRequestError = "http_request_error"
    case httpResponseTimeout = "http_response_timeout"
    case proxyConfigurationError = "proxy_configuration_error"
    case proxyInternalError = "proxy_internal_error"
    case proxyInternalResponse = "proxy_internal_response"
    case proxyLoopDetected = "proxy_loop_detected"
    /// Any other type.
    case other

    /// The type of that name.
    init(_ name: String) {
        self = FailureType(rawValue: name) ?? .other
    }
}
