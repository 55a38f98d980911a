import ForwardProxy
import Libevent
import OpenSSL
import Recording
import TransportSecurity

/// The worker's side of the recording.
extension Worker {
    /// Records a decision; never waits.
    func record(_ event: DecisionEvent) {
        shared.recording.record(event)
    }

    /// Records an end; never waits.
    func record(_ event: ClosedEvent) {
        shared.recording.record(event)
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
        var event = DecisionEvent(time: WallClock.now, id: nextEventID(), decision: .failed)
        event.listener = port.address.description
        event.client = client.description
        event.mode = port.jurisdiction.mode
        event.error = failure
        record(event)
    }

    /// Records what an examination found, and gives it the identity by which decisions name it: the digest of what
    /// was found, so that equal facts have equal names.
    func recorded(
        _ observation: Observation, _ attempts: [FactsEvent.Attempt], of key: FactsKey, at address: IPAddress
    ) -> Facts {
        var event = FactsEvent(
            time: Instant(milliseconds: 0), id: "", host: key.authority.host, port: key.authority.port,
            address: address, attempts: attempts)
        var json = JSONWriter()
        event.write(to: &json)
        let digest = Digest.sha256(json.bytes)
        event.id = "sha256:" + digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        event.time = WallClock.now
        shared.recording.record(event)
        return Facts(
            authority: key.authority, address: address, observation: observation, time: event.time, id: event.id)
    }
}
