import Events
import ForwardProxy
import InternetNames
import JSONWriting
import Networking
import TLSMessages
import TerminalDisplay
import TransportSecurity

/// Records the events of one worker's loads, and counts them for metrics, the summary and the console. Never waits.
final class LoadRecorder {
    /// The options of the proxy, which a reload may change.
    var options: ServerOptions
    private let recording: EventRecorder
    private let counters: WorkerCounters
    /// Shows loads while they happen; nil if nobody asks for that.
    private let feed: LiveFeed?
    private var json = JSONWriter()
    private var identifiers = EventIDGenerator()
    private var random = RandomNumbers()
    private var summaries = FactsSummaries()
    private var kinds = LoadKindCache()
    private var tally = TrafficTally()

    /// A recorder for that recording, and for a feed of present loads.
    init(_ recording: EventRecorder, _ counters: WorkerCounters, feed: LiveFeed?, options: ServerOptions) {
        self.recording = recording
        self.counters = counters
        self.feed = feed
        self.options = options
    }

    deinit {
        finish()
    }

    /// Adds the counts to the total of all workers. Called when the worker ends: a load that is still open then keeps
    /// the recorder.
    func finish() {
        recording.total.add(tally)
        tally = TrafficTally()
        feed?.finish()
    }

    /// Records that a client has named a test case at a listener.
    func record(_ label: TestLabel, of client: IPAddress, at listener: String) {
        recording.record(
            LabelEvent(time: WallClock.now, label: label.text, listener: listener, client: client.description))
    }

    /// An identity for a load.
    func nextID() -> EventID {
        identifiers.next(at: WallClock.now, using: &random)
    }

    /// Records a decision at that time on a load to that address.
    func record(
        _ record: LoadDecision.Record, of load: inout LoadDescription, reaching address: IPAddress?,
        at time: Instant
    ) {
        switch record {
        case .verdict(let verdict, let facts):
            var event = DecisionEvent(
                time: time, id: .value(load.id), from: Self.origin(of: load), decision: verdict.decision(in: load.mode))
            fill(&event, on: load, reaching: address, with: verdict)
            if let facts {
                event.facts = facts.id
                event.tls = summaries.summary(of: facts)
            }
            event.error = verdict.failure(in: load.mode)
            count(&event, of: &load)
            recording.record(event, in: &json)
        case .failure(let failure):
            var event = DecisionEvent(
                time: time, id: .value(load.id), from: Self.origin(of: load), decision: .failed)
            fill(&event, on: load, reaching: address)
            event.error = DecisionEvent.Failure(failure, of: load.authority)
            count(&event, of: &load)
            recording.record(event, in: &json)
        case .end(let end):
            var event = ClosedEvent(
                time: time, id: .value(load.id), host: load.authority.host, port: load.authority.port,
                bytesFromClient: Int64(clamping: end.fromClient), bytesFromServer: Int64(clamping: end.fromServer),
                durationMilliseconds: WallClock.elapsedMilliseconds - load.began, endedBy: .init(end.party),
                how: .init(end.manner), clientRefusal: end.clientRefusal.map(ClosedEvent.ClientRefusal.init))
            event.fill(from: load)
            if load.firstKind == nil { load.ended = EndedLoad(event) }
            feed?.count(event)
            recording.record(event, in: &json)
        }
    }

    /// Records the verdict of a tunnel to that address, with the reading of the tunnel, and with whether its client
    /// accepted the server and the server its client. With a failure, the load has failed in the tunnel. The failure
    /// takes the place of a verdict without violations, and is a note beside others.
    func record(
        _ tunnel: LoadDecision.TunnelRecord, _ reading: TunnelReading.Shared, accepted: Bool?,
        _ missing: TunnelAcceptance.MissingCertificate?, failure: LoadFailure?, notes: [Note],
        of load: inout LoadDescription,
        reaching address: IPAddress?, at time: Instant
    ) {
        var event = DecisionEvent(
            time: time, id: .value(load.id), from: Self.origin(of: load),
            decision: tunnel.verdict.decision(in: load.mode))
        fill(&event, on: load, reaching: address, with: tunnel.verdict)
        if !notes.isEmpty { event.notes += notes }
        if let failure, event.decision == .allowed {
            (event.decision, event.error) = (.failed, DecisionEvent.Failure(failure, of: load.authority))
        } else if let failure {
            event.notes.append(Note(.tunnelEnded, failure.message(about: load.authority)))
        }
        event.facts = tunnel.facts?.id
        event.tls = CachedJSON(uncached: summary(of: tunnel, reading))
        event.tunnel = TunnelSummary(tunnel.observation)
        event.tunnel?.serverAlert = (reading.value.serverAlert ?? missing?.serverAlert)?.name
        event.tunnel?.lacksClientCertificate = missing != nil
        event.accepted = accepted
        if let scheme = reading.value.cleartextScheme {
            event.scheme = scheme
            event.path = reading.value.request?.path
        }
        count(&event, of: &load)
        recording.record(event, in: &json)
    }

    /// Records a decision on a client.
    ///
    /// - Parameter isRequest: Whether it is about a malformed request, which counts as a load that failed, as in
    ///   reports.
    func record(_ event: consuming DecisionEvent, of client: IPAddress, isRequest: Bool) {
        event.kind = kinds.kind(of: event)
        counters.count(event, isFirst: isRequest)
        if isRequest {
            _ = tally.count(event, at: event.host, after: nil)
            if let mode = event.client?.mode { counters.counters(of: mode).failedLoads.add() }
        }
        feed?.count(event, of: client)
        recording.record(event, in: &json)
    }

    private func count(_ event: inout DecisionEvent, of load: inout LoadDescription) {
        let kind = kinds.kind(of: event, on: load)
        (event.kind, event.firstKind) = (kind, load.firstKind)
        // An end after a decision has the kind, and counts by itself.
        event.ended = load.ended.take()
        if load.firstKind == nil { load.firstKind = kind } else { load.furtherKind = kind }
        let before = load.outcome
        counters.count(event, isFirst: before == nil)
        load.outcome = tally.count(event, at: load.authority.host, after: before)
        if event.decision == .failed, before != .failed { counters.counters(of: load.mode).failedLoads.add() }
        load.labelled?.note(event)
        feed?.count(event, of: load.client.address)
    }

    /// The content of a tunnel, and its certificates where they were in the clear.
    private func summary(of tunnel: LoadDecision.TunnelRecord, _ reading: TunnelReading.Shared) -> TLSSummary {
        let hello = reading.value.serverHello
        var summary = TLSSummary(
            tunnel: hello?.version, cipherSuite: hello?.cipherSuite, group: reading.value.group,
            alpn: hello?.applicationProtocol, extendedMasterSecret: hello?.extendedMasterSecret)
        guard case .secure(let handshake, let evaluation) = tunnel.observation.presented else { return summary }
        summary.ocspStapled = handshake.certificateStatus != nil
        summary.scts = evaluation.timestamps.count
        summary.anchor = evaluation.anchor
        summary.certificates = summaries.summaries(of: evaluation.presented, beside: tunnel.facts)
        return summary
    }

    private static func origin(of load: borrowing LoadDescription) -> DecisionEvent.Origin {
        .client(
            DecisionEvent.Client(
                listener: load.listener, address: .value(Authority(load.client)), user: load.request.user,
                app: load.requirements.app, label: load.label?.text, method: load.request.method, mode: load.mode))
    }

    /// Fills in the members of a decision with a verdict.
    private func fill(
        _ event: inout DecisionEvent, on load: borrowing LoadDescription, reaching address: IPAddress?,
        with verdict: Verdict
    ) {
        fill(&event, on: load, reaching: address)
        event.violations = verdict.violations
        event.warnings = verdict.warnings
        event.notes = verdict.notes
    }

    /// Fills in the members that all decisions on a load have. The event is changed in its place, because a function
    /// that returns an event copies it.
    private func fill(
        _ event: inout DecisionEvent, on load: borrowing LoadDescription, reaching address: IPAddress?
    ) {
        let request = load.request
        event.scheme = request.load.scheme
        event.host = load.authority.host
        event.port = load.authority.port
        event.path = path(of: request)
        event.address = address
        event.route = load.route
        event.policy = load.requirements.policy
    }

    /// The path. Queries hold secrets, so they are recorded only on request.
    private func path(of request: ProxyRequest) -> ByteString? {
        guard options.logsQueries, let query = request.query, let path = request.load.path else {
            return request.load.path
        }
        return ByteString(path.octets + [UInt8(ascii: "?")] + query.octets)
    }
}

extension Verdict {
    /// The reason why the verdict decides nothing in that mode, as events show it; nil where it decides.
    public func failure(in mode: Mode) -> DecisionEvent.Failure? {
        guard let unproven, decision(in: mode) == .failed else { return nil }
        return .init(kind: "proxy_internal_error", message: unproven.message)
    }
}

extension ClosedEvent {
    /// Fills in the members that the end shares with the decisions on the load.
    fileprivate mutating func fill(from load: borrowing LoadDescription) {
        kind = load.furtherKind ?? load.firstKind
        if load.furtherKind != nil { firstKind = load.firstKind }
        client = .value(Authority(load.client))
        user = load.request.user
        label = load.label?.text
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
        case .inferredAlert, .encryptedAlert, .closedAfterServerFlight, .closedAfterHandshake: break
        }
    }
}
