import ForwardProxy
import InternetNames
import Networking
import Recording
import TransportSecurity

/// The worker's side of the recording.
extension Worker {
    /// Records a decision; never waits.
    func record(_ event: DecisionEvent) {
        shared.recording.record(event, in: &json)
    }

    /// Records an end; never waits.
    func record(_ event: ClosedEvent) {
        shared.recording.record(event, in: &json)
    }

    /// Records a client, or a request of it, that was turned away before there was a load to judge. That a client is
    /// asked for its password is a step of the protocol, and no event.
    func recordRefusal(of client: SocketAddress, at port: ProxyPort, _ summary: ExchangeSummary) {
        let failure: DecisionEvent.Failure
        switch summary.ending {
        case .malformed(let error):
            failure = .init(kind: "http_request_error", message: error.message)
        case .clientNotAllowed:
            failure = .init(
                kind: "http_request_denied",
                message: "\(client.address) may not use this proxy; --allow-client permits it.")
        case .refused(.limitReached):
            failure = .init(
                kind: "connection_limit_reached", message: "\(client.address) holds too many connections.")
        case .complete, .notAuthenticated, .refused, .failed, .cutShort, .stalled:
            return
        }
        record(failure, of: client, at: port)
    }

    /// Records that a client has given so many wrong passwords that no more are looked at for a while, or that one was
    /// not looked at. That one is right or wrong is no event.
    func record(_ outcome: PasswordOutcome, of client: SocketAddress, at port: ProxyPort) {
        let failure: DecisionEvent.Failure
        switch outcome {
        case .right, .wrong:
            return
        case .wrongTooOften:
            failure = .init(
                kind: "http_request_denied",
                message: "\(client.address) gave \(configuration.limits.passwordFailures) wrong passwords within a "
                    + "minute; for a minute, no password from there is looked at.")
        case .paused:
            failure = .init(
                kind: "http_request_denied",
                message: "\(client.address) gave too many wrong passwords; this one was not looked at.")
        case .crowdedOut:
            failure = .init(
                kind: "proxy_internal_response",
                message: "Too many passwords wait to be checked; that of \(client.address) was not looked at.")
        }
        record(failure, of: client, at: port)
    }

    private func record(_ failure: DecisionEvent.Failure, of client: SocketAddress, at port: ProxyPort) {
        var event = DecisionEvent(time: WallClock.now, id: .value(nextEventID()), decision: .failed)
        event.listener = port.name
        event.client = .value(Authority(client))
        event.mode = port.jurisdiction.mode
        event.error = failure
        record(event)
    }
}
