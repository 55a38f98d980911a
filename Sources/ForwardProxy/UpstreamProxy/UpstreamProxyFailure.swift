import InternetNames
import TransportSecurity

/// The reason why an upstream proxy did not lead to the server. Says nothing about the server itself.
public struct UpstreamProxyFailure: Error, Hashable, Sendable {
    /// The upstream proxy.
    public var upstreamProxy: Authority
    /// The reason.
    public var reason: Reason

    /// The failure of that upstream proxy.
    public init(of upstreamProxy: UpstreamProxy, _ reason: Reason) {
        self.upstreamProxy = upstreamProxy.authority
        self.reason = reason
    }

    /// The failure of that upstream proxy, whose response could not be read.
    ///
    /// - Whether a status line came. The upstream proxy does speak HTTP then.
    init(of upstreamProxy: UpstreamProxy, _ error: UpstreamError, hasSentStatusLine: Bool) {
        let isNoHTTP = error == .malformedResponse && !hasSentStatusLine
        self.init(of: upstreamProxy, isNoHTTP ? .notHTTP : error.ofUpstreamProxy)
    }

    /// The behaviour of an upstream proxy that leads to no server.
    public enum Reason: Hashable, Sendable {
        /// Its name has no address.
        case nameNotFound
        /// The name servers did not say in time which addresses it has.
        case lookupTimedOut
        /// It refused the connection.
        case refused
        /// There is no route to it.
        case unreachable
        /// It did not take the connection in time.
        case timedOut
        /// It took the connection and said nothing in time.
        case silent
        /// It closed the connection before its answer was complete.
        case closed
        /// It sends no HTTP.
        case notHTTP
        /// It speaks HTTP, and its answer is malformed, too large, or a switch of protocols that nothing asked for.
        case malformedAnswer
        /// It asks for credentials (407), and there are none.
        case credentialsMissing
        /// It rejects the credentials (407).
        case credentialsRejected
        /// It asks for credentials (407) in no scheme that this proxy has.
        case schemeNotSupported
        /// It denies the destination (403).
        case denied
        /// It cannot reach the destination: 502, 503, 504, or 500 as tinyproxy has it.
        case unavailable(UInt16)
        /// It gives another answer than a proxy does.
        case unexpectedStatus(UInt16)
        /// It is this proxy itself.
        case loop
        /// It says that the request has come back to it (508).
        case loopDetected
    }

    /// The status code that the upstream proxy sent; nil without one.
    public var receivedStatus: UInt16? {
        switch reason {
        case .credentialsMissing, .credentialsRejected, .schemeNotSupported: return 407
        case .denied: return 403
        case .unavailable(let status), .unexpectedStatus(let status): return status
        case .loopDetected: return 508
        case .nameNotFound, .lookupTimedOut, .refused, .unreachable, .timedOut, .silent, .closed, .notHTTP,
            .malformedAnswer, .loop:
            return nil
        }
    }

    /// The proxy error type of RFC 9209 §2.3, as events write it.
    public var errorType: String { error.rawValue }

    var error: ProxyStatus.ProxyError {
        switch reason {
        case .nameNotFound: return .dnsError
        case .lookupTimedOut: return .dnsTimeout
        case .refused: return .connectionRefused
        case .unreachable: return .destinationIPUnroutable
        case .timedOut: return .connectionTimeout
        case .silent: return .connectionReadTimeout
        case .closed: return .connectionTerminated
        case .notHTTP, .malformedAnswer, .unexpectedStatus: return .httpProtocolError
        case .credentialsMissing, .credentialsRejected, .schemeNotSupported: return .proxyConfigurationError
        case .denied: return .httpRequestDenied
        case .unavailable: return .destinationUnavailable
        case .loop, .loopDetected: return .proxyLoopDetected
        }
    }

    /// One sentence for a person, which names the upstream proxy and the fix.
    public func message(about host: Host) -> String {
        "The upstream proxy \(upstreamProxy) \(clause(about: host))."
    }

    private func clause(about host: Host) -> String {
        switch reason {
        case .nameNotFound:
            return "has no address; check its name in --upstream-proxy"
        case .lookupTimedOut:
            return "was not looked up in time; check the name servers of this machine"
        case .refused:
            return "refused the connection; check that it runs, and its port in --upstream-proxy"
        case .unreachable:
            return "cannot be reached, because there is no route to it; check the network"
        case .timedOut:
            return "did not take the connection in time; check that it runs and that a firewall lets this machine in"
        case .silent:
            return "took the request for \(host) and did not answer in time; look at its log, or raise "
                + "--connect-timeout"
        case .closed:
            return "closed the connection before it answered; look at its log"
        case .notHTTP:
            return "sends no HTTP; check that the port in --upstream-proxy is that of an HTTP proxy"
        case .malformedAnswer:
            return "gave an answer that cannot be used, with a malformed or too large head, too many interim "
                + "responses, or a switch of protocols (101); look at its log"
        case .credentialsMissing:
            return "asks for a name and a password (407); give them in a file with --upstream-auth"
        case .credentialsRejected:
            return "rejects the name or the password (407); correct the file of --upstream-auth, which a "
                + "proxy that runs reads again after SIGHUP"
        case .schemeNotSupported:
            return "asks for an authentication other than Basic (407), which atsproxy cannot do; let it accept Basic, "
                + "or this machine without a password"
        case .denied:
            return
                "denies the request for \(host) (403); permit it in the rules of the upstream proxy, or reach the host "
                + "directly with --no-upstream"
        case .unavailable(let status):
            return "could not reach \(host) (\(status)); look at its log, or reach the host directly with "
                + "--no-upstream"
        case .unexpectedStatus(401):
            return "answered with status 401, as tinyproxy does to a wrong password, and a server that is no proxy; "
                + "check the file of --upstream-auth, and --upstream-proxy"
        case .unexpectedStatus(let status):
            return "answered with status \(status), as a server does that is no proxy; check --upstream-proxy"
        case .loop:
            return "is this proxy itself; name another one with --upstream-proxy"
        case .loopDetected:
            return "says that the request has come back to it (508); correct the proxies behind it"
        }
    }
}

extension UpstreamError {
    /// The meaning of a peer's fault if the peer is an upstream proxy.
    public var ofUpstreamProxy: UpstreamProxyFailure.Reason {
        switch self {
        case .nameNotFound: return .nameNotFound
        case .lookupTimedOut: return .lookupTimedOut
        case .refused: return .refused
        case .unreachable: return .unreachable
        case .timedOut: return .timedOut
        case .responseTimedOut: return .silent
        case .malformedResponse: return .malformedAnswer
        case .closedBeforeResponse, .closedDuringHandshake: return .closed
        }
    }
}
