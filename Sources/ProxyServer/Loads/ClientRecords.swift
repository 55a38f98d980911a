import Events
import ForwardProxy
import InternetNames
import Networking
import TransportSecurity

/// Events about clients and requests that were refused before there was a load to judge.
extension LoadRecorder {
    /// Records a refused request. A request for the password (407) is a step of the protocol and is not recorded.
    func recordRefusal(of client: SocketAddress, at listener: ListenerConfiguration, _ summary: ExchangeSummary) {
        let failure: DecisionEvent.Failure
        switch summary.ending {
        case .malformed(let error):
            failure = .init(kind: "http_request_error", message: error.message)
            return record(failure, of: client, at: listener, summary.request, isRequest: true)
        case .clientNotAllowed:
            failure = .init(
                kind: "http_request_denied",
                message: "\(client.address) may not use this proxy; --allow-client permits it.")
        case .refused(.limitReached):
            failure = .init(
                kind: "connection_limit_reached", message: "\(client.address) holds too many connections.")
        case .refused(.loop):
            failure = .init(
                kind: "proxy_loop_detected",
                message: "A request has passed this proxy before; correct the proxies that send it back.")
        case .complete, .notAuthenticated, .refused, .failed, .cutShort, .stalled:
            return
        }
        record(failure, of: client, at: listener, summary.request)
    }

    /// Records that a client gave too many wrong passwords, or that a password was not checked. A single right or wrong
    /// password is not recorded.
    func record(_ outcome: PasswordOutcome, of client: SocketAddress, at listener: ListenerConfiguration) {
        let failure: DecisionEvent.Failure
        switch outcome {
        case .right, .wrong:
            return
        case .wrongTooOften(.user(let failures)):
            failure = .init(
                kind: "http_request_denied",
                message: "\(client.address) gave \(failures) wrong passwords within a "
                    + "minute for one user; for a minute, no password of that user from there is looked at (429).")
        case .wrongTooOften(.network(let failures)):
            failure = .init(
                kind: "http_request_denied",
                message: "\(client.address) gave \(failures) wrong passwords within a "
                    + "minute for several users; for a minute, no password from there is looked at (429).")
        case .locked:
            failure = .init(
                kind: "http_request_denied",
                message: "\(client.address) gave too many wrong passwords; this one was not looked at.")
        case .crowdedOut:
            failure = .init(
                kind: "proxy_internal_response",
                message: "Too many passwords wait to be checked; that of \(client.address) was not looked at.")
        }
        record(failure, of: client, at: listener)
    }

    /// - Parameter request: The request, as far as it is known. Of a client that uses the proxy nothing more is
    ///   recorded, because a malformed request may name anything; where an intercepted connection leads is known
    ///   without it.
    private func record(
        _ failure: DecisionEvent.Failure, of client: SocketAddress, at listener: ListenerConfiguration,
        _ request: ProxyRequest? = nil,
        isRequest: Bool = false
    ) {
        var origin = DecisionEvent.Client(
            listener: listener.name, address: .value(Authority(client)), mode: listener.appliedPolicy.mode)
        if let request, request.destination != nil, let name = listener.appNames.name(of: client.address) {
            var app = ClientApp(userAgent: "")
            app.name = name
            origin.app = CachedJSON(app)
        }
        var event = DecisionEvent(
            time: WallClock.now, id: .value(nextID()), from: .client(origin), decision: .failed)
        if let request, let destination = request.destination {
            event.host = request.load.authority.host
            event.port = request.load.authority.port
            event.address = destination
            event.route = .transparent
        }
        event.error = failure
        record(event, of: client.address, isRequest: isRequest)
    }
}
