import InternetNames

/// The reason why a load, or the probe of its server, came to no verdict. Never a property of the server's TLS: that
/// would be a fact.
public enum LoadFailure: Error, Hashable, Sendable {
    /// The server could not be reached.
    case upstream(UpstreamError)
    /// The server accepted the connection and the judging hello, and sent nothing until the time was up.
    case silent
    /// The client may not reach any address of the server through the proxy.
    case prohibited
    /// The client of an intercepted connection names no server that can be read, and nothing may pass unjudged.
    case unnamedServer
    /// The upstream proxy does not lead to the server.
    case upstreamProxy(UpstreamProxyFailure)
    /// Too many probes are under way.
    case limitReached
    /// This machine did not grant a resource to the load.
    case shortage(Shortage)
    /// The client left before the load was judged.
    case abandoned
    /// The client left before it had a response.
    case unanswered
    /// The response, or the rest of the request, made no progress for the time of `Limits.bodyIdle`.
    case stalled
    /// The proxy stopped before the load was judged or had its response.
    case stopped
    /// A fault of the proxy. The text is for the log.
    case internalError(String)

    /// Whether this machine did not grant a resource to the load.
    var isShortage: Bool {
        if case .shortage = self { true } else { false }
    }

    /// The answer to the client.
    public var refusal: Refusal {
        switch self {
        case .upstream(let error): return .upstream(error)
        case .silent: return .upstream(.timedOut)
        case .prohibited: return .destinationProhibited
        case .unnamedServer: return .unnamedServer
        case .upstreamProxy(let failure): return .upstreamProxy(failure)
        case .limitReached, .abandoned, .unanswered, .stalled, .stopped: return .limitReached
        case .shortage(let shortage): return .shortage(shortage)
        case .internalError: return .probeFailed
        }
    }
}

extension LoadFailure {
    /// The failure to connect as one of an upstream proxy, which was connected to in place of the server.
    public func ofUpstreamProxy(_ upstreamProxy: UpstreamProxy) -> LoadFailure {
        switch self {
        case .upstream(let error): return .upstreamProxy(UpstreamProxyFailure(of: upstreamProxy, error.ofUpstreamProxy))
        case .prohibited: return .upstreamProxy(UpstreamProxyFailure(of: upstreamProxy, .loop))
        case .silent: return .upstreamProxy(UpstreamProxyFailure(of: upstreamProxy, .silent))
        case .upstreamProxy, .unnamedServer, .limitReached, .shortage, .abandoned, .unanswered, .stalled,
            .stopped, .internalError:
            return self
        }
    }

    /// The proxy error type of RFC 9209 §2.3, as events write it.
    public var errorType: String {
        switch self {
        case .upstream(let error): return error.errorType
        case .silent: return UpstreamError.timedOut.errorType
        case .prohibited: return "destination_ip_prohibited"
        case .unnamedServer: return "http_request_denied"
        case .upstreamProxy(let failure): return failure.errorType
        case .abandoned, .unanswered: return "http_request_error"
        case .stalled: return "connection_read_timeout"
        case .limitReached, .stopped: return "proxy_internal_response"
        case .shortage, .internalError: return "proxy_internal_error"
        }
    }

    /// One sentence for a person, as events write it.
    public func message(about authority: Authority) -> String {
        switch self {
        case .upstream(let error):
            return error.message(about: authority)
        case .silent:
            return UpstreamError.timedOut.message(about: authority)
        case .upstreamProxy(let failure):
            return failure.message(about: authority.host)
        case .prohibited:
            return "This client may not reach \(authority) through the proxy; --allow-destination permits all but the "
                + "proxy itself."
        case .unnamedServer:
            return Self.unnamedServerMessage
        case .limitReached:
            return "Too many destinations are being probed at once, in all or for this client; "
                + "--limit examinations and examinations-per-client set the limits."
        case .abandoned:
            return "The client left before the load was judged."
        case .unanswered:
            return "The client left before it had a response."
        case .stalled:
            return "The exchange made no progress for the time that --limit body-idle sets."
        case .stopped:
            return "The proxy stopped before the load was judged or had its response."
        case .shortage(let shortage):
            return shortage.message
        case .internalError(let text):
            return text
        }
    }
}

extension LoadFailure {
    /// The reason why a connection is refused whose server is not known by name.
    static let unnamedServerMessage =
        "The client's first bytes name no server that can be read, so that its policy is not known; "
        + "--mode observe lets such connections pass."
}

extension UpstreamError {
    /// The proxy error type of RFC 9209 §2.3.
    fileprivate var errorType: String {
        switch self {
        case .nameNotFound: return "dns_error"
        case .lookupTimedOut: return "dns_timeout"
        case .refused: return "connection_refused"
        case .unreachable: return "destination_ip_unroutable"
        case .timedOut, .responseTimedOut: return "connection_timeout"
        case .malformedResponse: return "http_protocol_error"
        case .closedBeforeResponse, .closedDuringHandshake: return "connection_terminated"
        }
    }

    fileprivate func message(about authority: Authority) -> String {
        switch self {
        case .nameNotFound: return "\(authority.host) has no address."
        case .lookupTimedOut: return "The name servers did not say in time which addresses \(authority.host) has."
        case .refused: return "\(authority) refused the connection."
        case .unreachable: return "There is no route to \(authority)."
        case .timedOut, .responseTimedOut: return "\(authority) did not answer in time."
        case .malformedResponse: return "What \(authority) sent is no valid HTTP."
        case .closedBeforeResponse: return "\(authority) closed the connection before its response was complete."
        case .closedDuringHandshake: return "\(authority) closed the connection in the middle of the TLS handshake."
        }
    }
}
