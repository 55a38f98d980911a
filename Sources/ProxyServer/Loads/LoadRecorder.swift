import ForwardProxy
import InternetNames
import JSONWriting
import Networking
import Recording
import TLSMessages
import TransportSecurity

/// Writes the events of one worker's loads to the recording. Never waits.
final class LoadRecorder {
    /// Whether events hold query strings.
    var logsQueries: Bool
    private let recording: EventRecorder
    private var json = JSONWriter()
    private var identifiers = EventIDGenerator()
    private var random = SystemRandomNumberGenerator()
    private var summaries = FactsSummaries()

    /// A recorder for that recording.
    init(_ recording: EventRecorder, logsQueries: Bool) {
        self.recording = recording
        self.logsQueries = logsQueries
    }

    /// An identity for a load.
    func nextID() -> EventID {
        identifiers.next(at: WallClock.now, using: &random)
    }

    /// Records what a decision says of a load to that address.
    func record(_ record: LoadDecision.Record, of load: LoadDescription, at address: IPAddress?) {
        switch record {
        case .verdict(let verdict, let facts):
            var event = event(for: load, verdict, at: address)
            event.facts = facts?.id
            event.tls = facts.flatMap { summaries.summary(of: $0) }
            event.error = verdict.failure(in: load.mode)
            self.record(event)
        case .tunnelVerdict(let record):
            self.record(event(for: load, record, at: address))
        case .failure(let failure):
            var event = DecisionEvent(time: WallClock.now, id: .value(load.id), decision: .failed)
            describe(load, at: address, in: &event)
            event.error = DecisionEvent.Failure(failure, of: load.authority)
            self.record(event)
        case .end(let end):
            recording.record(ClosedEvent(end, of: load), in: &json)
        }
    }

    /// Records a decision that is not about a load.
    func record(_ event: DecisionEvent) {
        recording.record(event, in: &json)
    }

    private func event(for load: LoadDescription, _ verdict: Verdict, at address: IPAddress?) -> DecisionEvent {
        var event = DecisionEvent(
            time: WallClock.now, id: .value(load.id), decision: verdict.decision(in: load.mode))
        describe(load, at: address, in: &event)
        event.violations = verdict.violations
        event.warnings = verdict.warnings
        event.notes = verdict.notes
        return event
    }

    private func event(
        for load: LoadDescription, _ record: LoadDecision.TunnelRecord, at address: IPAddress?
    ) -> DecisionEvent {
        var event = event(for: load, record.verdict, at: address)
        event.facts = record.facts?.id
        event.tls = CachedJSON(once: summary(of: record))
        event.tunnel = TunnelSummary(record.observation)
        if let scheme = record.reading.cleartextScheme {
            event.scheme = scheme
            event.path = record.reading.request?.path
        }
        return event
    }

    /// What was read in a tunnel, and its certificates where they were in the clear.
    private func summary(of record: LoadDecision.TunnelRecord) -> TLSSummary {
        let hello = record.reading.serverHello
        var summary = TLSSummary(
            tunnel: hello?.version, cipherSuite: hello?.cipherSuite, group: record.reading.group,
            alpn: hello?.applicationProtocol, extendedMasterSecret: hello?.extendedMasterSecret)
        guard case .secure(let handshake, let evaluation) = record.observation.presented else { return summary }
        summary.ocspStapled = handshake.certificateStatus != nil
        summary.scts = evaluation.timestamps.count
        summary.anchor = evaluation.anchor
        summary.certificates = summaries.summaries(of: evaluation.presented, beside: record.facts)
        return summary
    }

    private func describe(_ load: LoadDescription, at address: IPAddress?, in event: inout DecisionEvent) {
        let request = load.request
        event.listener = load.listener
        event.client = .value(Authority(load.client))
        event.user = request.user
        event.app = load.requirements.app
        event.method = request.method
        event.scheme = request.load.scheme
        event.host = load.authority.host
        event.port = load.authority.port
        event.path = path(of: request)
        event.address = address
        event.mode = load.mode
        event.policy = load.requirements.policy
    }

    /// The path. Queries hold secrets, so they are recorded only on request.
    private func path(of request: ProxyRequest) -> ByteString? {
        guard logsQueries, let query = request.query, let path = request.load.path else { return request.load.path }
        return ByteString(path.octets + [UInt8(ascii: "?")] + query.octets)
    }
}

extension Verdict {
    /// Why the verdict decides nothing in that mode, as events show it; nil where it decides.
    public func failure(in mode: Mode) -> DecisionEvent.Failure? {
        guard let unproven, decision(in: mode) == .failed else { return nil }
        return .init(kind: "proxy_internal_error", message: unproven.message)
    }
}

extension ClosedEvent {
    fileprivate init(_ end: LoadEnd, of load: LoadDescription) {
        self.init(
            time: WallClock.now, id: .value(load.id), host: load.authority.host, port: load.authority.port,
            bytesFromClient: Int64(clamping: end.fromClient), bytesFromServer: Int64(clamping: end.fromServer),
            durationMilliseconds: WallClock.elapsedMilliseconds - load.began, endedBy: Party(end.party),
            how: Manner(end.manner), clientRefusal: end.clientRefusal.map(ClientRefusal.init))
    }
}

extension ClosedEvent.Party {
    fileprivate init(_ party: LoadEnd.Party) {
        switch party {
        case .client: self = .client
        case .server: self = .server
        case .proxy: self = .proxy
        }
    }
}

extension ClosedEvent.Manner {
    fileprivate init(_ manner: LoadEnd.Manner) {
        switch manner {
        case .finished: self = .finished
        case .reset: self = .reset
        case .timeout: self = .timeout
        case .blocked: self = .blocked
        case .drained: self = .drained
        }
    }
}

extension ClosedEvent.ClientRefusal {
    fileprivate init(_ refusal: ClientRefusal) {
        self.init(evidence: "The client \(refusal.description).")
        switch refusal.evidence {
        case .alert(let alert): self.alert = alert.name
        case .inferredAlert, .encryptedAlert, .closedAfterServerFlight: break
        }
    }
}
