import HTTP
import InternetNames
import TransportSecurity

/// A response made by the proxy itself, in place of the origin's. This file maps each case to status, fields and
/// message.
struct Reply: Sendable {
    /// The status code.
    var status: UInt16
    /// The Proxy-Status field; `nil` for the proxy's own pages.
    var proxyStatus: ProxyStatus?
    /// The body.
    var content: Content
    /// The fields besides those of every reply.
    var extraFields: [(name: StaticString, value: [UInt8])] = []

    /// The kinds of bodies.
    enum Content: Sendable {
        /// An explanation, as JSON or as a page.
        case explanation(RefusalExplanation)
        /// A document of a media type.
        case document(mediaType: StaticString, body: [UInt8])
    }
}

extension Reply {
    /// The reply to a malformed request, or to one with a method that is not forwarded.
    init(_ error: RequestError) {
        self.init(
            status: error.status, error: .httpRequestError, message: error.message, host: nil)
        // RFC 9110 §15.5.6: a 405 names the methods that there are. Others are forwarded as well.
        guard error.status == 405 else { return }
        extraFields = [("Allow", Array("GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, CONNECT".utf8))]
    }

    /// The reply to a client that may not use this proxy.
    static let clientNotAllowed = Reply(
        status: 403, error: .httpRequestDenied,
        message: "This client may not use this proxy; start it with --allow-client for your address.", host: nil)

    /// The reply to a client that has too many connections.
    static let tooManyConnections: Reply = {
        var reply = Reply(
            status: 503, error: .connectionLimitReached,
            message: "This client holds as many connections as this proxy gives to one; close some first.", host: nil)
        reply.extraFields = [("Retry-After", Array("5".utf8))]
        return reply
    }()

    /// The reply to a client without valid credentials (RFC 9110 §11.7.1).
    static let notAuthenticated = Reply(
        status: 407, proxyStatus: nil,
        content: .explanation(
            RefusalExplanation(
                status: 407, decision: .failed, message: "This proxy asks for a user name and a password.")),
        extraFields: [("Proxy-Authenticate", Array("Basic realm=\"atsproxy\"".utf8))])

    /// The reply to credentials that are not looked at after too many wrong ones (RFC 6585 §4).
    static func passwordsLocked(seconds: Int) -> Reply {
        var reply = Reply(
            status: 429, error: .httpRequestDenied,
            message: "Too many wrong passwords came from this address; they are looked at again in \(seconds) s.",
            host: nil)
        reply.extraFields = [("Retry-After", Array(String(seconds).utf8))]
        return reply
    }

    /// The reply to credentials that are not looked at because too many wait to be checked.
    static let passwordUnchecked: Reply = {
        var reply = Reply(
            status: 503, error: .connectionLimitReached,
            message: "Too many passwords wait to be checked; try again in a moment.", host: nil)
        reply.extraFields = [("Retry-After", Array("5".utf8))]
        return reply
    }()

    /// The reply to OPTIONS about the proxy itself, without a body.
    static let empty = Reply(status: 200, content: .document(mediaType: "text/plain; charset=utf-8", body: []))

    /// The reply to a fault of the network or of the origin.
    init(_ error: UpstreamError, host: Host) {
        let (status, type, what): (UInt16, ProxyStatus.ProxyError, String)
        switch error {
        case .nameNotFound: (status, type, what) = (502, .dnsError, "was not found")
        case .lookupTimedOut: (status, type, what) = (504, .dnsTimeout, "was not looked up in time by a name server")
        case .refused: (status, type, what) = (502, .connectionRefused, "refused the connection")
        case .unreachable: (status, type, what) = (502, .destinationIPUnroutable, "cannot be reached")
        case .timedOut: (status, type, what) = (504, .connectionTimeout, "did not answer in time")
        case .responseTimedOut: (status, type, what) = (504, .httpResponseTimeout, "sent no response in time")
        case .malformedResponse: (status, type, what) = (502, .httpProtocolError, "sent a malformed response")
        case .closedDuringHandshake:
            (status, type, what) = (502, .connectionTerminated, "closed the connection during the TLS handshake")
        case .closedBeforeResponse:
            (status, type, what) = (502, .connectionTerminated, "closed the connection before its response")
        }
        self.init(status: status, error: type, message: "\(host) \(what).", host: host)
    }

    /// The reply to a refused load.
    init(_ refusal: Refusal, host: Host) {
        switch refusal {
        case .blocked(let verdict, _):
            self.init(blocked: verdict, host: host)
        case .upstream(let error):
            self.init(error, host: host)
        case .upstreamProxy(let failure):
            self.init(failure, host: host)
        case .loop:
            self.init(
                status: 508, error: .proxyLoopDetected,
                message: "This request has passed this proxy before; correct the proxies that send it back.", host: host
            )
        case .unnamedServer:
            self.init(
                status: 403, error: .httpRequestDenied, message: LoadFailure.unnamedServerMessage, host: host)
        case .destinationProhibited:
            self.init(
                status: 403, error: .destinationIPProhibited,
                message:
                    "This client may not reach \(host) through this proxy; --allow-destination permits all but the proxy itself.",
                host: host)
        case .limitReached:
            self.init(
                status: 503, error: .connectionLimitReached,
                message: "A limit of this proxy is reached; try again in a moment.", host: host)
            extraFields = [("Retry-After", Array("5".utf8))]
        case .shortage(let shortage):
            self.init(
                status: 503, error: .proxyInternalError, message: shortage.message + " Try again in a moment.",
                host: host)
            extraFields = [("Retry-After", Array("5".utf8))]
        case .probeFailed:
            self.init(
                status: 500, error: .proxyInternalError,
                message: "This proxy could not probe \(host) because of an internal error.", host: host)
        case .unproven(let note):
            let hint = note.rule.map { " --ignore \($0.rawValue)@\(host) permits it all the same." } ?? ""
            self.init(status: 500, error: .proxyInternalError, message: note.message + hint, host: host)
        }
    }

    /// The reply to a fault of the upstream proxy.
    private init(_ failure: UpstreamProxyFailure, host: Host) {
        self.init(status: 502, error: failure.error, message: failure.message(about: host), host: host)
        proxyStatus?.nextHop = failure.upstreamProxy.description
        proxyStatus?.receivedStatus = failure.receivedStatus
    }

    private init(blocked verdict: Verdict, host: Host) {
        let message = verdict.violations.first?.message ?? "App Transport Security blocks loads from \(host)."
        status = 403
        proxyStatus = ProxyStatus(error: .httpRequestDenied, details: message)
        content = .explanation(
            RefusalExplanation(
                status: 403, decision: .blocked, message: message, error: .httpRequestDenied, host: host,
                verdict: verdict))
        let rules = verdict.violations.map(\.rule.rawValue).distinct
        extraFields = [("ATS-Violation", Array(rules.joined(separator: ", ").utf8))]
    }

    private init(status: UInt16, error: ProxyStatus.ProxyError, message: String, host: Host?) {
        self.init(
            status: status, proxyStatus: ProxyStatus(error: error, details: message),
            content: .explanation(
                RefusalExplanation(status: status, decision: .failed, message: message, error: error, host: host)))
    }
}

extension Reply {
    /// The whole response. `head` is `nil` if the request could not be read.
    func response(to head: RequestHead?, closes: Bool) -> [UInt8] {
        let (mediaType, body) = rendered(for: head)
        var bytes = Array("HTTP/1.1 \(status) ".utf8)
        bytes.append(ascii: ReasonPhrase.of(Int(status)))
        bytes.append(ascii: "\r\nContent-Type: ")
        bytes.append(ascii: mediaType)
        bytes.append(contentsOf: "\r\nContent-Length: \(body.count)\r\nCache-Control: no-store\r\n".utf8)
        if let proxyStatus {
            bytes.append(field: Array("Proxy-Status".utf8)[...], value: proxyStatus.fieldValue[...])
        }
        for field in extraFields {
            bytes.append(ascii: field.name)
            bytes.append(ascii: ": ")
            bytes.append(contentsOf: field.value)
            bytes.append(ascii: "\r\n")
        }
        if closes {
            bytes.append(ascii: "Connection: close\r\n")
        } else if head?.version == .http1_0 {
            bytes.append(ascii: "Connection: keep-alive\r\n")
        }
        bytes.append(ascii: "\r\n")
        if head?.isHead != true { bytes.append(contentsOf: body) }
        return bytes
    }

    private func rendered(for head: RequestHead?) -> (mediaType: StaticString, body: [UInt8]) {
        switch content {
        case .document(let mediaType, let body):
            return (mediaType, body)
        case .explanation(let explanation):
            if let head, Accept(head.fields).prefersPage {
                return ("text/html; charset=utf-8", explanation.page)
            }
            return ("application/json", explanation.json)
        }
    }
}
