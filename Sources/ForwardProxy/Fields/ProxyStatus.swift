/// The Proxy-Status field of a reply made by the proxy itself (RFC 9209).
struct ProxyStatus: Hashable, Sendable {
    /// The error types of RFC 9209 §2.3 that this proxy uses.
    enum ProxyError: String, Sendable {
        case dnsError = "dns_error"
        case dnsTimeout = "dns_timeout"
        case destinationIPProhibited = "destination_ip_prohibited"
        case destinationIPUnroutable = "destination_ip_unroutable"
        case connectionRefused = "connection_refused"
        case connectionTerminated = "connection_terminated"
        case connectionTimeout = "connection_timeout"
        case connectionReadTimeout = "connection_read_timeout"
        case connectionLimitReached = "connection_limit_reached"
        case httpRequestError = "http_request_error"
        case httpRequestDenied = "http_request_denied"
        case httpResponseTimeout = "http_response_timeout"
        case httpProtocolError = "http_protocol_error"
        case proxyInternalError = "proxy_internal_error"
        case proxyConfigurationError = "proxy_configuration_error"
        case proxyLoopDetected = "proxy_loop_detected"
        case destinationUnavailable = "destination_unavailable"
    }

    /// The type of the error.
    var error: ProxyError
    /// The error in one sentence.
    var details: String
    /// The peer that the error is about, if it is not the server (RFC 9209 §2.1.2).
    var nextHop: String?
    /// The status code that the upstream proxy or the server sent (RFC 9209 §2.1.4).
    var receivedStatus: UInt16?

    /// The field's value: a token and its parameters (RFC 8941 §3.3). A string there is printable ASCII, so any other
    /// character of the details becomes a question mark. The details are cut off after 500 characters.
    var fieldValue: [UInt8] {
        var value = Array("\(Via.pseudonym); error=\(error.rawValue)".utf8)
        if let nextHop { Self.append("next-hop", nextHop, to: &value) }
        if let receivedStatus { value += "; received-status=\(receivedStatus)".utf8 }
        Self.append("details", details, to: &value)
        return value
    }

    private static func append(_ name: String, _ text: String, to value: inout [UInt8]) {
        value += "; \(name)=\"".utf8
        for character in text.prefix(500).unicodeScalars {
            switch character {
            case "\"", "\\": value += [UInt8(ascii: "\\"), UInt8(ascii: character)]
            case " "..."~": value.append(UInt8(ascii: character))
            case _: value.append(UInt8(ascii: "?"))
            }
        }
        value.append(UInt8(ascii: "\""))
    }
}
