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
