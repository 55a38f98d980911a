import Networking
import Probing
import ForwardProxy
import InternetNames
import Recording
import TransportSecurity

/// What the recording is told about a load.
extension Adjudication {
    /// The verdict on the load, as it stands in `decision` events.
    func record(_ verdict: Verdict, facts: Facts?) {
        var event = DecisionEvent(time: WallClock.now, id: .value(id), decision: verdict.decision(in: mode))
        describeLoad(in: &event)
        event.facts = facts?.id
        event.tls = facts?.summary
        event.error = verdict.failure(in: mode)
        event.violations = verdict.violations
        event.warnings = verdict.warnings
        event.notes = verdict.notes
        write(event)
    }

    /// The verdict on what passed in the tunnel, a second decision on the same load.
    func record(_ verdict: Verdict, of reading: TunnelReading, _ tunnel: TunnelObservation, facts: Facts?) {
        var event = DecisionEvent(time: WallClock.now, id: .value(id), decision: verdict.decision(in: mode))
        describeLoad(in: &event)
        event.facts = facts?.id
        event.tls = Rendered(once: TLSSummary(reading, tunnel.presented, beside: facts))
        event.tunnel = TunnelSummary(tunnel)
        if let scheme = reading.cleartextScheme {
            event.scheme = scheme
            event.path = reading.request?.path
        }
        event.violations = verdict.violations
        event.warnings = verdict.warnings
        event.notes = verdict.notes
        write(event)
    }

    /// A load that came to no verdict, for no reason of ATS.
    func recordFailure(_ failure: DecisionEvent.Failure) {
        var event = DecisionEvent(time: WallClock.now, id: .value(id), decision: .failed)
        describeLoad(in: &event)
        event.error = failure
        write(event)
    }

    /// The end of a load that was permitted.
    func recordEnd(
        _ party: ClosedEvent.Party, _ how: ClosedEvent.Manner, fromClient: UInt64, fromOrigin: UInt64,
        refusal: ClosedEvent.ClientRefusal? = nil
    ) {
        worker.record(
            ClosedEvent(
                time: WallClock.now, id: .value(id), host: authority.host, port: authority.port,
                bytesFromClient: Int64(clamping: fromClient), bytesFromServer: Int64(clamping: fromOrigin),
                durationMilliseconds: WallClock.elapsedMilliseconds - began, endedBy: party, how: how,
                clientRefusal: refusal))
    }

    private func write(_ event: DecisionEvent) {
        worker.record(event)
    }

    private func describeLoad(in event: inout DecisionEvent) {
        event.listener = port.name
        event.client = .value(Authority(clientAddress))
        event.user = request.user
        event.app = resolution.app
        event.method = request.method
        event.scheme = request.load.scheme
        event.host = authority.host
        event.port = authority.port
        event.path = recordedPath
        event.address = address
        event.mode = mode
        event.policy = resolution.policy
    }

    /// The path, with its query only for those who asked for it: queries hold secrets.
    private var recordedPath: WireText? {
        guard worker.configuration.logsQueries, let query = request.query, let path = request.load.path else {
            return request.load.path
        }
        return WireText(path.octets + [UInt8(ascii: "?")] + query.octets)
    }
}

extension TLSSummary {
    /// The summary of what was read in a tunnel, and of the certificates where they were in the clear.
    fileprivate init(_ reading: TunnelReading, _ presented: Observation?, beside facts: Facts?) {
        let hello = reading.serverHello
        self.init(
            tunnel: hello?.version, cipherSuite: hello?.cipherSuite, group: reading.group,
            alpn: hello?.applicationProtocol, extendedMasterSecret: hello?.extendedMasterSecret)
        guard case .secure(let handshake, let evaluation) = presented else { return }
        ocspStapled = handshake.certificateStatus != nil
        scts = evaluation.timestamps.count
        anchor = evaluation.anchor
        certificates =
            facts?.summaries(of: evaluation.presented)
            ?? evaluation.presented.map { Rendered(CertificateSummary($0)) }
    }
}

extension Verdict {
    /// Why the verdict decides nothing in that mode, as events show it; nil where it decides.
    public func failure(in mode: Mode) -> DecisionEvent.Failure? {
        guard let unproven, decision(in: mode) == .failed else { return nil }
        return .init(kind: "proxy_internal_error", message: unproven.message)
    }
}
